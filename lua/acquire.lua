-- Decides a batch of requests in order. A request takes all its demands or none; a single demand may be reserved.
-- KEYS: one for each different key of the demands.
-- ARGV[3] not_after: us since the epoch, later the script does nothing; 0 for no end
-- then for each request:
--   demands: count
--   max_wait: us, how far ahead a single demand may be reserved
--   then for each demand:
--     key: index into KEYS
--     algorithm: the name after the last colon of the key
--     rate: permits
--     interval: us
--     burst: permits
--     permits: permits
-- Returns now in us since the epoch and the number of corrupt states replaced, -1 when it is too late; then for each
--   request 1 when granted, 0 when refused, or an error's text, and for each of its demands: when it is due in us since
--   the epoch, permits remaining, us until the whole limit is back.

local not_after = tonumber(ARGV[3])
if not_after > 0 and now > not_after then
  return { now, -1 }
end

local reply, filled = { now, 0 }, 2
local states, requests = {}, {}
local arg = 4

local function read_demand()
  local algorithm = algorithms[ARGV[arg + 1]]
  local index = tonumber(ARGV[arg])
  local state = states[index]
  if not state then
    state = algorithm.read(KEYS[index])
    states[index] = state
  end
  local demand = {
    algorithm = algorithm,
    state = state,
    rate = tonumber(ARGV[arg + 2]),
    interval = tonumber(ARGV[arg + 3]),
    burst = tonumber(ARGV[arg + 4]),
    permits = tonumber(ARGV[arg + 5]),
  }
  arg = arg + 6
  demand.wait = not state.err and demand.permits > 0 and algorithm.wait(state, demand) or 0
  return demand
end

while arg <= #ARGV do
  local count, max_wait = tonumber(ARGV[arg]), tonumber(ARGV[arg + 1])
  arg = arg + 2
  if count > 1 then
    max_wait = 0
  end
  local request = { at = filled + 1 }
  local outcome = 1
  for i = 1, count do
    local demand = read_demand()
    request[i] = demand
    if demand.state.err then
      outcome = demand.state.err
    elseif outcome == 1 and round_up(demand.wait) > max_wait then
      outcome = 0
    end
  end
  requests[#requests + 1] = request
  reply[filled + 1] = outcome
  filled = filled + 1
  for i = 1, count do
    local demand = request[i]
    local algorithm, state = demand.algorithm, demand.state
    if outcome == 1 and demand.permits > 0 then
      algorithm.book(state, demand, demand.wait)
    end
    state.demand = demand
    reply[filled + 1] = now + round_up(demand.wait)
    reply[filled + 2] = state.err and 0 or algorithm.remaining(state, demand)
    reply[filled + 3] = state.err and 0 or round_up(algorithm.reset_after(state, demand))
    filled = filled + 3
  end
end

local failed = false
for _, state in pairs(states) do
  if state.corrupt then
    reply[2] = reply[2] + 1
  end
  if state.dirty and not state.err then
    local algorithm = state.demand.algorithm
    state.err = algorithm.write(state, algorithm.lasts(state, state.demand))
    failed = failed or state.err ~= nil
  end
end

if failed then
  for _, request in ipairs(requests) do
    for _, demand in ipairs(request) do
      reply[request.at] = demand.state.err or reply[request.at]
    end
  end
end

return reply
