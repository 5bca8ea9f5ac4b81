-- Decides requests that have one demand, as most do, on states that one string holds: those of one key that follow each
--   other read its state once and write it once. It does what acquire.lua does, but makes no functions and few tables
--   for it; from the first request on that is out of the ordinary it leaves all to that.
-- KEYS, ARGV[1] and what it returns: as in acquire.lua.

local ends = #arguments
-- Many keys of a batch expire together, and Redis turns a number into text at a cost.
local expires_at, expires_text
local lone = ends - position == 55
if not lone then
  reply = { now, 0 }
end
local demands, max_wait, index, rate, interval, burst, permits = struct.unpack('>ddddddd', arguments, position)
while position < ends and demands == 1 do
  local key, first, place, lasts = KEYS[index], filled, index, nil
  local state = redis.pcall('GET', key)
  if state and (#state ~= size + 8 or string.byte(state) ~= first_byte) then
    break
  end

  local changed, span = state, interval
  local due, remaining, reset_after, text, from_now, offset, granted
  repeat
    due, remaining, reset_after, text, from_now, offset = take(changed, rate, interval, burst, permits, max_wait)
    if text then
      changed, lasts = text, lasts and lasts > from_now and lasts or from_now
    end
    granted, due = due <= max_wait and 1 or 0, now + due
    if lone then
      break
    end
    reply[filled + 1], reply[filled + 2], reply[filled + 3], reply[filled + 4] = granted, due, remaining, reset_after
    reply[filled + 5] = offset
    filled, position = filled + 5, position + 56
    if position > ends then
      break
    end
    demands, max_wait, index, rate, interval, burst, permits = struct.unpack('>ddddddd', arguments, position)
  until index ~= place or demands ~= 1 or interval ~= span

  if lasts then
    local clock, kept, expiry, done = now + offset, offset, 0
    if state then
      kept, expiry = struct.unpack('>dd', state, size - 7)
      -- Somebody else's text may say anything.
      expiry = kept < year and expiry < clock + 200 * year and expiry or 0
    end
    if expiry >= clock + lasts and kept == offset then
      done = redis.pcall('SETRANGE', key, '0', changed)
    else
      -- At least 1 s longer: calls that follow each other need not set it, or make the key, each time.
      local longer = span > 10000000 and span / 10 or 1000000
      expiry = expiry < clock + lasts and clock + lasts + longer or expiry
      local ms = (expires_from + expiry - clock) / 1000
      ms = ms - ms % 1 + 2
      if ms ~= expires_at then
        expires_at, expires_text = ms, string.format('%.0f', ms)
      end
      done = redis.pcall('SET', key, changed .. struct.pack('>d', expiry), 'PXAT', expires_text)
    end
    if type(done) == 'table' and done.err then
      failure = done.err
      for i = first + 1, filled, 5 do
        reply[i] = -1
      end
    end
  end
  if lone then
    granted = failure and -1 or granted
    return struct.pack('>ddddddd', now, corrupt, granted, due, remaining, reset_after, offset) .. (failure or '')
  end
end
if position > ends then
  return struct.pack('>' .. string.rep('d', filled), unpack(reply, 1, filled)) .. (failure or '')
end
