-- Removes a key.
-- KEYS[1]: the queue of a limiter and key.
-- ARGV[1]: nothing after not_after.
-- Returns a double: the number of keys removed.

return struct.pack('<d', redis.call('DEL', KEYS[1]))
