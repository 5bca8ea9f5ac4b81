-- FIXED_WINDOW (fw1): at most rate permits in a window of an interval, which begins with the first grant after the one
--   before has ended.
-- KEYS: a string of big-endian doubles: us since the epoch of the last write; start of the last booked window in us
--   from there; permits booked in it.
-- ARGV[1]: as in the operation.
-- Returns the algorithm's functions.

function take(state, rate, interval, _, permits, max_wait)
  local start, used, changed = -math.huge, 0, nil
  if state then
    local seen
    seen, start, used = struct.unpack('>ddd', state)
    if seen > now then
      if seen > now + year then
        start, used, corrupt = -math.huge, 0, corrupt + 1
      end
      changed = struct.pack('>ddd', now, start, used)
    else
      start = start - (now - seen)
    end
  end
  local due, ends = 0, start + interval
  if permits > 0 then
    if ends > 0 then
      due = used + permits > rate and ends or start > 0 and start or 0
    end
    if due <= max_wait then
      if due >= ends then
        start, used, ends = due, 0, due + interval
      end
      used = used + permits
      changed = struct.pack('>ddd', now, start, used)
    end
  end
  local lasts, remaining = ends, 0
  if ends <= 0 then
    lasts, remaining = 0, rate
  elseif start <= 0 and used < rate then
    remaining = rate - used
  end
  return due, remaining, used > 0 and lasts or start > 0 and start or 0, changed, lasts
end

size = 24

-- Beyond taking

function give_back(state, _, interval, _, permits, granted)
  local seen, start, used = struct.unpack('>ddd', state)
  start = start - math.max(0, now - seen)
  local lost = granted > 0 and start <= 0
  if granted < start or granted >= start + interval or lost then
    return 0
  end
  local given = math.min(used, permits)
  return given, struct.pack('>ddd', now, start, used - given), math.max(0, start + interval)
end

function release(state, rate, interval, burst, permits)
  local seen, start = struct.unpack('>dd', state)
  if start - math.max(0, now - seen) > 0 then
    return 0
  end
  return give_back(state, rate, interval, burst, permits, 0)
end
