-- LEAKY_BUCKET (lb1): a request for p permits is granted at least p * interval / rate after the one before.
-- KEYS: a string of big-endian doubles: us since the epoch of the last write; the last departure in us from there.
-- ARGV[1]: as in the operation.
-- Returns the algorithm's functions.

local function read_leaky(key)
  local state = { key = key, dirty = false, lasts = 0, last = -math.huge }
  local text = read_string(state, 16)
  if text then
    local seen, last = unpack_struct('>dd', text)
    state.dirty = seen > now
    state.last = last - max(0, now - seen)
  end
  return state
end

local function take_from_leaky(state, rate, interval, _, permits, max_wait)
  local even = state.last + permits * interval / rate
  local due = permits == 0 and 0 or ceil(max(0, even) - SLACK)
  if permits > 0 and due <= max_wait then
    state.last = even > due - 1 + SLACK and even or due
    state.dirty = true
  end
  state.lasts = max(0, state.last + interval)
  local back = max(0, ceil(state.last + interval / rate - SLACK))
  return due, back == 0 and 1 or 0, back
end

local function write_leaky(state)
  return write_string(state, pack('>dd', now, state.last))
end

algorithms.lb1 = { read = read_leaky, take = take_from_leaky, write = write_leaky }

-- Beyond taking

function algorithms.lb1.give_back(state, rate, interval, _, permits, granted)
  if ceil(state.last - SLACK) ~= granted then
    return 0
  end
  state.last = state.last - permits * interval / rate
  state.lasts, state.dirty = max(0, state.last + interval), true
  return permits
end

function algorithms.lb1.release()
  return 0
end
