-- Writes the last entry of the log again as it is. A replica that has this write has all that were made before.
-- KEYS[1]: the log of key_limits_change.lua.
-- Returns nothing.

local last = redis.call('LINDEX', KEYS[1], -1)
if last then
  redis.call('LSET', KEYS[1], -1, last)
end
