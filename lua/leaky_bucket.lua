-- LEAKY_BUCKET (lb1): a request for p permits is granted at least p * interval / rate after the one before.
-- KEYS: a string of big-endian doubles: us since the epoch of the last write; the last departure in us from there.
-- ARGV[1]: as in the operation.
-- Returns the algorithm's functions.

function take(state, rate, interval, _, permits, max_wait)
  local slack = 1e-6
  local last, changed = -math.huge, nil
  if state then
    local seen
    seen, last = struct.unpack('>dd', state)
    if seen > now then
      if seen > now + year then
        last, corrupt = -math.huge, corrupt + 1
      end
      changed = struct.pack('>dd', now, last)
    else
      last = last - (now - seen)
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
      changed = struct.pack('>dd', now, last)
    end
  end
  local lasts, back = last + interval, last + interval / rate
  back = back > slack and math.ceil(back - slack) or 0
  return due, back == 0 and 1 or 0, back, changed, lasts > 0 and lasts or 0
end

size = 16

-- Beyond taking

function give_back(state, rate, interval, _, permits, granted)
  local slack = 1e-6
  local seen, last = struct.unpack('>dd', state)
  last = last - math.max(0, now - seen)
  if math.ceil(last - slack) ~= granted then
    return 0
  end
  last = last - permits * interval / rate
  return permits, struct.pack('>dd', now, last), math.max(0, last + interval)
end

function release()
  return 0
end
