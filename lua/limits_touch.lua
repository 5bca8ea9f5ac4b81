-- Writes the log of changes again as it is. A replica that has this write has all that were made before.
-- KEYS[1]: the hash of limits.
-- Returns nothing.

local log = redis.call('HGET', KEYS[1], '%changes')
if log then
  redis.call('HSET', KEYS[1], '%changes', log)
end
