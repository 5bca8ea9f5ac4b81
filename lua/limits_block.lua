-- Blocks all keys of a limiter for a while, and logs that for limits_poll.lua.
-- KEYS[1]: the hash of limits.
-- ARGV[1]: strings, each after its length in four bytes:
--   id: of this change, unlike any other
--   field: of the block
--   span: us from now; a block that lasts longer stays as it is
-- Returns the end of the block in us since the epoch.

-- Bytes that the log may have; it is cut to that when it would have more.
local most, kept = 32768, 16384

local key = KEYS[1]
local id, field, span = struct.unpack('>I4c0I4c0I4c0', ARGV[1])
local time = redis.call('TIME')
local till = time[1] * 1000000 + time[2] + span
local held = tonumber(string.match(redis.call('HGET', key, field) or '', '^until=(%d+)$') or 0)
if held < till then
  redis.call('HSET', key, field, string.format('until=%.0f', till))
  local log = '\n' .. id .. ' ' .. field .. (redis.call('HGET', key, '%changes') or '')
  if #log > most then
    log = string.sub(log, 1, string.find(log, '\n', kept, true))
  end
  redis.call('HSET', key, '%changes', log)
end
return string.format('%.0f', held < till and till or held)
