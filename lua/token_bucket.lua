-- TOKEN_BUCKET (tb2): a bucket of burst permits, full at the start and refilled with rate permits in each interval.
-- KEYS: a string of doubles: us since the epoch of the last write, by the state's time; moment of the last
--   booked grant in us from there; permits used at that moment and not yet refilled; us for each permit when it was
--   booked; the burst that the whole queue was booked under, 0 when there were several limits or gaps; then, for what
--   may be given back, three moments in us since the epoch, of which the first is before the first grant at this pace,
--   and the least used between the others and since the last, looked at before each grant; the
--   offset of the state's time.
-- ARGV[1]: as in the operation.
-- Returns the algorithm's functions.

size = 88

function take(state, rate, interval, burst, permits, max_wait)
  local slack = 1e-6
  local at, used, spaced, queue_burst, offset, changed = 0, 0, 0, 0, 0, false
  local born, earlier, low, since, least
  if not state then
    born, earlier, low, since, least = now - 1, now - 1, math.huge, now - 1, math.huge
  else
    local seen
    seen, at, used, spaced, queue_burst, born, earlier, low, since, least, offset =
      struct.unpack('<ddddddddddd', state)
    local age = now + offset - seen
    if age < 0 then
      offset, changed = offset - age, true
    else
      at = at - age
    end
  end
  local spacing, from, left = interval / rate, at, used
  if at < 0 then
    from, left = 0, used + at / spacing
    if left < 0 then
      left = 0
    end
  end
  local due = 0
  -- The rounding of a long wait or a large bucket is no debt.
  if permits > 0 or left > burst * (1 + 1e-12) + (slack + from * 1e-12) / spacing then
    local wait, missing = from, left + permits - burst
    if missing > 0 then
      wait = from + missing * spacing
    end
    if wait > slack then
      due = math.ceil(wait - slack)
    end
    if due <= max_wait and permits > 0 then
      left = left - (wait - from) / spacing
      left = left > 0 and left or 0
      if spaced == 0 then
        born = now + offset - 1
        earlier, since = born, born
      else
        least = left < least and left or least
        -- How much was refilled since an earlier grant is known no more where the pace is another.
        born = spaced ~= spacing and now + offset + math.ceil(at - slack) - 1 or born
      end
      -- Who fills what another gave back in the middle leaves the queue no longer by all that they took.
      queue_burst = (at <= slack or spaced == spacing and queue_burst == burst and used >= burst - 1e-9) and burst or 0
      left, from, spaced, changed = left + permits, wait, spacing, true
      at, used = from, left
    end
  end
  local lasts, remaining = from + left * spacing, 0
  if from <= slack then
    remaining = burst - left + slack / spacing
    remaining = remaining > 0 and remaining - remaining % 1 or 0
  end
  if changed then
    changed = struct.pack('<ddddddddddd', now + offset, at, used, spaced, queue_burst,
      born, earlier, low, since, least, offset)
  end
  local reset_after = lasts - slack
  return due, remaining, reset_after + -reset_after % 1, changed, lasts, offset
end

-- Beyond taking

function blank()
  return struct.pack('<ddddddddddd', now, 0, 0, 0, 0, now - 1, now - 1, math.huge, now - 1, math.huge, 0)
end

-- Gives back what was not refilled since the grant or, if that is more, the least that was used since. That is known
--   from two moments on, which move on as permits come back, so that few come back from before them.
function give_back(state, rate, interval, burst, permits, granted, back)
  local slack, rounding = 1e-6, 1e-9
  local seen, at, used, spaced, queue_burst, born, earlier, low, since, least, offset =
    struct.unpack('<ddddddddddd', state)
  local clock, spacing = now + offset, interval / rate
  at = at - (clock - seen)
  local from, moment, last = at > 0 and at or 0, granted - clock, math.ceil(at - slack)
  if spaced == 0 or granted <= born and granted <= earlier or moment > math.max(0, last) then
    return 0
  end
  local whole = at > slack and last == moment and back == permits and used >= burst - rounding
  whole = whole and spaced == spacing and queue_burst == burst
  local given = permits
  if not whole then
    local fastest = spacing < spaced and spacing or spaced
    local known = granted > since and least or granted > earlier and math.min(low, least) or 0
    local unfilled = granted > born and permits - (from - moment) / fastest or 0
    given = math.min(back, used - (from - at) / fastest, math.max(known, unfilled))
  end
  given = given > rounding and given or 0
  used, least = used - given, math.max(0, least - given)
  low = granted > since and low or math.max(0, low - given)
  if whole then
    -- No one waits behind it, so the queue gets shorter.
    local before = math.max(0, at - permits * spacing)
    at, used = before, used + (at - before) / spacing
  end
  local time, moves = clock + math.max(0, math.ceil(at - slack)), false
  if time > since and 2 * granted >= time + since then
    earlier, low, since, least, moves = since, least, time, math.huge, true
  end
  if given == 0 and not moves then
    return 0
  end
  local changed = struct.pack('<ddddddddddd', clock, at, used, spaced, queue_burst,
    born, earlier, low, since, least, offset)
  return given, changed, math.max(0, at + used * math.max(spacing, spaced))
end

function release(state, rate, interval, _, permits)
  local seen, at, used, spaced, queue_burst, born, earlier, low, since, least, offset =
    struct.unpack('<ddddddddddd', state)
  local clock = now + offset
  at = at - (clock - seen)
  local released = math.min(math.max(0, used + math.min(at, 0) * rate / interval), permits)
  if at > 1e-6 or released <= 0 then
    return 0
  end
  used, low, least = used - released, math.max(0, low - released), math.max(0, least - released)
  local changed = struct.pack('<ddddddddddd', clock, at, used, spaced, queue_burst,
    born, earlier, low, since, least, offset)
  return math.ceil(released), changed, math.max(0, at + used * interval / rate)
end

function charge(state, rate, interval, burst, permits)
  local at, used, offset = 0, 0, 0
  local born, earlier, low, since, least = now - 1, now - 1, math.huge, now - 1, math.huge
  local spacing = interval / rate
  if state then
    local seen, spaced, _
    seen, at, used, spaced, _, born, earlier, low, since, least, offset = struct.unpack('<ddddddddddd', state)
    at = at - (now + offset - seen)
    used = math.max(0, used + math.min(0, at) / spacing)
    if spaced == 0 then
      born = now + offset - 1
      earlier, since = born, born
    else
      born = spaced ~= spacing and now + offset + math.ceil(at - 1e-6) - 1 or born
      least = math.min(least, used)
    end
  end
  -- Behind a queue it is no part of it.
  local queue_burst = at > 1e-6 and 0 or burst
  at, used = math.max(0, at), math.max(used, math.min(used + permits, most_time / spacing))
  local changed = struct.pack('<ddddddddddd', now + offset, at, used, spacing, queue_burst,
    born, earlier, low, since, least, offset)
  return changed, at + used * spacing
end
