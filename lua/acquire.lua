-- Decides a batch of requests in order. A request takes all its demands or none; a single demand may be reserved.
-- KEYS: one for each different key of the demands.
-- ARGV[1]: after not_after, for each request
--   demands: count
--   max_wait: us, how far ahead a single demand may be reserved
--   then for each demand
--     key: index into KEYS
--     rate: permits
--     interval: us
--     burst: permits
--     permits: permits
-- Returns big-endian doubles: now in us since the epoch; the number of corrupt states replaced, -1 when it is too late;
--   then for each request 1 when granted, 0 when refused, -1 when it failed, and for each of its demands: when it is
--   due in us since the epoch, permits remaining, us until the whole limit is back. The text of an error follows.

if not_after > 0 and now > not_after then
  return pack('>dd', now, -1)
end

-- One request with one demand, which most scripts are, needs no tables to keep order in.
if #arguments == 80 then
  local _, max_wait, _, rate, interval, burst, permits = unpack_struct('>ddddddd', arguments, position)
  local key = KEYS[1]
  local algorithm = algorithms[string.sub(key, -3)]
  local state = algorithm.read(key)
  local failure, due, remaining, reset_after = state.err, 0, 0, 0
  if not failure then
    due, remaining, reset_after = algorithm.take(state, rate, interval, burst, permits, max_wait)
    failure = state.dirty and algorithm.write(state)
  end
  local corrupt, outcome = state.corrupt and 1 or 0, failure and -1 or due <= max_wait and 1 or 0
  local reply = pack('>dddddd', now, corrupt, outcome, now + due, remaining, reset_after)
  return failure and reply .. failure or reply
end

local reply, filled = { now, 0 }, 2
local states, failure = {}, nil

local function take(at, max_wait)
  local index, rate, interval, burst, permits = unpack_struct('>ddddd', arguments, at)
  local state = states[index]
  if not state then
    local key = KEYS[index]
    local algorithm = algorithms[string.sub(key, -3)]
    state = algorithm.read(key)
    state.algorithm = algorithm
    states[index] = state
    failure = failure or state.err
  end
  if state.err then
    return 0, 0, 0
  end
  return state.algorithm.take(state, rate, interval, burst, permits, max_wait)
end

local first, last = position, #arguments
while position < last do
  local demands, max_wait = unpack_struct('>dd', arguments, position)
  position = position + 16
  local after = position + 40 * demands
  if demands > 1 then
    max_wait = 0
    for at = position, after - 1, 40 do
      if take(at, -1) > 0 then
        max_wait = -1
      end
    end
  end
  filled = filled + 1
  local outcome, place = 1, filled
  while position < after do
    local due, remaining, reset_after = take(position, max_wait)
    if due > max_wait then
      outcome = 0
    end
    reply[filled + 1], reply[filled + 2], reply[filled + 3] = now + due, remaining, reset_after
    filled = filled + 3
    position = position + 40
  end
  reply[place] = outcome
end

for _, state in pairs(states) do
  if state.corrupt then
    reply[2] = reply[2] + 1
  end
  if state.dirty and not state.err then
    state.err = state.algorithm.write(state)
    failure = failure or state.err
  end
end

-- A request fails with any of its keys; what else it took stays booked, never less.
if failure then
  local place = 3
  position = first
  while position < last do
    local demands = unpack_struct('>d', arguments, position)
    for i = 0, demands - 1 do
      if states[unpack_struct('>d', arguments, position + 16 + 40 * i)].err then
        reply[place] = -1
      end
    end
    position, place = position + 16 + 40 * demands, place + 1 + 3 * demands
  end
end

return pack('>' .. string.rep('d', filled), unpack(reply, 1, filled)) .. (failure or '')
