-- Reads and writes the states that one string holds, which those of most algorithms are. Behind the state stands the
--   moment before which its key does not expire, in us since the epoch.
-- KEYS: as in the algorithm.
-- ARGV[1]: as in the operation.
-- Returns the functions.

local bytes = size + 8
local expiries = {}

-- A key of the wrong type is corrupt content; any other error is the request's.
function read(key)
  local reply = redis.pcall('GET', key)
  if not reply then
    return reply
  end
  if #reply == bytes and string.byte(reply) == first_byte then
    expiries[key] = struct.unpack('>d', reply, bytes - 7)
    return reply
  end
  if type(reply) == 'table' and not string.find(reply.err, 'WRONGTYPE', 1, true) then
    return nil, reply.err
  end
  corrupt = corrupt + 1
  return false
end

-- A key never expires sooner than before, because a longer limit may count by it as well. Redis turns spans into
--   moments at a cost, so it is given a moment: whole ms, rounded up.
function write(key, text, lasts)
  local expiry = now + lasts
  if expiries[key] and expiries[key] >= expiry then
    local done = redis.pcall('SETRANGE', key, '0', text)
    return type(done) == 'table' and done.err
  end
  expiries[key] = expiry
  local ms = (expires_from + lasts) / 1000
  return redis.pcall('SET', key, text .. struct.pack('>d', expiry), 'PXAT', ms - ms % 1 + 2).err
end
