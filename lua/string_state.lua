-- Reads and writes the states that one string holds, which those of most algorithms are. They begin with the time of
--   the last write, by the state's time, and end with the offset of the state's time. Behind the state stand the moment
--   before which its key does not expire and, only where it is blocked, the end of the block, by its time.
-- KEYS: as in the algorithm.
-- ARGV[1]: as in the operation.
-- Returns the functions.

local bytes = size + 8

-- A text of the right length may have numbers that no state has, or be no numbers at all. They tell of permits that no
--   limit has, or of a clock that has stepped back by a year.
local decide = take
function take(state, rate, interval, burst, permits, max_wait)
  local due, remaining, reset_after, changed, lasts, offset = decide(state, rate, interval, burst, permits, max_wait)
  if remaining <= burst and reset_after >= 0 and offset >= 0 and offset < year then
    return due, remaining, reset_after, changed, lasts, offset
  end
  corrupt = corrupt + 1
  due, remaining, reset_after, changed, lasts, offset = decide(nil, rate, interval, burst, permits, max_wait)
  return due, remaining, reset_after, changed or blank and blank(), lasts, offset
end

-- A key of the wrong type is corrupt content; any other error is the request's.
function read(key)
  local reply = redis.pcall('GET', key)
  if not reply then
    return reply
  end
  if #reply == bytes and string.byte(reply, 8) == eighth_byte then
    return reply
  elseif #reply == bytes + 8 and string.byte(reply, 8) == eighth_byte then
    local offset, _, block = struct.unpack('<ddd', reply, bytes - 15)
    local seen = struct.unpack('<d', reply)
    local clock = math.max(now + offset, seen)
    local sane = clock >= now and clock < now + year
    return reply, nil, sane and block > clock and block - clock or nil
  end
  if type(reply) == 'table' and not string.find(reply.err, 'WRONGTYPE', 1, true) then
    return nil, reply.err
  end
  corrupt = corrupt + 1
  return false
end

-- A key never expires sooner than before, because a longer limit may count by it as well, unless the clock has stepped
--   back. What is stored tells that of the use alone; a block only keeps the key beyond it. Redis turns spans into
--   moments at a cost, so it is given a moment: whole ms, rounded up.
function write(key, text, lasts, stored, left)
  local offset = struct.unpack('<d', text, bytes - 15)
  local clock, kept, expiry = now + offset, offset, 0
  if stored then
    kept, expiry = struct.unpack('<dd', stored, bytes - 15)
    -- Somebody else's text may say anything.
    expiry = kept < year and expiry < clock + 200 * year and expiry or 0
  end
  -- A limit that became slower can make a debt last longer than Redis can count.
  lasts = math.min(lasts, most_time)
  if expiry >= clock + lasts and kept == offset and not left and #stored == bytes then
    local done = redis.pcall('SETRANGE', key, '0', text)
    return type(done) == 'table' and done.err
  end
  -- At least 1 s longer: calls that follow each other need not set it, or make the key, each time.
  local longer = lasts > 20000000 and lasts / 20 or 1000000
  expiry = expiry < clock + lasts and clock + lasts + longer or expiry
  local ms = (expires_from + math.max(expiry, clock + (left or 0)) - clock) / 1000
  local after = left and struct.pack('<dd', expiry, clock + left) or struct.pack('<d', expiry)
  return redis.pcall('SET', key, text .. after, 'PXAT', ms - ms % 1 + 2).err
end

-- Beyond taking

-- The second number is relative to the last write in most states, and alone in that.
rewritten = rewritten
  or function(state)
    local seen, moment = struct.unpack('<dd', state)
    local clock = now + struct.unpack('<d', state, size - 7)
    return struct.pack('<dd', clock, moment - (clock - seen)) .. string.sub(state, 17, size)
  end
