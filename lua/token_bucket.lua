-- TOKEN_BUCKET (tb1): a bucket of burst permits, full at the start and refilled with rate permits in each interval.
-- KEYS: a string of big-endian doubles: us since the epoch of the last write; moment of the last booked grant in us
--   from there; permits used at that moment and not yet refilled; rate, interval and burst that the whole queue was
--   booked under, the burst 0 when there were several limits.
-- ARGV[1]: as in the operation.
-- Returns the algorithm's functions.

local function read_bucket(key)
  local state = {
    key = key, dirty = false, lasts = 0, at = 0, used = 0, rate = 0, interval = 0, burst = 0,
  }
  local text = read_string(state, 48)
  if text then
    local seen, at
    seen, at, state.used, state.rate, state.interval, state.burst = unpack_struct('>dddddd', text)
    state.dirty = seen > now
    state.at = at - max(0, now - seen)
  end
  return state
end

local function take_from_bucket(state, rate, interval, burst, permits, max_wait)
  local at, spacing = state.at, interval / rate
  local from = max(0, at)
  local used = max(0, state.used - (from - at) / spacing)
  local wait = permits == 0 and 0 or from + max(0, (used + permits - burst) * spacing)
  local due = ceil(wait - SLACK)
  if permits > 0 and due <= max_wait then
    local one_limit = ceil(at - SLACK) <= 0
      or state.rate == rate and state.interval == interval and state.burst == burst
    state.rate, state.interval, state.burst = rate, interval, one_limit and burst or 0
    at, used = wait, max(0, used - (wait - from) / spacing) + permits
    state.at, state.used, state.dirty = at, used, true
    from = at
  end
  local lasts = max(0, from + used * spacing)
  state.lasts = lasts
  local remaining = 0
  if ceil(from - SLACK) <= 0 then
    remaining = max(0, floor(burst - used + SLACK / spacing))
  end
  return due, remaining, ceil(lasts - SLACK)
end

local function write_bucket(state)
  local text = pack('>dddddd', now, state.at, state.used, state.rate, state.interval, state.burst)
  return write_string(state, text)
end

algorithms.tb1 = { read = read_bucket, take = take_from_bucket, write = write_bucket }

-- Beyond taking

function algorithms.tb1.give_back(state, rate, interval, burst, permits, granted)
  local at, used, spacing = state.at, state.used, interval / rate
  local ahead = ceil(at - SLACK)
  if ahead <= 0 then
    used = used - max(0, permits - max(0, -granted) / spacing)
  elseif ahead ~= granted then
    return 0
  else
    used = used - permits
    local one_limit = state.rate == rate and state.interval == interval and state.burst == burst
    if one_limit and state.used >= burst - SLACK then
      state.at = max(0, at - permits * spacing)
      used = used + (at - state.at) / spacing
    end
  end
  state.used, state.dirty = max(0, used), true
  state.lasts = state.at + state.used * spacing
  return permits
end

function algorithms.tb1.release(state, rate, interval, _, permits)
  if ceil(state.at - SLACK) > 0 then
    return 0
  end
  local used = max(0, state.used + state.at * rate / interval)
  local released = min(used, permits)
  state.at, state.used, state.dirty = 0, used - released, true
  state.lasts = state.used * interval / rate
  return ceil(released)
end
