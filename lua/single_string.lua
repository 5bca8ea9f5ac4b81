-- Decides requests that have one demand, as most do, on states that one string holds: those of one key that follow each
--   other read its state once and write it once. It does what acquire.lua does, but makes no functions and few tables
--   for it; from the first request on that is out of the ordinary it leaves all to that.
-- KEYS, ARGV[1] and what it returns: as in acquire.lua.

if not permits and ends - position == 39 then
  -- A lone request behind the windows of a calendar.
  lone = true
  max_wait, rate, interval, burst, permits = parse('<ddddd', arguments, position)
elseif not permits then
  demands, max_wait, index, rate, interval, burst, permits = parse('<ddddddd', arguments, position)
end
-- Many keys of a batch expire together, and Redis turns a number into text at a cost.
local expires_at, expires_text
if not lone then
  reply = { now, 0 }
end
while demands == 1 do
  local key, replied, begun, place, lasts = KEYS[index], filled, position, index, nil
  local state = ask('GET', key)
  if state and (#state ~= size + 8 or string.byte(state, 8) ~= eighth_byte) then
    break
  end

  local changed, span = state, interval
  local due, remaining, reset_after, text, from_now, offset, granted, possible
  repeat
    due, remaining, reset_after, text, from_now, offset = take(changed, rate, interval, burst, permits, max_wait)
    if text then
      changed, lasts = text, lasts and lasts > from_now and lasts or from_now
    end
    granted = due <= max_wait and (due == 0 and offset == 0 and 3 or 1) or 0
    possible = remaining <= burst and reset_after >= 0 and offset >= 0 and offset < year
    if lone or not possible then
      break
    end
    if granted == 3 then
      reply[filled + 1], reply[filled + 2], reply[filled + 3] = 3, remaining, reset_after
      filled, position = filled + 3, position + 56
    else
      reply[filled + 1], reply[filled + 2], reply[filled + 3] = granted, now + due, remaining
      reply[filled + 4], reply[filled + 5] = reset_after, offset
      filled, position = filled + 5, position + 56
    end
    if position > ends then
      break
    end
    demands, max_wait, index, rate, interval, burst, permits = parse('<ddddddd', arguments, position)
  until index ~= place or demands ~= 1 or interval ~= span
  if not possible then
    break
  end

  if lasts then
    local clock, kept, expiry, done = now + offset, offset, 0
    if state then
      kept, expiry = parse('<dd', state, size - 7)
      -- Somebody else's text may say anything.
      expiry = kept < year and expiry < clock + 200 * year and expiry or 0
    end
    if expiry >= clock + lasts and kept == offset then
      done = ask('SETRANGE', key, '0', changed)
    else
      -- At least 1 s longer: calls that follow each other need not set it, or make the key, each time.
      local longer = span > 10000000 and span / 10 or 1000000
      lasts = lasts < most_time and lasts or most_time
      expiry = expiry < clock + lasts and clock + lasts + longer or expiry
      local ms = (expires_from + expiry - clock) / 1000
      ms = ms - ms % 1 + 2
      if ms ~= expires_at then
        expires_at, expires_text = ms, string.format('%.0f', ms)
      end
      done = ask('SET', key, changed .. pack('<d', expiry), 'PXAT', expires_text)
    end
    if type(done) == 'table' and done.err then
      failure, filled = done.err, replied
      for _ = begun, position - 1, 56 do
        reply[filled + 1], reply[filled + 2], reply[filled + 3] = -1, now, 0
        reply[filled + 4], reply[filled + 5] = 0, 0
        filled = filled + 5
      end
    end
  end
  if lone then
    if failure then
      return pack('<ddddddd', now, corrupt, -1, now, 0, 0, 0) .. failure
    elseif granted == 3 and corrupt == 0 then
      return pack('<ddd', now, remaining, reset_after)
    end
    return pack('<ddddddd', now, corrupt, granted > 0 and 1 or 0, now + due, remaining, reset_after, offset)
  elseif position > ends then
    reply[2] = corrupt
    return pack('<' .. string.rep('d', filled), unpack(reply, 1, filled)) .. (failure or '')
  end
end
