-- CALENDAR_WINDOW (cw1): at most rate permits in each window of a calendar, such as the month in Berlin.
-- KEYS: a string of doubles: us since the epoch of the last write, by the state's time; when the first
--   permits of the last used window are due in us from there; us from then until the window ends; permits booked in
--   it; the offset of the state's time.
-- ARGV[1]: as in the operation, where the interval of a limit is the place of its calendar, from 1. Behind not_after
--   calendars: count, and for each four moments in us since the epoch at which windows begin. The script runs in the
--     first of them or in the next.
-- Returns the algorithm's functions; ends the script with now and -2 where a calendar does not fit the server's clock.

local calendars = position + 8
position = calendars + 32 * struct.unpack('<d', arguments, position)
for at = calendars, position - 1, 32 do
  local first, _, third = struct.unpack('<ddd', arguments, at)
  if now < first or now >= third then
    return struct.pack('<dd', now, -2)
  end
end

-- When the window ends that has begun at a moment; us from now, as the moment.
local function end_after(moment, calendar)
  local first, second, third, last = struct.unpack('<dddd', arguments, calendars + 32 * calendar - 32)
  moment = moment + now
  local next = moment < first and first or moment < second and second or moment < third and third
  return (next or moment < last and last or math.huge) - now
end

-- When the window begins that comes so many after the one of a moment. Beyond those that are known each is taken to be
--   as long as the last.
function later(moment, count, calendar)
  while count > 0 and end_after(moment, calendar) < math.huge do
    moment, count = end_after(moment, calendar), count - 1
  end
  local third, last = struct.unpack('<dd', arguments, calendars + 32 * calendar - 16)
  return moment + count * (last - third)
end

-- The window ends where it was to end when it was first used, or sooner where a window of the calendar begins.
function take(state, rate, calendar, _, permits, max_wait)
  local start, ends, used, offset, changed = -math.huge, -math.huge, 0, 0, nil
  if state then
    local seen, length
    seen, start, length, used, offset = struct.unpack('<ddddd', state)
    local age = now + offset - seen
    if age < 0 then
      offset = offset - age
      changed = struct.pack('<ddddd', now + offset, start, length, used, offset)
    else
      start = start - age
    end
    -- The clock may have stepped back since the window began, which does not end it.
    ends = math.min(start + length, end_after(start + offset, calendar))
  end
  local due = 0
  if permits > 0 or used > rate then
    if ends > 0 then
      due = used + permits > rate and ends or start > 0 and start or 0
    end
    if due <= max_wait and permits > 0 then
      if due >= ends then
        start, used, ends = due, 0, end_after(due, calendar)
        ends = ends < math.huge and ends or due + 60000000
      end
      used = used + permits
      changed = struct.pack('<ddddd', now + offset, start, ends - start, used, offset)
    end
  end
  local lasts, remaining = ends, 0
  if ends <= 0 then
    lasts, remaining = 0, rate
  elseif start <= 0 then
    remaining = used > rate and 0 or rate - used
  end
  local reset_after = used > 0 and lasts or start > 0 and start or 0
  return due, remaining, reset_after, changed, lasts, offset
end

size = 40

-- Beyond taking

function blank()
  return struct.pack('<ddddd', now, -math.huge, 0, 0, 0)
end

-- What is stored, and when the window ends by this calendar.
local function opened(state, calendar)
  local seen, start, length, used, offset = struct.unpack('<ddddd', state)
  start = start - (now + offset - seen)
  return math.min(start + length, end_after(start + offset, calendar)), start, length, used, offset
end

local function less(permits, ends, start, length, used, offset)
  local given = math.min(used, permits)
  if given == 0 then
    return 0
  end
  return given, struct.pack('<ddddd', now + offset, start, length, used - given, offset), math.max(0, ends)
end

function give_back(state, _, calendar, _, _, granted, back)
  local ends, start, length, used, offset = opened(state, calendar)
  granted = granted - now - offset
  local lost = granted > 0 and start <= 0
  if granted < start or granted >= ends or lost then
    return 0
  end
  return less(back, ends, start, length, used, offset)
end

function release(state, _, calendar, _, permits)
  local ends, start, length, used, offset = opened(state, calendar)
  if start > 0 or ends <= 0 then
    return 0
  end
  return less(permits, ends, start, length, used, offset)
end

function charge(state, _, calendar, _, permits)
  local ends, start, used, offset = -math.huge, -math.huge, 0, 0
  if state then
    local _
    ends, start, _, used, offset = opened(state, calendar)
  end
  if ends <= 0 then
    ends, start, used = end_after(0, calendar), 0, 0
  end
  used = math.min(used + permits, most_permits)
  return struct.pack('<ddddd', now + offset, start, ends - start, used, offset), ends
end
