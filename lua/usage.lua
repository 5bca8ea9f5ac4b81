-- Reads how much of a limit is used; writes nothing.
-- KEYS[1]: state of the limiter and key.
-- ARGV[1]: after not_after
--   rate: permits
--   interval: us
--   burst: permits
-- Returns doubles: the permits remaining and the us until the whole limit is back.

local rate, interval, burst = struct.unpack('<ddd', arguments, position)
local state, failure, left = read(KEYS[1])
if failure then
  return redis.error_reply(failure)
end
local _, remaining, reset_after = take(state, rate, interval, burst, 0, 0)
if left then
  remaining, reset_after = -left, math.max(reset_after, left)
end
return struct.pack('<dd', remaining, reset_after)
