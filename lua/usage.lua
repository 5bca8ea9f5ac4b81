-- Reads how much of a limit is used; writes nothing.
-- KEYS[1]: state of the limiter and key.
-- ARGV[3] algorithm: the name after the last colon of the key
-- ARGV[4] rate: permits
-- ARGV[5] interval: us
-- ARGV[6] burst: permits
-- Returns the permits remaining and the us until the whole limit is back.

local algorithm = algorithms[ARGV[3]]
local demand = { rate = tonumber(ARGV[4]), interval = tonumber(ARGV[5]), burst = tonumber(ARGV[6]), permits = 0 }
local state = algorithm.read(KEYS[1])
if state.err then
  return redis.error_reply(state.err)
end
return { algorithm.remaining(state, demand), round_up(algorithm.reset_after(state, demand)) }
