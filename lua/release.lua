-- Takes used permits off, the oldest first, never those that are reserved ahead.
-- KEYS[1]: state of the limiter and key.
-- ARGV[1]: after not_after
--   rate: permits
--   interval: us
--   burst: permits
--   permits: permits to take off
-- Returns a big-endian double: the permits taken off.

local rate, interval, burst, permits = struct.unpack('>dddd', arguments, position)
local state, failure = read(KEYS[1])
local released = 0
if state then
  local changed, lasts
  released, changed, lasts = release(state, rate, interval, burst, permits)
  failure = changed and released > 0 and write(KEYS[1], changed, lasts)
end
if failure then
  return redis.error_reply(failure)
end
return struct.pack('>d', released)
