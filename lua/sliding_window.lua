-- SLIDING_WINDOW (sw1): never more than rate permits in any span of an interval, exactly.
-- KEYS: a list with the time of each grant, us since the epoch, oldest first.
-- ARGV: as in the operation.
-- Returns the algorithm's functions.

local window = {}

local function item(state, index)
  if index >= state.stored then
    return state.added[index - state.stored + 1]
  end
  local time = state.items[index]
  if not time then
    time = tonumber(redis.call('LINDEX', state.key, index))
    if not time then
      state.corrupt, state.dirty = true, true
      return -math.huge
    end
    time = time - now - state.shift
    state.items[index] = time
  end
  return time
end

-- Index of the first item after a time: gallop, then halve, so that what has expired is not looped over.
local function first_after(state, low, time)
  local total = state.total
  if low >= total or item(state, low) > time then
    return low
  end
  local step = 1
  while low + step < total and item(state, low + step) <= time do
    low = low + step
    step = step * 2
  end
  local high = math.min(low + step, total)
  while high - low > 1 do
    local middle = math.floor((low + high) / 2)
    if item(state, middle) <= time then
      low = middle
    else
      high = middle
    end
  end
  return high
end

local function first_live(state, demand)
  if state.live_for ~= demand.interval then
    state.live_for = demand.interval
    state.live = first_after(state, state.first, -demand.interval)
  end
  return state.live
end

local function last(state)
  return state.total > state.first and item(state, state.total - 1) or -math.huge
end

function window.read(key)
  local state = { key = key, first = 0, stored = 0, total = 0, added = {}, items = {}, shift = 0 }
  local length = redis.pcall('LLEN', key)
  if type(length) == 'table' then
    return unreadable(state, length)
  end
  state.stored, state.total = length, length
  -- Farther ahead than anything can be reserved: the clock has stepped back. Moved once, so that the wait has an end.
  local ahead = last(state) - horizon
  if ahead > 0 then
    state.shift, state.dirty, state.items = ahead, true, {}
  end
  return state
end

function window.wait(state, demand)
  local live = first_live(state, demand)
  local wait = math.max(0, last(state))
  local index = state.total - live + demand.permits - demand.rate - 1
  if index >= 0 then
    wait = math.max(wait, item(state, live + index) + demand.interval)
  end
  return wait
end

function window.book(state, demand, wait)
  state.first = first_live(state, demand)
  for _ = 1, demand.permits do
    state.added[#state.added + 1] = wait
  end
  state.total = state.total + demand.permits
  state.dirty = true
end

function window.remaining(state, demand)
  if last(state) > 0 then
    return 0
  end
  return math.max(0, demand.rate - (state.total - first_live(state, demand)))
end

function window.lasts(state, demand)
  return math.max(0, last(state) + demand.interval)
end

window.reset_after = window.lasts

-- At most so many at once, because Lua's stack is bounded.
local PIECE = 5000

local function append(key, times)
  for from = 1, #times, PIECE do
    local reply = redis.pcall('RPUSH', key, unpack(times, from, math.min(from + PIECE - 1, #times)))
    if type(reply) == 'table' then
      return reply.err
    end
  end
end

function window.write(state, lasts)
  local key, first, times = state.key, state.first, {}
  local replace = state.corrupt or state.shift > 0
  if replace and not state.corrupt then
    for i, time in ipairs(redis.call('LRANGE', key, first, -1)) do
      times[i] = time - state.shift
    end
  end
  for i = 1, #state.added do
    times[#times + 1] = now + state.added[i]
  end
  if replace then
    local reply = redis.pcall('DEL', key)
    if type(reply) == 'table' then
      return reply.err
    end
  end
  local err = append(key, times)
  if err then
    return err
  end
  if first > 0 and not replace then
    redis.call('LTRIM', key, first, -1)
  end
  redis.call('PEXPIRE', key, ttl_millis(lasts))
end

function window.give_back(state, demand, granted)
  if state.total == 0 or state.shift > 0 or granted < item(state, 0) or granted > last(state) then
    return 0
  end
  return redis.call('LREM', state.key, -demand.permits, string.format('%.0f', now + granted))
end

function window.release(state, demand)
  local live = first_live(state, demand)
  local due = first_after(state, live, 0) - live
  local released = math.min(due, demand.permits)
  if released > 0 then
    redis.call('LTRIM', state.key, live + released, -1)
  end
  return released
end

algorithms.sw1 = window
