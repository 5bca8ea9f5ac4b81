-- Gives granted permits back as far as that lets nobody through too early.
-- KEYS: one for each booking.
-- ARGV[1]: after not_after, for each booking
--   rate: permits
--   interval: us
--   burst: permits
--   permits: permits
--   granted: us since the epoch
-- Returns big-endian doubles: the permits given back for each booking; a booking that is no longer there gives none.

local given = {}
for i = 1, #KEYS do
  local rate, interval, burst, permits, granted = unpack_struct('>ddddd', arguments, position + 40 * (i - 1))
  local algorithm = algorithms[string.sub(KEYS[i], -3)]
  local state = algorithm.read(KEYS[i])
  given[i] = 0
  if not state.err and not state.corrupt then
    given[i] = algorithm.give_back(state, rate, interval, burst, permits, granted - now)
    if given[i] > 0 and state.dirty then
      algorithm.write(state)
    end
  end
end
return pack('>' .. string.rep('d', #given), unpack(given))
