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

function rewritten(entry)
  return entry
end

-- More entries than that are not changed for one call.
local MOST_LATER = 1000

local function put(entry, place, text)
  if place == entry.chunks - 1 then
    entry.tail = text
  else
    redis.call('LSET', entry.key, place, text)
  end
end

-- Takes chunks off that have no entry left; the last one describes the others and goes by itself.
local function take_off(entry, texts, from)
  local last, empty = entry.chunks - 1, 0
  for place = from, last - 1 do
    empty = empty + (texts[place] == '' and 1 or 0)
  end
  if texts[last] == '' then
    local place = last - 1
    while texts[place] == '' do
      place = place - 1
    end
    entry.tail = chunk_at(entry, place)
    redis.call('RPOP', entry.key)
    last = last - 1
  end
  if empty > 0 then
    redis.call('LREM', entry.key, 0, '')
  end
  local head = texts[entry.head]
  if head == '' then
    entry.first = 0
  elseif head and 16 * entry.first >= #head then
    entry.head, entry.first = entry.head + 1, 0
  end
  entry.loose = entry.loose > 0 and math.max(1, entry.loose + last + 1 - empty - entry.chunks) or 0
  entry.chunks = last + 1 - empty
  entry.stored = entry.chunks
  entry.oldest = struct.unpack('<d', chunk_at(entry, entry.head), 16 * entry.first + TIME)
end

-- Takes what is given back off all later entries, once for all of a script.
function finish(entry)
  local lowered, emptied, from = entry.lowered, entry.emptied, entry.from
  entry.lowered, entry.lowest = nil, nil
  if not lowered then
    return
  elseif entry.total == entry.base then
    -- What is counted next is the first, and not behind an entry that holds nothing.
    entry.time, entry.longest, entry.under = -math.huge, 0, 0
    return
  end
  local less, texts = 0, {}
  for place = from, entry.chunks - 1 do
    local text, parts = chunk_at(entry, place), {}
    for at = 1, #text, 16 do
      local time, before = struct.unpack('<dd', text, at)
      if not emptied[time] then
        parts[#parts + 1] = struct.pack('<dd', time, (before - less) % TURN)
      end
      less = less + (lowered[time] or 0)
    end
    texts[place] = table.concat(parts)
  end
  for place = from, entry.chunks - 1 do
    put(entry, place, texts[place])
  end
  if next(emptied) then
    take_off(entry, texts, from)
  end
  entry.time, entry.before = struct.unpack('<dd', entry.tail, #entry.tail - 15)
end

-- How many entries come after one. Chunks at the end that are not packed yet may have fewer than the others, and are
--   only looked at where that matters.
local function later_than(entry, place, index, text)
  local later = #text / 16 - index - 1 + ENTRIES * (entry.chunks - place - 1)
  if later > MOST_LATER and later - (ENTRIES - 1) * entry.loose <= MOST_LATER then
    for loose = math.max(place + 1, entry.chunks - entry.loose), entry.chunks - 1 do
      later = later - ENTRIES + #chunk_at(entry, loose) / 16
    end
  end
  return later
end

-- What an entry has to give back, and the place of its chunk; nothing where too many later ones would change.
local function held_at(entry, interval, granted)
  if granted > entry.time or granted <= entry.clock - span_of(entry, interval) then
    return
  end
  local place, index, text = last_below(entry, entry.head, entry.first, TIME, granted + 1)
  local time, before = struct.unpack('<dd', text, 16 * index + 1)
  if time ~= granted or later_than(entry, place, index, text) > MOST_LATER or entry.corrupt then
    return
  end
  local after = entry.total
  if time < entry.time then
    local _, at, other = next_to(entry, place, index, text)
    after = struct.unpack('<d', other, 16 * at + BEFORE)
  end
  return math.min((after - before) % TURN, (after - entry.base) % TURN), place
end

-- The newest first: what comes in another order finishes those before. Those of one moment are looked for once.
function give_back(entry, _, interval, _, _, granted, back)
  if entry.lowest and granted > entry.lowest then
    finish(entry)
  end
  if granted ~= entry.lowest then
    local held, place = held_at(entry, interval, granted)
    if not held then
      return 0
    end
    entry.lowered, entry.emptied = entry.lowered or {}, entry.emptied or {}
    entry.lowest, entry.held, entry.from = granted, held, place
  end
  local given = math.min(back, entry.held)
  entry.held = entry.held - given
  entry.lowered[granted] = (entry.lowered[granted] or 0) + given
  entry.emptied[granted] = entry.held == 0 or nil
  entry.total = (entry.total - given) % TURN
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
    upto = struct.unpack('<d', text, 16 * index + BEFORE)
  end
  local released = math.min(permits, (upto - base) % TURN)
  if entry.corrupt then
    return 0
  end
  base = (base + released) % TURN
  local text
  head, first, text = last_below(entry, head, first, BEFORE, base + 1)
  entry.head, entry.first, entry.base = head, first, base
  entry.oldest = struct.unpack('<d', text, 16 * first + TIME)
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
