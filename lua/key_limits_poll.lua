-- Reads which limits of single keys have changed, and a page of all where that is asked for.
-- KEYS: as in key_limits_change.lua.
-- ARGV[1]: strings, each after its length in four bytes:
--   now: us since the epoch by a test's clock, 0 for the server's clock
--   known: the last entry of the log that is known, empty for none
--   cursor: of HSCAN
--   count: about how many limits to read from there, 0 for none
--   again: a field to read whether it has changed or not; as often as needed
-- Returns strings of the same kind: us since the epoch; the last entry that these changes go up to; 1, or 0 when there
-- are no later ones; 1, or 0 when the known entry is gone, so that anything may have changed: then the entry is an
-- earlier one, so that the next reply repeats what has changed while this one was in flight; cursor; number of changed
-- limits and those to read again; field and value of each, the value empty where there is none; field and value of each
-- limit of the page.

-- Changes in one reply, and limits that have ended and are removed at once.
local at_most, at_once = 1000, 100

local hash, notes, ends = KEYS[1], KEYS[2], KEYS[3]
local now, known, cursor, count, position = struct.unpack('>I4c0I4c0I4c0I4c0', ARGV[1])
local time = redis.call('TIME')
now = tonumber(now) > 0 and tonumber(now) or time[1] * 1000000 + time[2]

local ended = redis.call('ZRANGEBYSCORE', ends, '-inf', string.format('%.0f', now), 'LIMIT', 0, at_once)
for i = 1, #ended do
  redis.call('HDEL', hash, ended[i])
  redis.call('ZREM', ends, ended[i])
end
-- Nothing but the log is left. A reader that finds no log finds no limits either.
if #ended > 0 and redis.call('EXISTS', hash) == 0 then
  redis.call('DEL', notes, ends)
end

local changes, page, seen = {}, {}, {}
local function read(field)
  if not seen[field] then
    seen[field] = true
    changes[#changes + 1] = field
    changes[#changes + 1] = redis.call('HGET', hash, field) or ''
  end
end

local last, gapless, id = redis.call('LINDEX', notes, -1) or '', '1', known
if last ~= known then
  local at = known ~= '' and redis.call('LPOS', notes, known, 'RANK', -1)
  if at then
    local new = redis.call('LRANGE', notes, at + 1, at + at_most)
    id = new[#new]
    for i = 1, #new do
      read(string.match(new[i], '^%S+ (.*)$'))
    end
  else
    gapless = '0'
    id = redis.call('LINDEX', notes, -at_most) or redis.call('LINDEX', notes, 0) or ''
  end
end
while position <= #ARGV[1] do
  local field
  field, position = struct.unpack('>I4c0', ARGV[1], position)
  read(field)
end
if tonumber(count) > 0 then
  local scan = redis.call('HSCAN', hash, cursor, 'COUNT', count)
  cursor, page = scan[1], scan[2]
end

local more = id ~= last and '1' or '0'
local reply = { string.format('%.0f', now), id, more, gapless, cursor, tostring(#changes / 2) }
for i = 1, #reply do
  reply[i] = struct.pack('>I4', #reply[i]) .. reply[i]
end
for _, part in ipairs({ changes, page }) do
  for i = 1, #part do
    reply[#reply + 1] = struct.pack('>I4', #part[i]) .. part[i]
  end
end
return table.concat(reply)
