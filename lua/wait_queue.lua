-- Serves those whose permits are too far off to be reserved in the order in which they came. Each has a number for
--   good, and all who live ask within each round, which shows how many wait and which numbers are free again.
-- KEYS: a string of doubles beside the state, read only for those who may wait and are not due now: start of
--   the round in us since the epoch; the round; number of the next to come, in permits; the number below which all are
--   served or gone; the least number that was turned away in the round before, and in this one; permits that wait and
--   were asked for last in the round before, and in this one; the longest horizon in us.
-- ARGV[1]: as in acquire.lua.
-- Returns the function.

local FIELDS, LEAST_PAUSE = '<ddddddddd', 10000

local function queue_of(entries, index)
  local queue = entries[index]
  if not queue then
    queue = { key = KEYS[index], start = -math.huge, round = 0, next = 0, reached = 0, horizon = 0 }
    local text = redis.pcall('GET', queue.key)
    if type(text) == 'string' and #text == 72 then
      queue.start, queue.round, queue.next, queue.reached, queue.before, queue.lately, queue.old, queue.current,
        queue.horizon = struct.unpack(FIELDS, text)
    elseif type(text) == 'table' and not string.find(text.err, 'WRONGTYPE', 1, true) then
      queue.failure, failure = text.err, failure or text.err
    elseif text then
      corrupt = corrupt + 1
    end
    entries[index] = queue
  end
  return queue
end

-- A new round begins 0.6 horizons after the last one. After two without a request no one waits.
local function roll(queue, horizon)
  queue.horizon = math.max(queue.horizon, horizon)
  local length = math.floor(queue.horizon * 3 / 5)
  if now < queue.start then
    queue.start = now
  elseif now >= queue.start + 2 * length then
    queue.start, queue.horizon = now, horizon
    queue.round = queue.round == 0 and now or queue.round + 2
    queue.before, queue.lately, queue.old, queue.current = math.huge, math.huge, 0, 0
  elseif now >= queue.start + length then
    queue.start, queue.round, queue.old, queue.current = queue.start + length, queue.round + 1, queue.current, 0
    queue.before, queue.lately = queue.lately, math.huge
  end
end

local function write_queue(_, queue)
  local text = struct.pack(
    FIELDS,
    queue.start,
    queue.round,
    queue.next,
    queue.reached,
    queue.before,
    queue.lately,
    queue.old,
    queue.current,
    queue.horizon
  )
  local ms = (expires_from + queue.horizon * 6 / 5) / 1000
  return redis.pcall('SET', queue.key, text, 'PXAT', ms - ms % 1 + 2).err
end

local function changed(queue)
  queue.state, queue.changed, queue.write = queue, true, write_queue
end

-- Puts the request at the position into the reply behind the given place, and returns its outcome and the last place.
function take_turn(entries, take_permits, max_wait, place)
  local index, rate, interval, burst, permits, at, horizon, round, number =
    struct.unpack('<ddddddddd', arguments, position)
  local at_once = round == 0 and math.min(0, max_wait) or -1
  local due, remaining, reset_after, offset = take_permits(index, rate, interval, burst, permits, at_once)

  local function answer(outcome, expected)
    reply[place + 1], reply[place + 2], reply[place + 3] = now + expected, remaining, reset_after
    reply[place + 4] = offset
    return outcome, place + 4
  end

  if entries[index].failure or due <= at_once then
    return answer(1, due)
  end

  -- When so many are due if others go first. Where a rate of permits is granted at once these are those of a request
  -- an interval earlier.
  local kind = string.sub(entries[index].key, -3, -2)
  local windows = string.find('sw sc fw cw', kind, 1, true)
  local function due_after(count, ahead)
    local turns = windows and math.floor((count + ahead - 1) / rate) or 0
    local first = take_permits(index, rate, interval, burst, count + ahead - turns * rate, -1)
    return kind == 'cw' and later(first, turns, interval) or first + turns * interval
  end

  local function book()
    due, remaining, reset_after, offset = take_permits(index, rate, interval, burst, permits, math.huge)
    return answer(1, due)
  end

  local queue = queue_of(entries, at)
  if queue.failure then
    return answer(0, due)
  end
  roll(queue, horizon)
  local front, ahead, least = due_after(1, 0), queue.old + queue.current, LEAST_PAUSE
  if round == 0 then
    local expected = due_after(permits, ahead)
    if expected > max_wait then
      return answer(0, expected)
    end
    if ahead == 0 then
      queue.reached = queue.next
    end
    if front <= (ahead == 0 and queue.horizon or 0) then
      return book()
    end
    number, queue.next = queue.next, queue.next + permits
  else
    changed(queue)
    if round == queue.round then
      queue.current = math.max(0, queue.current - permits)
    elseif round == queue.round - 1 then
      queue.old = math.max(0, queue.old - permits)
    end
    queue.next = math.max(queue.next, number + permits)
    if due > max_wait then
      return answer(0, due)
    end
    local first = math.min(queue.before, queue.lately)
    if first < math.huge then
      queue.reached = math.max(queue.reached, first)
    end
    local living = queue.old + queue.current
    -- Divided last, or rounding would count one more.
    local before = number - queue.reached
    local alive = math.min(before, before * (living + permits) / math.max(permits, queue.next - queue.reached))
    ahead = math.max(0, math.ceil(alive), number + living + permits - queue.next)
    local called = due_after(1, ahead) <= math.floor(queue.horizon / 2) + math.floor(queue.horizon / 16)
    if called or front <= 0 then
      if called then
        queue.reached = math.max(queue.reached, number + permits)
      end
      return book()
    end
    least = math.floor(queue.horizon / 4)
  end

  changed(queue)
  queue.current, queue.lately = queue.current + permits, math.min(queue.lately, number)
  local half = math.floor(queue.horizon / 2)
  local pause = math.max(due_after(1, ahead) - half, least)
  pause = math.ceil(pause / math.ceil(pause / half))
  local outcome, last = answer(2, due_after(permits, ahead))
  reply[last + 1], reply[last + 2], reply[last + 3] = queue.round, number, pause
  return outcome, last + 3
end
