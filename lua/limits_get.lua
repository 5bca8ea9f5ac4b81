-- Reads one limit.
-- KEYS[1]: the hash of limits.
-- ARGV[1]: name of the limit.
-- Returns its text, or nothing.

return redis.call('HGET', KEYS[1], ARGV[1])
