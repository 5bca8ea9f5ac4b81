-- FIXED_WINDOW (fw1): at most rate permits in a window of an interval, which begins with the first grant after the one
--   before has ended.
-- KEYS: a string of big-endian doubles: us since the epoch of the last write; start of the last booked window in us
--   from there; permits booked in it.
-- ARGV[1]: as in the operation.
-- Returns the algorithm's functions.

local function read_fixed(key)
  local state = { key = key, dirty = false, lasts = 0, start = -math.huge, used = 0 }
  local text = read_string(state, 24)
  if text then
    local seen, start
    seen, start, state.used = unpack_struct('>ddd', text)
    state.dirty = seen > now
    state.start = start - max(0, now - seen)
  end
  return state
end

local function take_from_fixed(state, rate, interval, _, permits, max_wait)
  local due, ends = 0, state.start + interval
  if permits > 0 and ends > 0 then
    due = state.used + permits <= rate and max(0, state.start) or ends
  end
  if permits > 0 and due <= max_wait then
    if due >= ends then
      state.start, state.used, ends = due, 0, due + interval
    end
    state.used, state.dirty = state.used + permits, true
  end
  state.lasts = max(0, ends)
  local remaining = 0
  if state.start <= 0 then
    remaining = max(0, rate - (ends > 0 and state.used or 0))
  end
  return due, remaining, state.used > 0 and state.lasts or max(0, state.start)
end

local function write_fixed(state)
  return write_string(state, pack('>ddd', now, state.start, state.used))
end

algorithms.fw1 = { read = read_fixed, take = take_from_fixed, write = write_fixed }

-- Beyond taking

function algorithms.fw1.give_back(state, _, interval, _, permits, granted)
  if granted < state.start or granted >= state.start + interval then
    return 0
  end
  local given = min(state.used, permits)
  state.used, state.dirty = state.used - given, true
  state.lasts = max(0, state.start + interval)
  return given
end

function algorithms.fw1.release(state, rate, interval, burst, permits)
  if state.start > 0 or state.start + interval <= 0 then
    return 0
  end
  return algorithms.fw1.give_back(state, rate, interval, burst, permits, 0)
end
