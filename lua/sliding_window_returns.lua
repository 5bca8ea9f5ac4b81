-- Permits of an exact window that come back, or were used already.
-- KEYS: as in sliding_window.lua.
-- ARGV[1]: as in the operation.
-- Returns the functions.

-- Beyond taking

function blank(key)
  local entry = empty(key)
  entry.replaces = true
  return entry
end

function close(entry, till)
  -- What is kept for a block is kept no longer than for its use once it is lifted.
  entry.block, entry.expiry = till, till > 0 and entry.expiry or 0
  return entry
end

-- More entries than that are not changed for one call.
local MOST_LATER = 1000

-- The entries of a chunk, with lower totals from one on.
local function lowered(text, index, less)
  local parts = { string.sub(text, 1, 16 * index) }
  for at = 16 * index + 1, #text, 16 do
    local time, before = struct.unpack('>dd', text, at)
    parts[#parts + 1] = struct.pack('>dd', time, (before - less) % TURN)
  end
  return table.concat(parts)
end

local function put(entry, place, text)
  if place == entry.chunks - 1 then
    entry.tail = text
  else
    redis.call('LSET', entry.key, place, text)
  end
end

-- Takes an entry out of its chunk, whose text without it is given.
local function remove(entry, place, index, text)
  if #text > 0 then
    put(entry, place, text)
  elseif place == entry.chunks - 1 then
    entry.tail = chunk_at(entry, place - 1)
    redis.call('RPOP', entry.key)
    entry.chunks = place
  else
    redis.call('LSET', entry.key, place, '')
    redis.call('LREM', entry.key, 1, '')
    entry.chunks = entry.chunks - 1
  end
  entry.stored = entry.chunks
  if place == entry.head and index == entry.first then
    if #text > 0 and 16 * index >= #text then
      place, index = place + 1, 0
    end
    entry.head, entry.first = place, index
    entry.oldest = struct.unpack('>d', chunk_at(entry, place), 16 * index + TIME)
  end
end

function give_back(entry, _, interval, _, _, granted, back)
  if granted < entry.oldest or granted > entry.time or granted <= entry.clock - span_of(entry, interval) then
    return 0
  end
  local place, index, text = last_below(entry, entry.head, entry.first, TIME, granted + 1)
  local time, before = struct.unpack('>dd', text, 16 * index + 1)
  local later = #text / 16 - index - 1 + ENTRIES * (entry.chunks - place - 1)
  if time ~= granted or later > MOST_LATER or entry.corrupt then
    return 0
  end
  local after = entry.total
  if time < entry.time then
    local _, at, other = next_to(entry, place, index, text)
    after = struct.unpack('>d', other, 16 * at + BEFORE)
  end
  local held = math.min((after - before) % TURN, (after - entry.base) % TURN)
  local given = math.min(back, held)
  for other = place + 1, entry.chunks - 1 do
    put(entry, other, lowered(chunk_at(entry, other), 0, given))
  end
  text = lowered(text, index + 1, given)
  entry.total = (entry.total - given) % TURN
  if given < held then
    put(entry, place, text)
  elseif entry.total ~= entry.base then
    remove(entry, place, index, string.sub(text, 1, 16 * index) .. string.sub(text, 16 * index + 17))
    entry.time, entry.before = struct.unpack('>dd', entry.tail, #entry.tail - 15)
  end
  return given, entry, lasts_for(entry, interval)
end

function release(entry, _, interval, _, permits)
  local from = entry.clock - span_of(entry, interval)
  if entry.time <= from then
    return 0
  end
  local head, first, oldest, base = first_after(entry, from)
  local upto = entry.total
  if oldest > entry.clock then
    return 0
  elseif entry.time > entry.clock then
    local _, index, text = next_to(entry, last_below(entry, head, first, TIME, entry.clock + 1))
    upto = struct.unpack('>d', text, 16 * index + BEFORE)
  end
  local released = math.min(permits, (upto - base) % TURN)
  if released == 0 or entry.corrupt then
    return 0
  end
  base = (base + released) % TURN
  if base ~= entry.total then
    local text
    head, first, text = last_below(entry, head, first, BEFORE, base + 1)
    oldest = struct.unpack('>d', text, 16 * first + TIME)
  end
  entry.head, entry.first, entry.oldest, entry.base = head, first, oldest, base
  return released, entry, lasts_for(entry, interval)
end

function charge(entry, _, interval, _, permits)
  local clock = entry.clock
  local used = entry.time > clock - span_of(entry, interval) and (entry.total - entry.base) % TURN or 0
  if used >= most_permits then
    return entry, lasts_for(entry, interval)
  end
  local time = entry.time > clock and entry.time or clock
  book(entry, interval, time, math.min(permits, most_permits - used))
  if entry.corrupt then
    forget(entry)
    return charge(entry, 0, interval, 0, permits)
  end
  return entry, lasts_for(entry, interval)
end
