-- TOKEN_BUCKET (tb1): a bucket of burst permits, full at the start and refilled with rate permits in each interval.
-- KEYS: a string of big-endian doubles: us since the epoch of the last write; moment of the last booked grant in us
--   from there; permits used at that moment and not yet refilled; rate, interval and burst that the whole queue was
--   booked under, the burst 0 when there were several limits.
-- ARGV[1]: as in the operation.
-- Returns the algorithm's functions.

function take(state, rate, interval, burst, permits, max_wait)
  local slack = 1e-6
  local at, used, queue_rate, queue_interval, queue_burst, changed = 0, 0, 0, 0, 0, nil
  if state then
    local seen
    seen, at, used, queue_rate, queue_interval, queue_burst = struct.unpack('>dddddd', state)
    if seen > now then
      if seen > now + year then
        at, used, corrupt = 0, 0, corrupt + 1
      end
      changed = struct.pack('>dddddd', now, at, used, queue_rate, queue_interval, queue_burst)
    else
      at = at - (now - seen)
    end
  end
  local spacing, from = interval / rate, at
  if at < 0 then
    from, used = 0, used + at / spacing
    if used < 0 then
      used = 0
    end
  end
  local due = 0
  if permits > 0 then
    local wait, missing = from, used + permits - burst
    if missing > 0 then
      wait = from + missing * spacing
    end
    if wait > slack then
      due = math.ceil(wait - slack)
    end
    if due <= max_wait then
      used = used - (wait - from) / spacing
      used, from = (used > 0 and used or 0) + permits, wait
      if at > slack and not (queue_rate == rate and queue_interval == interval and queue_burst == burst) then
        changed = struct.pack('>dddddd', now, from, used, rate, interval, 0)
      else
        changed = struct.pack('>dddddd', now, from, used, rate, interval, burst)
      end
    end
  end
  local lasts, remaining = from + used * spacing, 0
  if from <= slack then
    remaining = burst - used + slack / spacing
    remaining = remaining > 0 and remaining - remaining % 1 or 0
  end
  return due, remaining, math.ceil(lasts - slack), changed, lasts
end

size = 48

-- Beyond taking

function give_back(state, rate, interval, burst, permits, granted)
  local slack = 1e-6
  local seen, at, used, queue_rate, queue_interval, queue_burst = struct.unpack('>dddddd', state)
  at = at - math.max(0, now - seen)
  local spacing, ahead = interval / rate, math.ceil(at - slack)
  if ahead <= 0 then
    if granted > 0 then
      return 0
    end
    used = used - math.max(0, permits - math.max(0, -granted) / spacing)
  elseif ahead ~= granted then
    return 0
  else
    local last, whole = at, used >= burst - slack
    used = used - permits
    if whole and queue_rate == rate and queue_interval == interval and queue_burst == burst then
      at = math.max(0, at - permits * spacing)
      used = used + (last - at) / spacing
    end
  end
  used = math.max(0, used)
  return permits, struct.pack('>dddddd', now, at, used, queue_rate, queue_interval, queue_burst), at + used * spacing
end

function release(state, rate, interval, _, permits)
  local slack = 1e-6
  local seen, at, used, queue_rate, queue_interval, queue_burst = struct.unpack('>dddddd', state)
  at = at - math.max(0, now - seen)
  if at > slack then
    return 0
  end
  used = math.max(0, used + at * rate / interval)
  local released = math.min(used, permits)
  used = used - released
  local changed = struct.pack('>dddddd', now, 0, used, queue_rate, queue_interval, queue_burst)
  return math.ceil(released), changed, used * interval / rate
end
