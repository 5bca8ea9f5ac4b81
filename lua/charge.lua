-- Counts permits that are used already, whether they are there or not.
-- KEYS: one for each charge; all of one algorithm.
-- ARGV[1]: after not_after, for each charge
--   rate: permits
--   interval: us
--   burst: permits
--   permits: permits that were used
-- Returns a big-endian double for each charge: 1, or 0 when it could not be written.

local charged = {}
for i = 1, #KEYS do
  local rate, interval, burst, permits = struct.unpack('>dddd', arguments, position + 32 * (i - 1))
  local state, failure = read(KEYS[i])
  if not failure then
    -- Asking for nothing tells whether the clock has stepped back.
    local _, _, _, stepped = take(state, rate, interval, burst, 0, 0)
    local changed, lasts = charge(stepped or state, rate, interval, burst, permits)
    failure = write(KEYS[i], changed, lasts, state)
  end
  charged[i] = failure and 0 or 1
end
return struct.pack('>' .. string.rep('d', #charged), unpack(charged))
