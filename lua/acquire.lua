-- Decides a batch of requests in order. A request takes all its demands or none; a single demand may be reserved.
-- KEYS: one for each different key of the demands, and the queue of each that has one.
-- ARGV[1]: after not_after, for each request
--   demands: count; -1 for a single one that may have to wait for its turn, -2 for a lease, which takes as many of the
--     permits of a single one as there are, at most a tenth of what remains
--   max_wait: us, how far ahead a single demand may be due
--   then for each demand
--     key: index into KEYS
--     rate: permits
--     interval: us
--     burst: permits
--     permits: permits
--   then, where it may have to wait for its turn
--     queue: index into KEYS
--     horizon: us, how far ahead permits can be reserved
--     round: in which it was given its number, 0 for none
--     number: its place in the queue
--   A lone request with one demand has neither demands nor key, which are 1.
-- Returns doubles: now in us since the epoch; the number of corrupt states replaced, -1 when it is too late;
--   then for each request 1 when granted, 0 when rejected, 2 when it has to ask again, -1 when it failed (-2 where it
--   would have had to), or how many permits a lease has; and for each of its demands: when it is due in us since the
--   epoch, permits remaining, us until the whole limit is back, the offset of the state's time, by which permits
--   are given back. To ask again it needs the round, its number, and us until then, which follow. An error comes
--   last, as text.
--   Most are granted at once by a state without an offset. Those may be answered with 3, permits remaining and us until
--   the whole limit is back, and a lone one, where nothing was corrupt, with now and these two alone, 2 % of the
--   row server_us_granted; or by an exact window with its youngest entry and what follows that, 4 % of it.

reply = reply or { now, 0 }
local entries = {}

-- A lone request with what it leaves out.
if #arguments - position == 39 then
  local one = struct.pack('<d', 1)
  arguments = string.sub(arguments, 1, position - 1) .. one .. string.sub(arguments, position, position + 7) .. one
    .. string.sub(arguments, position + 8)
end

-- What is known of a key: its state once read, and what to write once changed.
local function entry_of(index)
  local entry = entries[index]
  if not entry then
    entry = { key = KEYS[index], read = read, take = take, write = write }
    if algorithms then
      entry.read, entry.take, entry.write = unpack(algorithms[string.sub(entry.key, -3)])
    end
    entry.state, entry.failure, entry.left = entry.read(entry.key)
    entry.stored = entry.state
    failure = failure or entry.failure
    entries[index] = entry
  end
  return entry
end

-- While a key is blocked nothing is taken, its permits are never due, and what is left of the block is the permits that
--   remain, below zero.
local function take_permits(index, rate, interval, burst, permits, max_wait)
  local entry = entry_of(index)
  if entry.failure then
    return 0, 0, 0, 0
  end
  local left = entry.left
  local due, remaining, reset_after, changed, lasts, offset =
    entry.take(entry.state, rate, interval, burst, left and 0 or permits, max_wait)
  if changed then
    -- Requests of one batch may know different limits.
    entry.state, entry.changed, entry.lasts = changed, true, math.max(lasts, entry.lasts or 0)
  end
  if left then
    return math.huge, -left, math.max(reset_after, left), offset
  end
  return due, remaining, reset_after, offset
end

local function take_demand(at, max_wait)
  local index, rate, interval, burst, permits = struct.unpack('<ddddd', arguments, at)
  return take_permits(index, rate, interval, burst, permits, max_wait)
end

-- The part for single requests may have decided those before.
local first, last, begun = position, #arguments, filled + 1
while position < last do
  local demands, max_wait = struct.unpack('<dd', arguments, position)
  position = position + 16
  local after = position + 40 * (demands < 0 and 1 or demands)
  if demands > 1 then
    max_wait = 0
    for at = position, after - 1, 40 do
      if take_demand(at, -1) > 0 then
        max_wait = -1
      end
    end
  end
  filled = filled + 1
  local outcome, place = 1, filled
  if demands == -1 then
    outcome, filled = take_turn(entries, take_permits, max_wait, filled)
    position, after = position + 72, position
  elseif demands == -2 then
    local index, rate, interval, burst, permits = struct.unpack('<ddddd', arguments, position)
    local _, remaining = take_permits(index, rate, interval, burst, 0, 0)
    outcome = math.max(0, math.min(permits, math.floor(remaining / 10)))
    local due, left, reset_after, offset = take_permits(index, rate, interval, burst, outcome, 0)
    reply[filled + 1], reply[filled + 2], reply[filled + 3], reply[filled + 4] = now + due, left, reset_after, offset
    filled, position = filled + 4, after
  end
  while position < after do
    local due, remaining, reset_after, offset = take_demand(position, max_wait)
    if due > max_wait then
      outcome = 0
    end
    reply[filled + 1], reply[filled + 2], reply[filled + 3] = now + due, remaining, reset_after
    reply[filled + 4] = offset
    filled = filled + 4
    position = position + 40
  end
  reply[place] = outcome
end

for _, entry in pairs(entries) do
  if entry.changed then
    entry.failure = entry.write(entry.key, entry.state, entry.lasts, entry.stored, entry.left)
    failure = failure or entry.failure
  end
end

-- A request fails with any of its keys; what else it took stays taken, never less.
if failure then
  local place = begun
  position = first
  while position < last do
    local demands = struct.unpack('<d', arguments, position)
    local count, again = demands < 0 and 1 or demands, demands == -1 and reply[place] == 2
    for i = 0, count - 1 do
      if entries[struct.unpack('<d', arguments, position + 16 + 40 * i)].failure then
        reply[place] = again and -2 or -1
      end
    end
    position, place = position + 16 + 40 * count, place + 1 + 4 * count
    if demands == -1 then
      local queue = entries[struct.unpack('<d', arguments, position)]
      if queue and queue.failure then
        reply[place - 5] = again and -2 or -1
      end
      position, place = position + 32, place + (again and 3 or 0)
    end
  end
end

reply[2] = corrupt
return struct.pack('<' .. string.rep('d', filled), unpack(reply, 1, filled)) .. (failure or '')
