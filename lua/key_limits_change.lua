-- Changes limits of single keys, and logs which for key_limits_poll.lua.
-- KEYS[1]: the hash of limits of keys. A field is the name of a limiter, a line feed and a key; its value the limit as
--   text and, after a line feed, the moment when it ends, in us since the epoch, 0 for never.
-- KEYS[2]: a log of changes, newest last, each the id of a change, a point, which of them it is, a space and the field:
--   so no two are the same, and who knows one finds where it stands.
-- KEYS[3]: a sorted set of the fields that end, by the moment.
-- ARGV[1]: strings, each after its length in four bytes:
--   now: us since the epoch by a test's clock, 0 for the server's clock
--   most: limits that there may be
--   id: of these changes, unlike any other
--   field: it and the following come once for each change
--   replaces: 1, or 0 to change nothing where there is a limit
--   text: of the limit, empty to remove it
--   span: us until it ends, 0 for never
-- Returns for each change 1, 0 when there was a limit, or 2 when there are too many.

-- Entries of the log that are kept, and limits that have ended and are removed at once.
local kept, at_once = 20000, 100

local hash, notes, ends, arguments = KEYS[1], KEYS[2], KEYS[3], ARGV[1]
local now, most, id, position = struct.unpack('>I4c0I4c0I4c0', arguments)
local time = redis.call('TIME')
now = tonumber(now) > 0 and tonumber(now) or time[1] * 1000000 + time[2]

local ended = redis.call('ZRANGEBYSCORE', ends, '-inf', string.format('%.0f', now), 'LIMIT', 0, at_once)
for i = 1, #ended do
  redis.call('HDEL', hash, ended[i])
  redis.call('ZREM', ends, ended[i])
end

local made, changed = {}, false
while position <= #arguments do
  local field, replaces, text, span
  field, replaces, text, span, position = struct.unpack('>I4c0I4c0I4c0I4c0', arguments, position)
  local held = redis.call('HGET', hash, field)
  local till = held and tonumber(string.match(held, '\n(%d+)$') or '') or 0
  local outcome = '1'
  if text == '' then
    redis.call('HDEL', hash, field)
    redis.call('ZREM', ends, field)
  elseif held and replaces == '0' and (till == 0 or till > now) then
    outcome = '0'
  elseif not held and redis.call('HLEN', hash) >= tonumber(most) then
    outcome = '2'
  else
    till = tonumber(span) > 0 and now + tonumber(span) or 0
    redis.call('HSET', hash, field, text .. string.format('\n%.0f', till))
    if till > 0 then
      redis.call('ZADD', ends, string.format('%.0f', till), field)
    else
      redis.call('ZREM', ends, field)
    end
  end
  if outcome == '1' then
    redis.call('RPUSH', notes, id .. '.' .. #made .. ' ' .. field)
    changed = true
  end
  made[#made + 1] = outcome
end
if changed then
  redis.call('LTRIM', notes, -kept, -1)
end
-- Nothing but the log is left. A reader that finds no log finds no limits either.
if redis.call('EXISTS', hash) == 0 then
  redis.call('DEL', notes, ends)
end
return table.concat(made)
