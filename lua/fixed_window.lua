-- FIXED_WINDOW (fw1): at most rate permits in a window of an interval, which begins with the first grant after the one
--   before has ended.
-- KEYS: a string 'seen start used': us since the epoch of the last write; start of the last booked window in us from
--   there; permits booked in it.
-- ARGV: as in the operation.
-- Returns the algorithm's functions.

local fixed = {}

function fixed.read(key)
  local state, start, used = read_numbers(key, '^(%d+) (%-?%d[%d.e+-]*) (%d+)$')
  state.start, state.used = (start or -math.huge) - state.age, used or 0
  return state
end

function fixed.wait(state, demand)
  local ends = state.start + demand.interval
  if ends <= 0 then
    return 0
  end
  return state.used + demand.permits <= demand.rate and math.max(0, state.start) or ends
end

function fixed.book(state, demand, wait)
  if wait >= state.start + demand.interval then
    state.start, state.used = wait, 0
  end
  state.used = state.used + demand.permits
  state.dirty = true
end

function fixed.remaining(state, demand)
  if state.start > 0 then
    return 0
  end
  local used = state.start + demand.interval > 0 and state.used or 0
  return math.max(0, demand.rate - used)
end

function fixed.lasts(state, demand)
  return math.max(0, state.start + demand.interval)
end

function fixed.reset_after(state, demand)
  return state.used > 0 and fixed.lasts(state, demand) or math.max(0, state.start)
end

function fixed.write(state, lasts)
  return write_numbers(state, lasts, string.format('%.0f %.0f %.0f', now, state.start, state.used))
end

function fixed.give_back(state, demand, granted)
  if granted < state.start or granted >= state.start + demand.interval then
    return 0
  end
  local given = math.min(state.used, demand.permits)
  state.used = state.used - given
  state.dirty = true
  return given
end

function fixed.release(state, demand)
  if state.start > 0 or state.start + demand.interval <= 0 then
    return 0
  end
  return fixed.give_back(state, demand, 0)
end

algorithms.fw1 = fixed
