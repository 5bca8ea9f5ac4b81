-- SLIDING_WINDOW (sw2): never more than rate permits in any span of an interval, exactly.
-- KEYS: a list of chunks of entries, oldest first. An entry is the time of grants, in us since the epoch by the
--   state's time, and the total of permits before it, modulo 2^52: two doubles. In the last chunk what
--   a later command has to know follows: the total after it; the time of the oldest entry that counts; the total before
--   that; the longest interval that it granted under; when the list expires, by the state's time; how many entries of
--   the first chunk count (1 byte); how many chunks at the end are not packed yet (1 byte), 0 where the list is one.
--   Where any of them differs from the time of the youngest entry, or from 0, that goes on with the last write, by the
--   state's time; the last time that it granted under the longest interval; its offset; and a byte. Only where it is
--   blocked the end of the block comes last.
--   What a chunk contained when it was the last may still be there, which its length shows.
-- ARGV[1]: as in the operation.
-- Returns the algorithm's functions.

-- Long ago is in 1987.
local ENTRIES, MOST_CHUNKS, MOST_LOOSE, LONG_AGO = 18, 5555, 18, 2 ^ 49

local function empty(key)
  local entry = { key = key, tail = '', chunks = 1, stored = 0, head = 0, first = 0, oldest = 0, time = -math.huge }
  entry.before, entry.total, entry.base, entry.longest, entry.under, entry.expiry = 0, 0, 0, 0, 0, 0
  entry.offset, entry.clock, entry.loose = 0, now, 0
  return entry
end

function read(key)
  local text = redis.pcall('LINDEX', key, '-1')
  if not text then
    return empty(key)
  end
  local bytes = type(text) == 'string' and bytes_of_entries(text) or 0
  if bytes > 0 and bytes < #text and string.byte(text, 8) == eighth_byte then
    local time, before = struct.unpack('<dd', text, bytes - 15)
    local total, oldest, base, longest, expiry, left, loose = struct.unpack(TELLS, text, bytes + 1)
    local seen, under, kept, block = time, time, 0, 0
    if #text - bytes > TOLD then
      seen, under, kept = struct.unpack(TELLS_MORE, text, bytes + TOLD + 1)
      block = #text - bytes == 75 and struct.unpack('<d', text, #text - 7) or 0
    end
    local chunks = redis.call('LLEN', key)
    local entry = { key = key, tail = string.sub(text, 1, bytes), chunks = chunks, stored = chunks, head = 0 }
    entry.first = #chunk_at(entry, 0) / 16 - left
    entry.oldest, entry.time, entry.before, entry.total, entry.base = oldest, time, before, total, base
    entry.longest, entry.under, entry.expiry, entry.loose = longest, under, expiry, loose
    -- The time of a state goes on from its last write where the clock has stepped back.
    entry.offset = math.max(kept, seen - now)
    entry.clock, entry.stepped = now + entry.offset, entry.offset > kept
    entry.changed, entry.blocked = entry.stepped, block > 0
    -- Somebody else's text may say anything.
    local far = entry.clock + 200 * year
    local sane = entry.offset >= 0 and entry.offset < year and time < far and under < far and expiry < far
      and longest <= most_time and oldest <= time and total >= 0 and total < TURN and base >= 0 and base < TURN
    if sane and entry.first >= 0 and not entry.corrupt then
      return entry, nil, block > entry.clock and block - entry.clock or nil
    end
  end
  if type(text) == 'table' and not string.find(text.err, 'WRONGTYPE', 1, true) then
    return nil, text.err
  end
  corrupt = corrupt + 1
  local entry = empty(key)
  entry.replaces = true
  return entry
end

