-- Decides requests that have one demand, as most do, on states that one string holds: those of one key that follow each
--   other read its state once and write it once. It does what acquire.lua does, but makes no functions and few tables
--   for it; from the first request on that is out of the ordinary it leaves all to that.
-- KEYS, ARGV[1] and what it returns: as in acquire.lua.

local ends = #arguments
-- Many keys of a batch expire together, and Redis turns a number into text at a cost.
local expires_at, expires_text
local lone = ends == 80
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
  local due, remaining, reset_after, text, from_now, granted
  repeat
    due, remaining, reset_after, text, from_now = take(changed, rate, interval, burst, permits, max_wait)
    if text then
      changed, lasts = text, lasts and lasts > from_now and lasts or from_now
    end
    granted, due = due <= max_wait and 1 or 0, now + due
    if lone then
      break
    end
    reply[filled + 1], reply[filled + 2], reply[filled + 3], reply[filled + 4] = granted, due, remaining, reset_after
    filled, position = filled + 4, position + 56
    if position > ends then
      break
    end
    demands, max_wait, index, rate, interval, burst, permits = struct.unpack('>ddddddd', arguments, position)
  until index ~= place or demands > 1 or interval ~= span

  if lasts then
    local expiry, done = now + lasts
    if state and struct.unpack('>d', state, size + 1) >= expiry then
      done = redis.pcall('SETRANGE', key, '0', changed)
    else
      -- At least 1 s longer: calls that follow each other need not set it, or make the key, each time.
      expiry = expiry + math.max(span / 10, 1000000)
      local ms = (expires_from - now + expiry) / 1000
      ms = ms - ms % 1 + 2
      if ms ~= expires_at then
        expires_at, expires_text = ms, string.format('%.0f', ms)
      end
      done = redis.pcall('SET', key, changed .. struct.pack('>d', expiry), 'PXAT', expires_text)
    end
    if type(done) == 'table' and done.err then
      failure = done.err
      for i = first + 1, filled, 4 do
        reply[i] = -1
      end
    end
  end
  if lone then
    return struct.pack('>dddddd', now, 0, failure and -1 or granted, due, remaining, reset_after) .. (failure or '')
  end
end
if position > ends then
  return struct.pack('>' .. string.rep('d', filled), unpack(reply, 1, filled)) .. (failure or '')
end
