-- What every script begins with: the clock, rounding, and states that are one string.
-- KEYS: one for each limiter and key that the script touches.
-- ARGV[1] now: us since the epoch by a test's clock, 0 for the server's clock
-- ARGV[2] horizon: us, how far ahead a reservation may lie
-- Returns nothing; times below are us relative to now, so that they keep their precision.

local test_now, horizon = tonumber(ARGV[1]), tonumber(ARGV[2])
local now = test_now
if now == 0 then
  local time = redis.call('TIME')
  now = time[1] * 1000000 + time[2]
end

-- What lies within a millionth of a microsecond above a whole one is rounding, not time.
local SLACK = 1e-6

-- 200 years. What was used under one limit can take far longer than that to come back under another, and a number that
-- is too large for a reply would turn into one long past.
local LONGEST = 200 * 365.25 * 86400e6

local function round_up(time)
  return math.min(LONGEST, math.ceil(time - SLACK))
end

-- Under a test's clock the server's own expiry must not interfere.
local function ttl_millis(time)
  local millis = math.max(1, math.ceil(math.min(LONGEST, time) / 1000))
  if test_now > 0 then
    millis = math.max(millis, 3600000)
  end
  return millis
end

-- A key of the wrong type is corrupt content and gets replaced; any other error is the request's.
local function unreadable(state, reply)
  if string.find(reply.err, 'WRONGTYPE', 1, true) then
    state.corrupt, state.dirty = true, true
  else
    state.err = reply.err
  end
  return state
end

-- Reads 'seen n1 n2 ..': the time of the last write, and numbers to which the pattern has captures. A clock that has
-- stepped back counts as no time passed, and that is written even by a refusal, or refusals would never end.
local function read_numbers(key, pattern)
  local state = { key = key, age = 0 }
  local reply = redis.pcall('GET', key)
  if not reply then
    return state
  end
  if type(reply) == 'table' then
    return unreadable(state, reply)
  end
  local seen, n1, n2, n3, n4 = string.match(reply, pattern)
  seen, n1, n2, n3, n4 = tonumber(seen), tonumber(n1), tonumber(n2), tonumber(n3), tonumber(n4)
  if not (seen and n1) then
    state.corrupt = true
    return state
  end
  state.age = math.max(0, now - seen)
  state.dirty = seen > now
  return state, n1, n2, n3, n4
end

local function write_numbers(state, lasts, text)
  local reply = redis.pcall('SET', state.key, text, 'PX', ttl_millis(lasts))
  return type(reply) == 'table' and reply.err or nil
end

-- What an algorithm offers, for a demand of permits under a limit of rate per interval with burst:
--   read(key)             the state; err when it cannot be read, corrupt when it was replaced, dirty when to be written
--   wait(state, demand)   time until the permits are due
--   book(state, demand, wait)
--   remaining(state, demand), reset_after(state, demand)
--   lasts(state, demand)  time until the state no longer matters
--   write(state, lasts)   an error or nil
--   give_back(state, demand, granted)   whether permits were given back
--   release(state, demand)
local algorithms = {}
