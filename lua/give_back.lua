-- Gives granted permits back as far as that lets nobody through too early.
-- KEYS: one for each booking; all of one algorithm.
-- ARGV[1]: after not_after, for each booking
--   rate: permits, of the limit under which they were granted
--   interval: us
--   burst: permits
--   permits: permits that were granted
--   granted: us since the epoch, by the state's time
--   back: permits of them to give back
-- Returns big-endian doubles: the permits given back for each booking; a booking that is no longer there gives none.

local given = {}
for i = 1, #KEYS do
  local rate, interval, burst, permits, granted, back = struct.unpack('>dddddd', arguments, position + 48 * (i - 1))
  local corrupt_before = corrupt
  local state = read(KEYS[i])
  given[i] = 0
  if state and corrupt == corrupt_before then
    -- Asking for nothing tells whether the clock has stepped back, which is written in any case.
    local after, lasts_then
    local _, _, _, changed, lasts = take(state, rate, interval, burst, 0, 0)
    if corrupt == corrupt_before then
      given[i], after, lasts_then = give_back(changed or state, rate, interval, burst, permits, granted, back)
      if after then
        changed, lasts = after, lasts_then
      end
      if changed then
        write(KEYS[i], changed, lasts, state)
      end
    end
  end
end
return struct.pack('>' .. string.rep('d', #given), unpack(given))
