-- Counts what calls really used of the permits that they were granted: gives back what they did not use, as far as that
-- lets no one through too early, and counts what they used beyond it, whether it is there or not.
-- KEYS: one for each settlement; all of one algorithm.
-- ARGV[1]: after not_after, for each settlement
--   rate: permits, of the limit under which they were granted
--   interval: us
--   burst: permits
--   permits: permits that were granted
--   granted: us since the epoch, by the state's time
--   back: permits of them to give back; negative for permits to count beyond them
-- Returns doubles: the permits given back or counted for each settlement, none for one that is no longer
--   there; no number where it could not be read or written. An error comes last, as text.

local settled, unknown, at = {}, 0 / 0, 1
while at <= #KEYS do
  -- Those of one key that follow each other read its state once and write it once.
  local key, corrupt_before, begun, charged = KEYS[at], corrupt, at, false
  local state, err, left = read(key)
  local stored, changed, lasts = state, nil, 0
  repeat
    local rate, interval, burst, permits, granted, back = struct.unpack('<dddddd', arguments, position + 48 * (at - 1))
    settled[at], failure = err and unknown or 0, failure or err
    if not err and (back < 0 or state and corrupt == corrupt_before) then
      local after, lasts_then
      if at == begun then
        -- Asking for nothing shows whether the clock has stepped back, which is written in any case.
        local _, _, _, stepped, lasts_stepped = take(state, rate, interval, burst, 0, 0)
        -- One that is corrupt is replaced where something is counted, and has nothing to give back.
        state = stepped or state
        if stepped and corrupt == corrupt_before then
          changed, lasts = stepped, lasts_stepped
        end
      end
      if back < 0 then
        if finish then
          finish(state)
        end
        settled[at], charged = -back, true
        after, lasts_then = charge(state, rate, interval, burst, -back)
      elseif corrupt == corrupt_before then
        settled[at], after, lasts_then = give_back(state, rate, interval, burst, permits, granted, back)
      end
      if after then
        state, changed, lasts = after, after, math.max(lasts, lasts_then)
      end
    end
    at = at + 1
  until charged or KEYS[at] ~= key
  if changed then
    if finish then
      finish(changed)
    end
    local refused = write(key, changed, lasts, stored, left)
    failure = failure or refused
    if refused then
      for i = begun, at - 1 do
        settled[i] = unknown
      end
    end
  end
end
return struct.pack('<' .. string.rep('d', #settled), unpack(settled)) .. (failure or '')
