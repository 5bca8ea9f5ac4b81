-- Gives granted permits back as far as that lets nobody through too early.
-- KEYS: one for each booking.
-- ARGV[3] on, for each booking:
--   algorithm: the name after the last colon of the key
--   rate: permits
--   interval: us
--   burst: permits
--   permits: permits
--   granted: us since the epoch
-- Returns the permits given back for each booking; a booking that is no longer there gives none.

local given = {}
for i = 1, #KEYS do
  local arg = 3 + (i - 1) * 6
  local algorithm = algorithms[ARGV[arg]]
  local demand = {
    rate = tonumber(ARGV[arg + 1]),
    interval = tonumber(ARGV[arg + 2]),
    burst = tonumber(ARGV[arg + 3]),
    permits = tonumber(ARGV[arg + 4]),
  }
  local state = algorithm.read(KEYS[i])
  given[i] = 0
  if not state.err and not state.corrupt then
    given[i] = algorithm.give_back(state, demand, tonumber(ARGV[arg + 5]) - now)
    if given[i] > 0 and state.dirty then
      algorithm.write(state, algorithm.lasts(state, demand))
    end
  end
end
return given
