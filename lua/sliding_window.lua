-- SLIDING_WINDOW (sw1): never more than rate permits in any span of an interval, exactly.
-- KEYS: a list with the time of each grant, us since the epoch, oldest first.
-- ARGV[1]: as in the operation.
-- Returns the algorithm's functions.

-- The time of a grant by its place in the stored list, or among those added by this script.
local function grant_at(state, index)
  if index >= state.stored then
    return state.added[index - state.stored + 1]
  end
  local time = state.times[index]
  if not time then
    time = tonumber(redis.call('LINDEX', state.key, index))
    if not time then
      state.corrupt, state.dirty = true, true
      return -math.huge
    end
    time = time - now - state.shift
    state.times[index] = time
  end
  return time
end

-- Place of the first grant after a time: gallop, then halve, so that what has expired is not looped over.
local function first_after(state, low, time)
  local total = state.total
  if low >= total or grant_at(state, low) > time then
    return low
  end
  local step = 1
  while low + step < total and grant_at(state, low + step) <= time do
    low = low + step
    step = step * 2
  end
  local high = min(low + step, total)
  while high - low > 1 do
    local middle = floor((low + high) / 2)
    if grant_at(state, middle) <= time then
      low = middle
    else
      high = middle
    end
  end
  return high
end

local function read_window(key)
  local state = {
    key = key, dirty = false, lasts = 0, shift = 0, first = 0, stored = 0, total = 0, last = -math.huge, times = {},
    added = {},
  }
  local length = redis.pcall('LLEN', key)
  if type(length) == 'table' then
    unreadable(state, length)
  elseif length > 0 then
    state.stored, state.total = length, length
    state.last = grant_at(state, length - 1)
    -- Farther ahead than anything can be reserved: the clock has stepped back. Moved once, so that the wait has an end.
    if state.last > horizon then
      state.shift, state.dirty, state.times = state.last - horizon, true, {}
      state.last = horizon
    end
  end
  return state
end

local function take_from_window(state, rate, interval, _, permits, max_wait)
  local live = first_after(state, state.first, -interval)
  local due = 0
  if permits > 0 then
    due = max(0, state.last)
    local index = state.total - live + permits - rate - 1
    if index >= 0 then
      due = max(due, grant_at(state, live + index) + interval)
    end
    if due <= max_wait then
      local added = state.added
      for i = #added + 1, #added + permits do
        added[i] = due
      end
      state.first, state.total, state.last, state.dirty = live, state.total + permits, due, true
    end
  end
  local lasts = max(0, state.last + interval)
  state.lasts = lasts
  return due, state.last > 0 and 0 or max(0, rate - (state.total - live)), lasts
end

-- At most so many at once, because Lua's stack is bounded.
local PIECE = 5000

local function write_window(state)
  local key, first, added = state.key, state.first, state.added
  for i = 1, #added do
    added[i] = now + added[i]
  end
  if state.corrupt or state.shift > 0 then
    if not state.corrupt then
      local moved = redis.call('LRANGE', key, first, -1)
      for i = 1, #moved do
        moved[i] = moved[i] - state.shift
      end
      for i = 1, #added do
        moved[#moved + 1] = added[i]
      end
      added = moved
    end
    local reply = redis.pcall('DEL', key)
    if type(reply) == 'table' then
      return reply.err
    end
    first = 0
  end
  for from = 1, #added, PIECE do
    local reply = redis.pcall('RPUSH', key, unpack(added, from, min(from + PIECE - 1, #added)))
    if type(reply) == 'table' then
      return reply.err
    end
  end
  if first > 0 then
    redis.call('LTRIM', key, first, -1)
  end
  redis.call('PEXPIREAT', key, expiry(state.lasts))
end

algorithms.sw1 = { read = read_window, take = take_from_window, write = write_window }

-- Beyond taking

function algorithms.sw1.give_back(state, _, _, _, permits, granted)
  if state.total == 0 or state.shift > 0 or granted < grant_at(state, 0) or granted > state.last then
    return 0
  end
  return redis.call('LREM', state.key, -permits, string.format('%.0f', now + granted))
end

function algorithms.sw1.release(state, _, interval, _, permits)
  local live = first_after(state, 0, -interval)
  local released = min(first_after(state, live, 0) - live, permits)
  if released > 0 then
    redis.call('LTRIM', state.key, live + released, -1)
  end
  state.lasts = max(0, state.last + interval)
  return released
end
