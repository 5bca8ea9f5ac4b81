-- How the entries of an exact window are found.
-- KEYS: as in sliding_window.lua.
-- ARGV[1]: as in the operation.
-- Returns the functions.

-- Totals are modulo this.
local TURN = 2 ^ 52

-- What follows the entries in the last element, and what does where that is not all. Then 8 bytes follow while it is
--   blocked. Others may still have theirs.
local TELLS, TOLD, TELLS_MORE = '<dddddI1I1', 42, '<dddI1'

-- How many bytes of an element are entries; 0 for none of ours.
local function bytes_of_entries(text)
  local rest = #text % 16
  local bytes = #text - (rest == 0 and 0 or rest == 10 and 42 or rest == 3 and 67 or 75)
  return bytes % 16 == 0 and bytes > 0 and bytes or 0
end

-- Where an entry has its numbers.
local TIME, BEFORE = 1, 9

-- A chunk by its place from 0: the stored ones, those that a batch has filled, the last.
local function chunk_at(entry, place)
  if place == entry.chunks - 1 then
    return entry.tail
  end
  local filled = place - math.max(entry.stored, 1) + 2
  if filled > 0 and place < entry.chunks then
    return entry.filled[filled]
  end
  local text = redis.call('LINDEX', entry.key, place)
  local bytes = text and bytes_of_entries(text) or 0
  if bytes > 0 then
    return string.sub(text, 1, bytes)
  end
  entry.corrupt = true
  return struct.pack('<dd', 0, 0)
end

local function is_below(text, index, number, bound)
  local distance = struct.unpack('<d', text, 16 * index + number) - bound
  if number == BEFORE then
    distance = (distance + TURN / 2) % TURN - TURN / 2
  end
  return distance < 0
end

-- The last entry with a number below a bound, which that of the given one is: gallop, then halve, so that what has
--   expired is not looped over.
local function last_below(entry, place, index, number, bound)
  local text, high, step = chunk_at(entry, place), entry.chunks, 1
  if place < high - 1 and is_below(text, #text / 16 - 1, number, bound) then
    while high - place > 1 do
      local middle = place + step < high and place + step or math.floor((place + high) / 2)
      local other = chunk_at(entry, middle)
      if is_below(other, 0, number, bound) then
        place, index, text, step = middle, 0, other, 2 * step
      else
        high = middle
      end
    end
  end
  while 16 * index + 16 < #text and is_below(text, index + 1, number, bound) do
    index = index + 1
  end
  return place, index, text
end

local function next_to(entry, place, index, text)
  if 16 * index + 16 < #text then
    return place, index + 1, text
  end
  return place + 1, 0, chunk_at(entry, place + 1)
end

-- The first entry that counts after a time, its time, and the total before it.
local function first_after(entry, time)
  if entry.oldest > time then
    return entry.head, entry.first, entry.oldest, entry.base
  end
  local place, index, text = next_to(entry, last_below(entry, entry.head, entry.first, TIME, time + 1))
  return place, index, struct.unpack('<dd', text, 16 * index + 1)
end
