-- Takes used permits off, the oldest first, never those that are reserved ahead.
-- KEYS[1]: state of the limiter and key.
-- ARGV[3] algorithm: the name after the last colon of the key
-- ARGV[4] rate: permits
-- ARGV[5] interval: us
-- ARGV[6] burst: permits
-- ARGV[7] permits: permits to take off
-- Returns a list with the permits taken off.

local algorithm = algorithms[ARGV[3]]
local demand = {
  rate = tonumber(ARGV[4]),
  interval = tonumber(ARGV[5]),
  burst = tonumber(ARGV[6]),
  permits = tonumber(ARGV[7]),
}
local state = algorithm.read(KEYS[1])
if state.err then
  return redis.error_reply(state.err)
end
local released = algorithm.release(state, demand)
if released > 0 and state.dirty then
  local err = algorithm.write(state, algorithm.lasts(state, demand))
  if err then
    return redis.error_reply(err)
  end
end
return { released }
