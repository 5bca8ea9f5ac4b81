-- Reads and writes the states that one string holds, which those of most algorithms are. They begin with the time of
--   the last write, by the state's time, and end with the end of a block, 0 for none, and the offset of the state's
--   time. Behind the state stands the moment before which its key does not expire, in us of the state's time.
-- KEYS: as in the algorithm.
-- ARGV[1]: as in the operation.
-- Returns the functions.

local bytes = size + 8

-- A key of the wrong type is corrupt content; any other error is the request's.
function read(key)
  local reply = redis.pcall('GET', key)
  if not reply then
    return reply
  end
  if #reply == bytes and string.byte(reply) == first_byte then
    return reply
  end
  if type(reply) == 'table' and not string.find(reply.err, 'WRONGTYPE', 1, true) then
    return nil, reply.err
  end
  corrupt = corrupt + 1
  return false
end

-- A key never expires sooner than before, because a longer limit may count by it as well, unless the clock has stepped
--   back. Redis turns spans into moments at a cost, so it is given a moment: whole ms, rounded up.
function write(key, text, lasts, stored)
  local offset = struct.unpack('>d', text, bytes - 15)
  local clock, kept, expiry = now + offset, offset, 0
  if stored then
    kept, expiry = struct.unpack('>dd', stored, bytes - 15)
    -- Somebody else's text may say anything.
    expiry = kept < year and expiry < clock + 200 * year and expiry or 0
  end
  if expiry >= clock + lasts and kept == offset then
    local done = redis.pcall('SETRANGE', key, '0', text)
    return type(done) == 'table' and done.err
  end
  -- At least 1 s longer: calls that follow each other need not set it, or make the key, each time.
  local longer = lasts > 20000000 and lasts / 20 or 1000000
  expiry = expiry < clock + lasts and clock + lasts + longer or expiry
  local ms = (expires_from + expiry - clock) / 1000
  return redis.pcall('SET', key, text .. struct.pack('>d', expiry), 'PXAT', ms - ms % 1 + 2).err
end

-- Beyond taking

-- The second number is relative to the last write in most states, and alone in that.
close = close
  or function(state, till)
    local seen, moment = struct.unpack('>dd', state)
    local offset = struct.unpack('>d', state, size - 7)
    local clock = now + offset
    return struct.pack('>dd', clock, moment - (clock - seen))
      .. string.sub(state, 17, size - 16)
      .. struct.pack('>dd', till, offset)
  end
