-- What every script begins with: its arguments and the clock.
-- KEYS: one for each limiter and key that the script touches; it ends in the name of the algorithm and its state.
-- ARGV[1]: doubles, little-endian as all in replies and states, which cost less to read than text. The first is
--   not_after: us since the epoch, later nothing is taken; 0 for no end; below 0 what a test's clock shows, negated
-- Returns nothing; times below are us relative to the time of a state, so that they keep their precision.

-- Redis runs all of a script for each call. To make a function, to let it share a local and to call it cost more than
-- most of what it does, so there are few of them, and x - x % 1 rounds down where math.floor is not worth its call.
-- To look up a global each time costs 0.2 % of the row server_us_granted.
local redis, struct, arguments, position = redis, struct, ARGV[1], 9
local pack, parse, ask, ends = struct.pack, struct.unpack, redis.pcall, #arguments
-- A lone request with one demand is read at once with what comes before it.
local lone = ends == 48 and '<dddddd'
local not_after, max_wait, rate, interval, burst, permits = parse(lone or '<d', arguments)
local demands, index = 1, 1
local time = ask('TIME')
local now = time[1] * 1000000 + time[2]
-- From when a state expires that no longer matters, by write in string_state.lua and sliding_window.lua and by the two
-- single_*.lua. Under a test's clock the server's own expiry must not interfere.
local expires_from = now
if not_after < 0 then
  now, expires_from = -not_after, expires_from + 3600000000
elseif now > not_after and not_after > 0 then
  -- The -1 distinguishes it from a reply of acquire.lua.
  return pack('<dd', now, -1)
end

-- How many states were corrupt, which the next write replaces; how many numbers acquire.lua replies, which, and the
-- words of a failure.
local corrupt, filled, reply, failure = 0, 2
