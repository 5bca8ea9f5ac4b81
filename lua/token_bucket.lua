-- TOKEN_BUCKET (tb1): a bucket of burst permits, full at the start and refilled with rate permits in each interval.
-- KEYS: a string 'seen at used spacing burst': us since the epoch of the last write; moment of the last booked grant in
--   us from there; permits used at that moment, not yet refilled; and the limit that the whole queue was booked under,
--   as us between permits and burst (burst 0 when there were several).
-- ARGV: as in the operation.
-- Returns the algorithm's functions.

local bucket = {}

local PATTERN = '^(%d+) (%-?%d[%d.e+-]*) (%d[%d.e+-]*) (%d[%d.e+-]*) (%d+)$'

local function spacing(demand)
  return demand.interval / demand.rate
end

local function used_at(state, time, demand)
  return math.max(0, state.used - (time - state.at) / spacing(demand))
end

function bucket.read(key)
  local state, at, used, of_spacing, of_burst = read_numbers(key, PATTERN)
  state.at, state.used, state.spacing, state.burst = (at or 0) - state.age, used or 0, of_spacing or 0, of_burst or 0
  return state
end

function bucket.wait(state, demand)
  local from = math.max(0, state.at)
  local missing = used_at(state, from, demand) + demand.permits - demand.burst
  return from + math.max(0, missing * spacing(demand))
end

function bucket.book(state, demand, wait)
  local same = state.spacing == spacing(demand) and state.burst == demand.burst
  state.burst = (same or round_up(state.at) <= 0) and demand.burst or 0
  state.spacing = spacing(demand)
  state.used = used_at(state, wait, demand) + demand.permits
  state.at = wait
  state.dirty = true
end

function bucket.remaining(state, demand)
  if round_up(state.at) > 0 then
    return 0
  end
  return math.max(0, math.floor(demand.burst - used_at(state, 0, demand) + SLACK / spacing(demand)))
end

function bucket.lasts(state, demand)
  return math.max(0, state.at + state.used * spacing(demand))
end

bucket.reset_after = bucket.lasts

function bucket.write(state, lasts)
  local numbers = string.format('%.0f %.17g %.17g %.17g %.0f', now, state.at, state.used, state.spacing, state.burst)
  return write_numbers(state, lasts, numbers)
end

function bucket.give_back(state, demand, granted)
  local before, at = state.used, state.at
  if round_up(at) > 0 then
    if round_up(at) ~= granted then
      return 0
    end
    local one_limit = state.spacing == spacing(demand) and state.burst == demand.burst
    if one_limit and state.used >= demand.burst - SLACK then
      state.at = math.max(0, at - demand.permits * spacing(demand))
    end
    state.used = math.max(0, before - demand.permits + (at - state.at) / spacing(demand))
  else
    local refilled = math.max(0, -granted) / spacing(demand)
    state.used = math.max(0, before - math.max(0, demand.permits - refilled))
  end
  state.dirty = true
  return demand.permits
end

function bucket.release(state, demand)
  if round_up(state.at) > 0 then
    return 0
  end
  local used = used_at(state, 0, demand)
  local released = math.min(used, demand.permits)
  state.at, state.used = 0, used - released
  state.dirty = true
  return math.ceil(released)
end

algorithms.tb1 = bucket
