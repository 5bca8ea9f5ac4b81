-- Takes used permits off, the oldest first, never those that are reserved ahead.
-- KEYS[1]: state of the limiter and key.
-- ARGV[1]: after not_after
--   rate: permits
--   interval: us
--   burst: permits
--   permits: permits to take off
-- Returns a big-endian double: the permits taken off.

local rate, interval, burst, permits = unpack_struct('>dddd', arguments, position)
local algorithm = algorithms[string.sub(KEYS[1], -3)]
local state = algorithm.read(KEYS[1])
if state.err then
  return redis.error_reply(state.err)
end
local released = algorithm.release(state, rate, interval, burst, permits)
if released > 0 and state.dirty then
  local err = algorithm.write(state)
  if err then
    return redis.error_reply(err)
  end
end
return pack('>d', released)
