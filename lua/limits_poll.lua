-- Reads which limits have changed, and a part of all of them.
-- KEYS[1]: the hash of limits. Its field %changes, which no name of a limit can be, logs what was changed last: lines
--   that begin with a line feed, newest first, each with the id of a change and the name of a limit.
-- ARGV[1]: strings, each after its length in four bytes:
--   known: id of the last change that is known, empty for none
--   cursor: of HSCAN
--   count: about how many limits to read from there
--   again: a field to read whether it has changed or not; as often as needed
-- Returns strings of the same kind: time of the server in us since the epoch; id of the last change; 0, as there are no
--   later ones; 1, or 0 when the known id is not in the log, so that anything may have changed; cursor; number of
--   changed limits and those to read again; name and text of each, the text empty where there is none; name and text
--   of each limit that was read. Blocks lie among the limits.

local key = KEYS[1]
local known, cursor, count, position = struct.unpack('>I4c0I4c0I4c0', ARGV[1])
local log = redis.call('HGET', key, '%changes') or ''
local id = string.match(log, '^\n(%S+)') or ''

local changes, seen = {}, {}
local function read(name)
  if not seen[name] then
    seen[name] = true
    changes[#changes + 1] = name
    changes[#changes + 1] = redis.call('HGET', key, name) or ''
  end
end

local since = string.find(log, '\n' .. known .. ' ', 1, true)
for name in string.gmatch(string.sub(log, 1, (since or 1) - 1), '\n%S+ ([^\n]*)') do
  read(name)
end
while position <= #ARGV[1] do
  local name
  name, position = struct.unpack('>I4c0', ARGV[1], position)
  read(name)
end

local scan = redis.call('HSCAN', key, cursor, 'COUNT', count)
local time = redis.call('TIME')
local now = string.format('%.0f', time[1] * 1000000 + time[2])
local gapless = (since or known == id) and '1' or '0'
local reply = { now, id, '0', gapless, scan[1], tostring(#changes / 2) }
for i = 1, #changes do
  reply[#reply + 1] = changes[i]
end
for i = 1, #scan[2], 2 do
  if scan[2][i] ~= '%changes' then
    reply[#reply + 1] = scan[2][i]
    reply[#reply + 1] = scan[2][i + 1]
  end
end
for i = 1, #reply do
  reply[i] = struct.pack('>I4', #reply[i]) .. reply[i]
end
return table.concat(reply)
