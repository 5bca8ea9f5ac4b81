-- Counts what calls really used of the permits that they were granted: gives back what they did not use, as far as that
-- lets nobody through too early, and counts what they used beyond it, whether it is there or not.
-- KEYS: one for each settlement; all of one algorithm.
-- ARGV[1]: after not_after, for each settlement
--   rate: permits, of the limit under which they were granted
--   interval: us
--   burst: permits
--   permits: permits that were granted
--   granted: us since the epoch, by the state's time
--   back: permits of them to give back; negative for permits to count beyond them
-- Returns big-endian doubles: the permits given back or counted for each settlement, none for one that is no longer
--   there; no number where it could not be read or written.

local settled, unknown = {}, 0 / 0
for i = 1, #KEYS do
  local rate, interval, burst, permits, granted, back = struct.unpack('>dddddd', arguments, position + 48 * (i - 1))
  local corrupt_before = corrupt
  local state, err = read(KEYS[i])
  settled[i] = err and unknown or 0
  if not err and (back < 0 or state and corrupt == corrupt_before) then
    -- Asking for nothing tells whether the clock has stepped back, which is written in any case.
    local after, lasts_then
    local _, _, _, changed, lasts = take(state, rate, interval, burst, 0, 0)
    if back < 0 then
      settled[i] = -back
      after, lasts_then = charge(changed or state, rate, interval, burst, -back)
    elseif corrupt == corrupt_before then
      settled[i], after, lasts_then = give_back(changed or state, rate, interval, burst, permits, granted, back)
    else
      changed = nil
    end
    if after then
      changed, lasts = after, lasts_then
    end
    if changed and write(KEYS[i], changed, lasts, state) then
      settled[i] = unknown
    end
  end
end
return struct.pack('>' .. string.rep('d', #settled), unpack(settled))
