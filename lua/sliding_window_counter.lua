-- SLIDING_WINDOW_COUNTER (sc1): never more than rate permits by an estimate that takes the previous window as evenly
--   used.
-- KEYS: a string 'seen start previous current last': us since the epoch of the last write; start of the window of the
--   last booked grant in us from there; permits in the window before it and in it; the last booked grant in us from
--   seen.
-- ARGV: as in the operation.
-- Returns the algorithm's functions.

local counter = {}

function counter.read(key)
  local state, start, previous, current, last =
    read_numbers(key, '^(%d+) (%-?%d[%d.e+-]*) (%d+) (%d+) (%-?%d[%d.e+-]*)$')
  state.start, state.last = (start or 0) - state.age, (last or 0) - state.age
  state.previous, state.current = previous or 0, current or 0
  return state
end

-- Start, previous and current of the window that holds a time.
local function window_at(state, time, interval)
  local ahead = math.floor((time - state.start) / interval)
  if ahead <= 0 then
    return state.start, state.previous, state.current
  end
  return state.start + ahead * interval, ahead == 1 and state.current or 0, 0
end

function counter.wait(state, demand)
  local interval, free = demand.interval, demand.rate - demand.permits
  local from = math.max(0, state.last)
  local start, previous, current = window_at(state, from, interval)
  while true do
    local due = math.max(from, start)
    if current <= free then
      if previous > free - current then
        due = math.max(due, start + round_up(interval * (1 - (free - current) / previous)))
      end
      if due < start + interval then
        return due
      end
    end
    start, previous, current = start + interval, current, 0
  end
end

function counter.book(state, demand, wait)
  state.start, state.previous, state.current = window_at(state, wait, demand.interval)
  if state.previous == 0 and state.current == 0 then
    state.start = wait
  end
  state.current = state.current + demand.permits
  state.last = wait
  state.dirty = true
end

function counter.remaining(state, demand)
  if state.last > 0 then
    return 0
  end
  local start, previous, current = window_at(state, 0, demand.interval)
  local used = previous * (1 + start / demand.interval) + current
  return math.max(0, math.floor(demand.rate - used + SLACK))
end

function counter.lasts(state, demand)
  if state.current > 0 then
    return math.max(0, state.start + 2 * demand.interval)
  end
  return state.previous > 0 and math.max(0, state.start + demand.interval) or math.max(0, state.last)
end

counter.reset_after = counter.lasts

function counter.write(state, lasts)
  local text =
    string.format('%.0f %.0f %.0f %.0f %.0f', now, state.start, state.previous, state.current, state.last)
  return write_numbers(state, lasts, text)
end

function counter.give_back(state, demand, granted)
  local into = granted - state.start
  local name = into >= 0 and into < demand.interval and 'current'
    or into < 0 and into >= -demand.interval and 'previous'
  if not name then
    return 0
  end
  local given = math.min(state[name], demand.permits)
  state[name] = state[name] - given
  state.dirty = true
  return given
end

function counter.release(state, demand)
  if state.last > 0 then
    return 0
  end
  state.start, state.previous, state.current = window_at(state, 0, demand.interval)
  local given = math.min(state.current, demand.permits)
  state.current = state.current - given
  state.dirty = true
  return given
end

algorithms.sc1 = counter
