-- Reads the limit of one key.
-- KEYS[1]: the hash of limits of keys.
-- ARGV[1]: strings, each after its length in four bytes:
--   now: us since the epoch by a test's clock, 0 for the server's clock
--   field: as in key_limits_change.lua
-- Returns its value, or nothing where there is none or it has ended.

local now, field = struct.unpack('>I4c0I4c0', ARGV[1])
local time = redis.call('TIME')
now = tonumber(now) > 0 and tonumber(now) or time[1] * 1000000 + time[2]
local held = redis.call('HGET', KEYS[1], field)
local till = held and tonumber(string.match(held, '\n(%d+)$') or '') or 0
if till == 0 or till > now then
  return held
end
