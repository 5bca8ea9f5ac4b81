-- Reads and writes the states that one string holds, which those of most algorithms are. Behind the state stands the
--   moment before which its key does not expire, in us since the epoch.
-- KEYS: as in the algorithm.
-- ARGV[1]: as in the operation.
-- Returns the functions.

local bytes = size + 8

-- A key of the wrong type is corrupt content; any other error is the request's.
function read(key)
  local reply = redis.pcall('GET', key)
  if not reply or #reply == bytes and string.byte(reply) == first_byte then
    return reply
  end
  if type(reply) == 'table' and not string.find(reply.err, 'WRONGTYPE', 1, true) then
    return nil, reply.err
  end
  corrupt = corrupt + 1
  return false
end

-- Redis turns spans into moments at a cost, so it is given a moment: whole ms, rounded up.
function write(key, text, lasts)
  local ms = (expires_from + lasts) / 1000
  return redis.pcall('SET', key, text .. struct.pack('>d', now + lasts), 'PXAT', ms - ms % 1 + 2).err
end
