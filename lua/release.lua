-- Takes used permits off, the oldest first, never those that are reserved ahead.
-- KEYS[1]: state of the limiter and key.
-- ARGV[1]: after not_after
--   rate: permits
--   interval: us
--   burst: permits
--   permits: permits to take off
-- Returns a double: the permits taken off.

local rate, interval, burst, permits = struct.unpack('<dddd', arguments, position)
local state, failure, left = read(KEYS[1])
local released = 0
if state then
  -- Asking for nothing shows whether the clock has stepped back, which is written in any case.
  local _, _, _, changed, lasts = take(state, rate, interval, burst, 0, 0)
  local after, lasts_then
  released, after, lasts_then = release(changed or state, rate, interval, burst, permits)
  if released > 0 then
    changed, lasts = after, lasts_then
  end
  failure = changed and write(KEYS[1], changed, lasts, state, left)
end
if failure then
  return redis.error_reply(failure)
end
return struct.pack('<d', released)
