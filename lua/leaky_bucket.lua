-- LEAKY_BUCKET (lb2): a request for p permits is granted at least p * interval / rate after the one before.
-- KEYS: a string of doubles: us since the epoch of the last write, by the state's time; the last departure
--   in us from there; the offset of the state's time.
-- ARGV[1]: as in the operation.
-- Returns the algorithm's functions.

function take(state, rate, interval, _, permits, max_wait)
  local slack = 1e-6
  local last, offset, changed = -math.huge, 0, nil
  if state then
    local seen
    seen, last, offset = struct.unpack('<ddd', state)
    local age = now + offset - seen
    if age < 0 then
      offset = offset - age
      changed = struct.pack('<ddd', now + offset, last, offset)
    else
      last = last - age
    end
  end
  local due = 0
  if permits > 0 then
    local even = last + permits * interval / rate
    if even > slack then
      due = math.ceil(even - slack)
    end
    if due <= max_wait then
      last = even > due - 1 + slack and even or due
      changed = struct.pack('<ddd', now + offset, last, offset)
    end
  end
  local lasts, back = last + interval, last + interval / rate
  back = back > slack and math.ceil(back - slack) or 0
  return due, back == 0 and 1 or 0, back, changed, lasts > 0 and lasts or 0, offset
end

size = 24

-- Beyond taking

function blank()
  return struct.pack('<ddd', now, -math.huge, 0)
end

-- A call that left did leave: only one that was not there at all, and was the last, moves it back.
function give_back(state, rate, interval, _, permits, granted, back)
  local slack = 1e-6
  local seen, last, offset = struct.unpack('<ddd', state)
  last = last - (now + offset - seen)
  if back < permits or math.ceil(last - slack) ~= granted - now - offset then
    return 0
  end
  last = last - permits * interval / rate
  return permits, struct.pack('<ddd', now + offset, last, offset), math.max(0, last + interval)
end

function release()
  return 0
end

function charge(state, rate, interval, _, permits)
  local seen, last, offset = now, -math.huge, 0
  if state then
    seen, last, offset = struct.unpack('<ddd', state)
  end
  last = math.min(math.max(0, last - (now + offset - seen) + permits * interval / rate), most_time)
  return struct.pack('<ddd', now + offset, last, offset), last + interval
end
