-- SLIDING_WINDOW_COUNTER (sc2): never more than rate permits by an estimate that takes the previous window as evenly
--   used.
-- KEYS: a string of doubles: us since the epoch of the last write, by the state's time; start of the window
--   of the last booked grant in us from there; permits in the window before it and in it; the last booked grant in us
--   from the last write; the moment from which on grants are known to count in these two windows, in us since the epoch
--   by the state's time; the offset of that.
-- ARGV[1]: as in the operation.
-- Returns the algorithm's functions.

function take(state, rate, interval, _, permits, max_wait)
  local slack = 1e-6
  local start, previous, current, last, known, offset, changed = 0, 0, 0, 0, 0, 0, nil
  if state then
    local seen
    seen, start, previous, current, last, known, offset = struct.unpack('<ddddddd', state)
    local age = now + offset - seen
    if age < 0 then
      offset = offset - age
      changed = struct.pack('<ddddddd', now + offset, start, previous, current, last, known, offset)
    else
      start, last = start - age, last - age
    end
  end

  -- The window of the first moment at which anything may be granted, and what is used in the one before and in it.
  local from = last > 0 and last or 0
  local window, before, within = start, previous, current
  if from >= window + interval then
    local ahead = (from - window) / interval
    ahead = ahead - ahead % 1
    window, before, within = window + ahead * interval, ahead == 1 and within or 0, 0
  end

  local due = 0
  if permits > 0 or before * (1 + (window - from - slack) / interval) + within > rate * (1 + 1e-12) then
    local free, begins, left, used, windows = rate - permits, window, before, within, 1
    while true do
      due = from > begins and from or begins
      if used <= free then
        if left > free - used then
          local enough = begins + math.ceil(interval * (1 - (free - used) / left) - slack)
          due = enough > due and enough or due
        end
        if due < begins + interval then
          break
        end
      end
      begins, left, used, windows = begins + interval, used, 0, windows + 1
      -- The third is empty, unless somebody else's text has numbers that windows cannot have.
      if windows > 3 then
        return due, 0 / 0, 0, nil, 0, offset
      end
    end
    if due <= max_wait and permits > 0 then
      if left == 0 and used == 0 then
        begins, known = due, now + offset + due
      elseif begins > start then
        -- Where the interval has become shorter, some in the window before may lie within this one.
        local first = now + offset + (last < begins and start or due)
        known = known > first and known or first
      end
      window, before, within = begins, left, used + permits
      start, previous, current, last = window, before, within, due
      changed = struct.pack('<ddddddd', now + offset, start, previous, current, last, known, offset)
    end
  end

  local lasts, remaining = last, 0
  if current > 0 then
    lasts = start + 2 * interval
  elseif previous > 0 then
    lasts = start + interval
  end
  lasts = lasts > 0 and lasts or 0
  if last <= 0 then
    remaining = rate - before * (1 + (window - slack) / interval) - within
    remaining = remaining < 0 and 0 or remaining - remaining % 1
  end
  return due, remaining, lasts, changed, lasts, offset
end

size = 56

-- Beyond taking

function blank()
  return struct.pack('<ddddddd', now, 0, 0, 0, 0, 0, 0)
end

function rewritten(state)
  local seen, start, previous, current, last, known, offset = struct.unpack('<ddddddd', state)
  local age = now + offset - seen
  return struct.pack('<ddddddd', now + offset, start - age, previous, current, last - age, known, offset)
end

local function counter_of(start, previous, current, last, known, offset, interval)
  local lasts = current > 0 and start + 2 * interval or previous > 0 and start + interval or last
  local changed = struct.pack('<ddddddd', now + offset, start, previous, current, last, known, offset)
  return changed, math.max(0, lasts)
end

-- Which window a grant counts in does not depend on its interval, which may be another than that of the windows.
function give_back(state, _, interval, _, _, granted, back)
  local seen, start, previous, current, last, known, offset = struct.unpack('<ddddddd', state)
  local age, moment = now + offset - seen, granted - now - offset
  start, last = start - age, last - age
  if granted < known or moment > last then
    return 0
  end
  local given
  if moment < start then
    given = math.min(previous, back)
    previous = previous - given
  else
    given = math.min(current, back)
    current = current - given
  end
  if given == 0 then
    return 0
  end
  return given, counter_of(start, previous, current, last, known, offset, interval)
end

function release(state, _, interval, _, permits)
  local seen, start, previous, current, last, known, offset = struct.unpack('<ddddddd', state)
  local age = now + offset - seen
  start, last = start - age, last - age
  if last > 0 or start + interval <= 0 then
    return 0
  end
  local released = math.min(current, permits)
  return released, counter_of(start, previous, current - released, last, known, offset, interval)
end

function charge(state, _, interval, _, permits)
  local seen, start, previous, current, last, known, offset = now, 0, 0, 0, 0, 0, 0
  if state then
    seen, start, previous, current, last, known, offset = struct.unpack('<ddddddd', state)
  end
  local clock = now + offset
  start, last = start - (clock - seen), last - (clock - seen)
  local due = math.max(0, last)
  local ahead = math.floor((due - start) / interval)
  if ahead > 0 then
    local begins = start + ahead * interval
    known = math.max(known, clock + (last < begins and start or due))
    start, previous, current = begins, ahead == 1 and current or 0, 0
  end
  if previous == 0 and current == 0 then
    start, known = due, clock + due
  end
  return counter_of(start, previous, math.min(current + permits, most_permits), due, known, offset, interval)
end
