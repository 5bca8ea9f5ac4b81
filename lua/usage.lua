-- Reads how much of a limit is used; writes nothing.
-- KEYS[1]: state of the limiter and key.
-- ARGV[1]: after not_after
--   rate: permits
--   interval: us
--   burst: permits
-- Returns big-endian doubles: the permits remaining and the us until the whole limit is back.

local rate, interval, burst = unpack_struct('>ddd', arguments, position)
local algorithm = algorithms[string.sub(KEYS[1], -3)]
local state = algorithm.read(KEYS[1])
if state.err then
  return redis.error_reply(state.err)
end
local _, remaining, reset_after = algorithm.take(state, rate, interval, burst, 0, 0)
return pack('>dd', remaining, reset_after)
