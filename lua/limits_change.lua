-- Changes limits, and logs which for limits_poll.lua.
-- KEYS[1]: the hash of limits.
-- ARGV[1]: strings, each after its length in four bytes:
--   id: of this change, unlike any other
--   name: of a limit; it and the following come once for each limit
--   expected: the text that is there, empty for none, * for any; else nothing is changed
--   text: the new text, empty to remove the limit
-- Returns for each limit 1, or 0 when another text than the expected was there.

-- Bytes that the log may have; it is cut to that when it would have more.
local most, kept = 32768, 16384

local key, arguments = KEYS[1], ARGV[1]
local id, position = struct.unpack('>I4c0', arguments)
local made, notes, removed = {}, {}, false
while position <= #arguments do
  local name, expected, text
  name, expected, text, position = struct.unpack('>I4c0I4c0I4c0', arguments, position)
  local held = redis.call('HGET', key, name) or ''
  local fits = expected == '*' or expected == held
  if fits and text ~= held then
    if text == '' then
      redis.call('HDEL', key, name)
      removed = true
    else
      redis.call('HSET', key, name, text)
    end
    notes[#notes + 1] = '\n' .. id .. ' ' .. name
  end
  made[#made + 1] = fits and '1' or '0'
end

if #notes > 0 then
  local log = table.concat(notes) .. (redis.call('HGET', key, '%changes') or '')
  if #log > most then
    log = string.sub(log, 1, string.find(log, '\n', kept, true))
  end
  redis.call('HSET', key, '%changes', log)
end
-- Nothing but the log is left. A reader that finds no log finds no limits either.
if removed and redis.call('HLEN', key) == 1 then
  redis.call('DEL', key)
end
return table.concat(made)
