-- SLIDING_WINDOW_COUNTER (sc1): never more than rate permits by an estimate that takes the previous window as evenly
--   used.
-- KEYS: a string of big-endian doubles: us since the epoch of the last write; start of the window of the last booked
--   grant in us from there; permits in the window before it and in it; the last booked grant in us from the last write.
-- ARGV[1]: as in the operation.
-- Returns the algorithm's functions.

local function read_counter(key)
  local state = { key = key, dirty = false, lasts = 0, start = 0, previous = 0, current = 0, last = 0 }
  local text = read_string(state, 40)
  if text then
    local seen, start, last
    seen, start, state.previous, state.current, last = unpack_struct('>ddddd', text)
    local age = max(0, now - seen)
    state.dirty = seen > now
    state.start, state.last = start - age, last - age
  end
  return state
end

-- Start, previous and current of the window that holds a time.
local function counter_at(state, time, interval)
  local ahead = floor((time - state.start) / interval)
  if ahead <= 0 then
    return state.start, state.previous, state.current
  end
  return state.start + ahead * interval, ahead == 1 and state.current or 0, 0
end

local function counter_due(state, rate, interval, permits)
  local from, free = max(0, state.last), rate - permits
  local start, previous, current = counter_at(state, from, interval)
  while true do
    local due = max(from, start)
    if current <= free then
      if previous > free - current then
        due = max(due, start + ceil(interval * (1 - (free - current) / previous) - SLACK))
      end
      if due < start + interval then
        return due
      end
    end
    start, previous, current = start + interval, current, 0
  end
end

local function counter_lasts(state, interval)
  if state.current > 0 then
    return max(0, state.start + 2 * interval)
  end
  return max(0, state.previous > 0 and state.start + interval or state.last)
end

local function take_from_counter(state, rate, interval, _, permits, max_wait)
  local due = permits == 0 and 0 or counter_due(state, rate, interval, permits)
  if permits > 0 and due <= max_wait then
    local start, previous, current = counter_at(state, due, interval)
    if previous == 0 and current == 0 then
      start = due
    end
    state.start, state.previous, state.current = start, previous, current + permits
    state.last, state.dirty = due, true
  end
  state.lasts = counter_lasts(state, interval)
  local remaining = 0
  if state.last <= 0 then
    local start, previous, current = counter_at(state, 0, interval)
    remaining = max(0, floor(rate - previous * (1 + start / interval) - current + SLACK))
  end
  return due, remaining, state.lasts
end

local function write_counter(state)
  local text = pack('>ddddd', now, state.start, state.previous, state.current, state.last)
  return write_string(state, text)
end

algorithms.sc1 = { read = read_counter, take = take_from_counter, write = write_counter }

-- Beyond taking

function algorithms.sc1.give_back(state, _, interval, _, permits, granted)
  local into = granted - state.start
  local given = 0
  if into >= 0 and into < interval then
    given = min(state.current, permits)
    state.current = state.current - given
  elseif into < 0 and into >= -interval then
    given = min(state.previous, permits)
    state.previous = state.previous - given
  end
  state.lasts, state.dirty = counter_lasts(state, interval), given > 0
  return given
end

function algorithms.sc1.release(state, _, interval, _, permits)
  if state.last > 0 then
    return 0
  end
  state.start, state.previous, state.current = counter_at(state, 0, interval)
  local released = min(state.current, permits)
  state.current, state.dirty = state.current - released, true
  state.lasts = counter_lasts(state, interval)
  return released
end
