-- Blocks a limiter and key for a while, or lifts its block.
-- KEYS[1]: state of the limiter and key.
-- ARGV[1]: after not_after
--   rate: permits
--   interval: us
--   burst: permits
--   span: us from now, 0 lifts the block; a block that lasts longer stays as it is, and any where this is negative
-- Returns a double: the us that are left of the block.

local rate, interval, burst, span = struct.unpack('<dddd', arguments, position)
local state, failure, left = read(KEYS[1])
if failure then
  return redis.error_reply(failure)
end
-- Asking for nothing shows whether the clock has stepped back, which is written in any case.
local _, _, _, changed, lasts = take(state, rate, interval, burst, 0, 0)
left = left or 0
if span < 0 then
  span = left > 0 and left or -span
end
if span > left then
  changed, left = changed or state and rewritten(state) or blank(KEYS[1]), span
elseif span == 0 and left > 0 then
  changed, left = changed or rewritten(state), 0
end
failure = changed and write(KEYS[1], changed, lasts, state, left > 0 and left)
if failure then
  return redis.error_reply(failure)
end
return struct.pack('<d', left)
