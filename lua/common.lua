-- What every script begins with: the clock, rounding, and the keys that hold one string.
-- KEYS: one for each limiter and key that the script touches; it ends in the name of the algorithm and its state.
-- ARGV[1]: big-endian doubles, which cost less to read than text. The first are
--   now: us since the epoch by a test's clock, 0 for the server's clock
--   horizon: us, how far ahead a reservation may lie
--   not_after: us since the epoch, later nothing is taken; 0 for no end
-- Returns nothing; times below are us relative to now, so that they keep their precision.

local ceil, floor, max, min, pack, unpack_struct = math.ceil, math.floor, math.max, math.min, struct.pack, struct.unpack

local arguments = ARGV[1]
local test_now, horizon, not_after, position = unpack_struct('>ddd', arguments)
local time = redis.call('TIME')
local server_now = time[1] * 1000000 + time[2]
local now = test_now > 0 and test_now or server_now

-- What lies within a millionth of a microsecond above a whole one is rounding, not time.
local SLACK = 1e-6

-- 200 years. What was used under one limit can take far longer than that to come back under another.
local LONGEST = 200 * 365.25 * 86400e6

-- A key of the wrong type is corrupt content, which is replaced; any other error is the request's.
local function unreadable(state, reply)
  if string.find(reply.err, 'WRONGTYPE', 1, true) then
    state.corrupt, state.dirty = true, true
  else
    state.err = reply.err
  end
end

-- How the double of any time from 1987 on begins; text of the right length does not.
local FIRST_BYTE = 0x43

-- The string of a key when it is one of so many bytes that begins with a time.
local function read_string(state, size)
  local reply = redis.pcall('GET', state.key)
  if not reply then
    return nil
  end
  if type(reply) == 'table' then
    unreadable(state, reply)
  elseif #reply == size and string.byte(reply) == FIRST_BYTE then
    return reply
  else
    state.corrupt = true
  end
end

-- The server's clock in ms when a state no longer matters; a moment, because Redis turns spans into moments at a cost.
-- Under a test's clock the server's own expiry must not interfere.
local function expiry(lasts)
  return ceil((server_now + min(LONGEST, test_now > 0 and max(lasts, 3600000000) or lasts)) / 1000) + 1
end

local function write_string(state, text)
  return redis.pcall('SET', state.key, text, 'PXAT', expiry(state.lasts)).err
end

-- What an algorithm offers. The limit is given as rate, interval in us and burst.
--   read(key): the state; err when it cannot be read, corrupt when it gets replaced, dirty when it has to be written.
--     A clock that has stepped back counts as no time passed, and that is written even by a refusal, or refusals would
--     never end.
--   take(state, rate, interval, burst, permits, max_wait): books the permits when they are due within max_wait, and
--     tells when they are due, how many remain and when all are back
--   write(state): an error or nil; lasts of the state says when it no longer matters
--   give_back(state, rate, interval, burst, permits, granted): how many permits were given back
--   release(state, rate, interval, burst, permits): how many permits were taken off
local algorithms = {}
