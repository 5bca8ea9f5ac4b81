-- LEAKY_BUCKET (lb1): a request for p permits is granted at least p * interval / rate after the one before.
-- KEYS: a string 'seen last': us since the epoch of the last write; the last departure in us from there, with
--   its fraction.
-- ARGV: as in the operation.
-- Returns the algorithm's functions.

local leaky = {}

local function taken(demand)
  return demand.permits * demand.interval / demand.rate
end

function leaky.read(key)
  local state, last = read_numbers(key, '^(%d+) (%-?%d[%d.e+-]*)$')
  state.last = (last or -math.huge) - state.age
  return state
end

function leaky.wait(state, demand)
  return math.max(0, state.last + taken(demand))
end

function leaky.book(state, demand, wait)
  local even = state.last + taken(demand)
  local due = round_up(wait)
  state.last = even > due - 1 + SLACK and even or due
  state.dirty = true
end

function leaky.remaining(state, demand)
  return round_up(state.last + demand.interval / demand.rate) <= 0 and 1 or 0
end

function leaky.lasts(state, demand)
  return math.max(0, state.last + demand.interval)
end

function leaky.reset_after(state, demand)
  return math.max(0, state.last + demand.interval / demand.rate)
end

function leaky.write(state, lasts)
  return write_numbers(state, lasts, string.format('%.0f %.17g', now, state.last))
end

function leaky.give_back(state, demand, granted)
  if round_up(state.last) ~= granted then
    return 0
  end
  state.last = state.last - taken(demand)
  state.dirty = true
  return demand.permits
end

function leaky.release()
  return 0
end

algorithms.lb1 = leaky
