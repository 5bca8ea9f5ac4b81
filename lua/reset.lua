-- Forgets all use of a limiter and key, but not its block.
-- KEYS[1]: state of the limiter and key.
-- ARGV[1]: after not_after
--   rate: permits
--   interval: us
--   burst: permits
-- Returns a big-endian double: the us that are left of the block.

local rate, interval, burst = struct.unpack('>ddd', arguments, position)
local state, failure = read(KEYS[1])
if failure then
  return redis.error_reply(failure)
end
local _, remaining = take(state, rate, interval, burst, 0, 0)
local left = math.max(0, -remaining)
if left == 0 then
  redis.call('DEL', KEYS[1])
else
  failure = write(KEYS[1], close(blank(KEYS[1]), now + left), left, false)
end
if failure then
  return redis.error_reply(failure)
end
return struct.pack('>d', left)
