-- Forgets all use of a limiter and key, but not its block.
-- KEYS[1]: state of the limiter and key.
-- ARGV[1]: after not_after
--   rate: permits
--   interval: us
--   burst: permits
-- Returns a double: the us that are left of the block.

local _, failure, left = read(KEYS[1])
if left then
  failure = write(KEYS[1], blank(KEYS[1]), 0, false, left)
elseif not failure then
  redis.call('DEL', KEYS[1])
end
if failure then
  return redis.error_reply(failure)
end
return struct.pack('<d', left or 0)
