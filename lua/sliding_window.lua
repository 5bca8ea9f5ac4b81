-- SLIDING_WINDOW (sw1): never more than rate permits in any span of an interval, exactly.
-- KEYS: a list with the time of each grant, oldest first: us since the epoch as a big-endian double, which takes the
--   bytes that a number in text takes and is sooner written and read. The youngest goes on with what the next needs to
--   know, so that one command reads it: the time of the oldest, how many there are (4 bytes), and when the list expires
--   in ms since the epoch (6). It stays there when others follow, and is not read again.
-- ARGV[1]: as in the operation.
-- Returns the algorithm's functions.

-- How many grants a batch reads at once, because those that it needs follow each other.
local CHUNK = 32

local function time_of(text)
  return (#text == 8 or #text == 26) and struct.unpack('>d', text)
end

-- The time of a grant by its place from 0. A state keeps those that are known: the stored ones, then those added.
local function grant_at(state, index)
  if not state[index] then
    local texts
    if state.total > state.stored then
      texts = redis.call('LRANGE', state.key, index, math.min(index + CHUNK, state.stored) - 1)
    else
      -- Cheaper than a range of one.
      texts = { redis.call('LINDEX', state.key, index) }
    end
    for i = 1, #texts do
      local time = time_of(texts[i])
      if time then
        state[index + i - 1] = time - state.shift
      else
        corrupt = corrupt + (state.corrupt and 0 or 1)
        state.corrupt, state[index + i - 1] = true, -math.huge
      end
    end
  end
  return state[index]
end

-- Place of the first grant after a time: gallop, then halve, so that what has expired is not looped over.
local function first_after(state, low, time)
  local total = state.total
  if low >= total or grant_at(state, low) > time then
    return low
  end
  if state.last <= time then
    return total
  end
  local step = 1
  while low + step < total and grant_at(state, low + step) <= time do
    low = low + step
    step = step * 2
  end
  local high = math.min(low + step, total)
  while high - low > 1 do
    local middle = math.floor((low + high) / 2)
    if grant_at(state, middle) <= time then
      low = middle
    else
      high = middle
    end
  end
  return high
end

function read(key)
  local state = { key = key, first = 0, stored = 0, total = 0, last = -math.huge, shift = 0, expires = 0 }
  local length = redis.pcall('LLEN', key)
  if type(length) == 'table' then
    if not string.find(length.err, 'WRONGTYPE', 1, true) then
      return nil, length.err
    end
    corrupt, state.corrupt = corrupt + 1, true
  elseif length > 0 then
    state.stored, state.total = length, length
    local text = redis.call('LINDEX', key, '-1')
    if #text == 26 then
      local last, _, _, expires = struct.unpack('>ddI4I6', text)
      state[length - 1], state.expires = last, expires
    end
    state.last = grant_at(state, length - 1)
    -- Farther ahead than anything can be reserved: the clock has stepped back. Moved once, so that the wait ends.
    if state.last > now + horizon then
      state.shift = state.last - now - horizon
      state.last, state[length - 1] = now + horizon, now + horizon
    end
  end
  return state
end

function take(state, rate, interval, _, permits, max_wait)
  local live, due, booked = first_after(state, state.first, now - interval), now, false
  if permits > 0 then
    due = math.max(now, state.last)
    local index = state.total + permits - rate - 1
    if index >= live then
      due = math.max(due, grant_at(state, index) + interval)
    end
    if due - now <= max_wait then
      for i = state.total, state.total + permits - 1 do
        state[i] = due
      end
      state.first, state.total, state.last, booked = live, state.total + permits, due, true
    end
  end
  local lasts, remaining = math.max(0, state.last + interval - now), 0
  if state.last <= now then
    remaining = math.max(0, rate - (state.total - live))
  end
  local changed = booked or state.corrupt or state.shift > 0
  return due - now, remaining, lasts, changed and state or nil, lasts
end

-- The youngest grant, and what it tells of the list.
local function youngest(state, last, oldest, total)
  return struct.pack('>ddI4I6', last, oldest, total, state.expires)
end

-- At most so many at once, because Lua's stack is bounded.
local PIECE = 5000

function write(key, state, lasts)
  local head, expired, from = state.first, state.first, state.stored
  if state.shift > 0 and not state.corrupt then
    from = head
    local texts = redis.call('LRANGE', key, head, '-1')
    for i = 1, #texts do
      state[head + i - 1] = (time_of(texts[i]) or -math.huge) - state.shift
    end
  end
  if state.shift > 0 or state.corrupt or head > 0 and head == state.stored then
    head, expired, state.expires = from, 0, 0
    -- Leaves it to another thread to free what may be long.
    local reply = redis.pcall('UNLINK', key)
    if type(reply) == 'table' then
      return reply.err
    end
    if head == state.total then
      return
    end
  end
  -- Never sooner, because under another limit the same grants may have to last longer.
  local renewed = state.expires - 2 < (expires_from + lasts) / 1000
  if renewed then
    local ms = (expires_from + lasts) / 1000
    state.expires = ms - ms % 1 + 2
  end
  local oldest = grant_at(state, head)
  local added, time, text = {}, nil, nil
  for i = from, state.total - 2 do
    if state[i] ~= time then
      time = state[i]
      text = struct.pack('>d', time)
    end
    added[#added + 1] = text
  end
  added[#added + 1] = youngest(state, state.last, oldest, state.total - head)
  for i = 1, #added, PIECE do
    local reply = redis.pcall('RPUSH', key, unpack(added, i, math.min(i + PIECE - 1, #added)))
    if type(reply) == 'table' then
      return reply.err
    end
  end
  if expired > 0 then
    redis.call('LTRIM', key, expired, '-1')
  end
  if renewed then
    redis.call('PEXPIREAT', key, string.format('%.0f', state.expires))
  end
end

-- Beyond taking

function give_back(state, _, _, _, permits, granted)
  local time = now + granted
  if state.total == 0 or state.shift > 0 or time < grant_at(state, 0) or time > state.last then
    return 0
  end
  local after = first_after(state, 0, time)
  local from = math.max(after - permits, first_after(state, 0, time - 1))
  local oldest = grant_at(state, from > 0 and 0 or math.min(after, state.total - 1))
  local last = after < state.total and state.last or from > 0 and grant_at(state, from - 1)
  local alike = 0
  for _, text in ipairs(redis.call('LRANGE', state.key, from, after - 1)) do
    if #text == 8 then
      alike = alike + 1
    else
      redis.call('LREM', state.key, '-1', text)
    end
  end
  if alike > 0 then
    redis.call('LREM', state.key, -alike, struct.pack('>d', time))
  end
  local given = after - from
  if given > 0 and given < state.total then
    redis.call('LSET', state.key, '-1', youngest(state, last, oldest, state.total - given))
  end
  return given
end

function release(state, _, interval, _, permits)
  local live = first_after(state, 0, now - interval)
  local released = math.min(first_after(state, live, now) - live, permits)
  local first = live + released
  if released > 0 then
    local oldest = first < state.total and grant_at(state, first)
    redis.call('LTRIM', state.key, first, '-1')
    if oldest then
      redis.call('LSET', state.key, '-1', youngest(state, state.last, oldest, state.total - first))
    end
  end
  return released
end
