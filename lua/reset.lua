-- Forgets all use of a limiter and key.
-- KEYS[1]: state of the limiter and key, or its queue.
-- ARGV[1]: nothing after not_after.
-- Returns a big-endian double: the number of keys removed.

return struct.pack('>d', redis.call('DEL', KEYS[1]))
