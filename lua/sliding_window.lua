-- SLIDING_WINDOW (sw1): never more than rate permits in any span of an interval, exactly.
-- KEYS: a list with the time of each grant, oldest first: us since the epoch as a big-endian double, which takes the
--   bytes that a number in text takes and is sooner written and read.
-- ARGV[1]: as in the operation.
-- Returns the algorithm's functions.

-- How many grants a batch reads at once, because those that it needs follow each other.
local CHUNK = 32

local function time_of(text)
  return #text == 8 and struct.unpack('>d', text)
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
  local state = { key = key, first = 0, stored = 0, total = 0, last = -math.huge, shift = 0 }
  local length = redis.pcall('LLEN', key)
  if type(length) == 'table' then
    if not string.find(length.err, 'WRONGTYPE', 1, true) then
      return nil, length.err
    end
    corrupt, state.corrupt = corrupt + 1, true
  elseif length > 0 then
    state.stored, state.total = length, length
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

-- At most so many at once, because Lua's stack is bounded.
local PIECE = 5000

function write(key, state, lasts)
  local first, from, replaced = state.first, state.stored, state.stored == 0
  if state.shift > 0 and not state.corrupt then
    from = first
    local texts = redis.call('LRANGE', key, first, '-1')
    for i = 1, #texts do
      state[first + i - 1] = (time_of(texts[i]) or -math.huge) - state.shift
    end
  end
  local added, time, text = {}, nil, nil
  for i = from, state.total - 1 do
    if state[i] ~= time then
      time = state[i]
      text = struct.pack('>d', time)
    end
    added[#added + 1] = text
  end
  if state.shift > 0 or state.corrupt or first > 0 and first == state.stored then
    first, replaced = 0, true
    -- Leaves it to another thread to free what may be long.
    local reply = redis.pcall('UNLINK', key)
    if type(reply) == 'table' then
      return reply.err
    end
  end
  for i = 1, #added, PIECE do
    local reply = redis.pcall('RPUSH', key, unpack(added, i, math.min(i + PIECE - 1, #added)))
    if type(reply) == 'table' then
      return reply.err
    end
  end
  if first > 0 then
    redis.call('LTRIM', key, first, '-1')
  end
  -- Never sooner, because under another limit the same grants may have to last longer.
  if replaced or redis.call('PTTL', key) - 2 < lasts / 1000 then
    local ms = (expires_from + lasts) / 1000
    redis.call('PEXPIREAT', key, ms - ms % 1 + 2)
  end
end

-- Beyond taking

function give_back(state, _, _, _, permits, granted)
  local time = now + granted
  if state.total == 0 or state.shift > 0 or time < grant_at(state, 0) or time > state.last then
    return 0
  end
  return redis.call('LREM', state.key, -permits, struct.pack('>d', time))
end

function release(state, _, interval, _, permits)
  local live = first_after(state, 0, now - interval)
  local released = math.min(first_after(state, live, now) - live, permits)
  if released > 0 then
    redis.call('LTRIM', state.key, live + released, '-1')
  end
  return released
end
