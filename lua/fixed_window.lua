-- FIXED_WINDOW (fw2): at most rate permits in a window of an interval, which begins with the first grant after the one
--   before has ended.
-- KEYS: a string of doubles: us since the epoch of the last write, by the state's time; start of the last
--   booked window in us from there; permits booked in it; the offset of the state's time.
-- ARGV[1]: as in the operation.
-- Returns the algorithm's functions.

function take(state, rate, interval, _, permits, max_wait)
  local start, used, offset, changed = -math.huge, 0, 0, nil
  if state then
    local seen
    seen, start, used, offset = struct.unpack('<dddd', state)
    local age = now + offset - seen
    if age < 0 then
      offset = offset - age
      changed = struct.pack('<dddd', now + offset, start, used, offset)
    else
      start = start - age
    end
  end
  local due, ends = 0, start + interval
  if permits > 0 or used > rate then
    if ends > 0 then
      due = used + permits > rate and ends or start > 0 and start or 0
    end
    if due <= max_wait and permits > 0 then
      if due >= ends then
        start, used, ends = due, 0, due + interval
      end
      used = used + permits
      changed = struct.pack('<dddd', now + offset, start, used, offset)
    end
  end
  local lasts, remaining = ends, 0
  if ends <= 0 then
    lasts, remaining = 0, rate
  elseif start <= 0 then
    remaining = used > rate and 0 or rate - used
  end
  local reset_after = used > 0 and lasts or start > 0 and start or 0
  return due, remaining, reset_after, changed, lasts, offset
end

size = 32

-- Beyond taking

function blank()
  return struct.pack('<dddd', now, -math.huge, 0, 0)
end

local function less(start, used, offset, permits, interval)
  local given = math.min(used, permits)
  if given == 0 then
    return 0
  end
  local changed = struct.pack('<dddd', now + offset, start, used - given, offset)
  return given, changed, math.max(0, start + interval)
end

function give_back(state, _, interval, _, _, granted, back)
  local seen, start, used, offset = struct.unpack('<dddd', state)
  granted, start = granted - now - offset, start - (now + offset - seen)
  local lost = granted > 0 and start <= 0
  if granted < start or granted >= start + interval or lost then
    return 0
  end
  return less(start, used, offset, back, interval)
end

function release(state, _, interval, _, permits)
  local seen, start, used, offset = struct.unpack('<dddd', state)
  start = start - (now + offset - seen)
  if start > 0 or start + interval <= 0 then
    return 0
  end
  return less(start, used, offset, permits, interval)
end

function charge(state, _, interval, _, permits)
  local seen, start, used, offset = now, -math.huge, 0, 0
  if state then
    seen, start, used, offset = struct.unpack('<dddd', state)
  end
  start = start - (now + offset - seen)
  if start + interval <= 0 then
    start, used = 0, 0
  end
  used = math.min(used + permits, most_permits)
  return struct.pack('<dddd', now + offset, start, used, offset), start + interval
end
