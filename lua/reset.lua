-- Forgets all use of a limiter and key.
-- KEYS[1]: state of the limiter and key.
-- Returns a list with the number of keys removed.

return { redis.call('DEL', KEYS[1]) }