local function add(entry, time, permits)
  if time > entry.time then
    if #entry.tail < 16 * ENTRIES then
      entry.before = entry.total
    elseif entry.chunks - entry.head < MOST_CHUNKS then
      entry.filled = entry.filled or {}
      entry.filled[#entry.filled + 1] = entry.tail
      entry.chunks, entry.tail, entry.before = entry.chunks + 1, '', entry.total
    else
      -- Too many: what the youngest holds counts as if it were as young as this.
      entry.tail = string.sub(entry.tail, 1, -17)
    end
    entry.tail, entry.time = entry.tail .. struct.pack('<dd', time, entry.before), time
  end
  entry.total, entry.changed = (entry.total + permits) % TURN, true
end

-- How long entries are kept: for as long as the longest interval that was used within its own length.
local function span_of(entry, interval)
  local longest = entry.longest
  return longest > interval and entry.under + longest > entry.clock and longest or interval
end

local function lasts_for(entry, interval)
  return math.max(entry.time + interval, entry.under + entry.longest) - entry.clock
end

-- Takes off what is no longer kept, and adds an entry. One that is full keeps only what counts for this interval.
local function book(entry, interval, time, permits)
  local span = entry.chunks - entry.head < MOST_CHUNKS and span_of(entry, interval) or interval
  local from = entry.clock - span
  if entry.time <= from then
    entry.head, entry.first, entry.oldest, entry.base, entry.tail = entry.chunks - 1, 0, time, entry.total, ''
    entry.loose = 0
  else
    entry.head, entry.first, entry.oldest, entry.base = first_after(entry, from)
  end
  if span == interval then
    entry.longest, entry.under = interval, time
  end
  add(entry, time, permits)
end

-- What cannot be read is forgotten, and replaced by the next write.
local function forget(entry)
  for name, value in pairs(empty(entry.key)) do
    entry[name] = value
  end
  corrupt, entry.corrupt, entry.filled, entry.replaces = corrupt + 1, nil, nil, true
end

local function decide(entry, rate, interval, burst, permits, max_wait)
  local clock, head, first, oldest, base = entry.clock, entry.chunks - 1, 0, 0, entry.total
  local due, counts = clock, entry.time > clock - interval
  if counts then
    head, first, oldest, base = first_after(entry, clock - interval)
  end
  local used, booked = (entry.total - base) % TURN, false
  if permits > 0 or used > rate then
    local need, turn = used + permits - rate, oldest
    due = counts and entry.time > clock and entry.time or clock
    if need > 0 and counts then
      if need > 1 then
        local _, index, text = last_below(entry, head, first, BEFORE, base + need)
        turn = struct.unpack('<d', text, 16 * index + TIME)
      end
      due = turn + interval > due and turn + interval or due
    end
    booked = permits > 0 and due - clock <= max_wait
  end
  if booked then
    book(entry, interval, due, permits)
    used = used + permits
  end
  if entry.corrupt then
    forget(entry)
    return decide(entry, rate, interval, burst, permits, max_wait)
  end
  local reset_after, remaining = math.max(entry.time + interval - clock, 0), rate - used
  remaining = entry.time <= clock and remaining > 0 and remaining or 0
  return due - clock, remaining, reset_after, entry.changed and entry, lasts_for(entry, interval), entry.offset
end

take = decide

function write(key, entry, lasts, _, blocked)
  local clock, expiry, unused = entry.clock, entry.expiry, entry.total == entry.base
  if entry.replaces or unused then
    -- Leaves it to another thread to free what may be long.
    local reply = redis.pcall('UNLINK', key)
    if type(reply) == 'table' or unused and not blocked then
      return type(reply) == 'table' and reply.err
    end
  end
  if unused then
    -- A block needs an entry. This one lies too far back to count.
    entry.filled, entry.chunks, entry.stored, entry.head, entry.first, entry.oldest = nil, 1, 0, 0, 0, LONG_AGO
    entry.loose = 0
    entry.tail, entry.longest, entry.under = struct.pack('<dd', LONG_AGO, entry.total), 0, 0
  end
  local filled = entry.filled or {}
  -- Never sooner than before, because a longer limit may count by it as well, and at least 1 s later, so that calls
  -- that follow each other need not set it each time. It is that of the use; a block only keeps the key beyond it.
  local renewed = entry.stepped or entry.stored == 0 or expiry < clock + lasts
  if renewed then
    expiry = math.max(expiry, clock + lasts + math.max(lasts / 20, 1000000))
  end
  local longest, under, time = entry.longest, entry.under, entry.time
  -- A list of one chunk is one that calls are still put into.
  local loose = entry.chunks - entry.head > 1 and math.min(math.max(entry.loose, 1) + #filled, MOST_LOOSE) or 0
  local left = #chunk_at(entry, entry.head) / 16 - entry.first
  local told = struct.pack(TELLS, entry.total, entry.oldest, entry.base, longest, expiry, left, loose)
  if entry.offset > 0 or blocked or clock ~= time or under ~= time then
    told = told .. struct.pack(TELLS_MORE, clock, under, entry.offset, 0)
    told = blocked and told .. struct.pack('<d', clock + blocked) or told
  end
  filled[#filled + 1] = entry.tail .. told
  local done
  if entry.stored == 0 then
    done = redis.pcall('RPUSH', key, unpack(filled))
  elseif #filled == 1 then
    done = redis.pcall('LSET', key, '-1', filled[1])
  else
    done = redis.pcall('RPUSH', key, unpack(filled, 2))
  end
  if type(done) == 'table' and done.err then
    return done.err
  end
  if entry.stored > 0 and #filled > 1 then
    redis.call('LSET', key, -#filled, filled[1])
  end
  if entry.head > 0 then
    redis.call('LTRIM', key, entry.head, '-1')
  end
  if renewed or blocked or entry.blocked then
    local ms = (expires_from + math.max(expiry, clock + (blocked or 0)) - clock) / 1000
    redis.call('PEXPIREAT', key, string.format('%.0f', ms - ms % 1 + 2))
  end
end
