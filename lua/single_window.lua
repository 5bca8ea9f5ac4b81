-- Decides requests that have one demand, as most do, by an exact window: those of one key that follow each other read
--   its state once and write it once. It does what acquire.lua does with sliding_window.lua, but makes no functions and
--   few tables for it; from the first request on that is out of the ordinary it leaves all to them.
-- KEYS, ARGV[1] and what it returns: as in acquire.lua.

local ends = #arguments
-- Most keys of a batch expire together, and Redis turns a number into text at a cost.
local expires_at, expires_text
local lone = ends == 72
if not lone then
  reply = { now, 0 }
end
local demands, max_wait, index, rate, interval, _, permits = struct.unpack('>ddddddd', arguments, position)
while position < ends and demands == 1 do
  local key, place, replied, span = KEYS[index], index, filled, interval
  local text = redis.pcall('LINDEX', key, '-1')
  local bytes, head, time, before, total, base, oldest, seen, offset = 0, 0, now - span, 0, 0, 0, 0, now, 0
  local block, longest, expiry, chunks, gone = 0, span, 0, 1, 0
  if text then
    bytes = #text - 77
    if bytes < 16 or bytes % 16 > 0 or string.byte(text) ~= first_byte then
      break
    end
    time, before, total, seen, _, base, oldest, offset, block, longest, expiry, chunks, gone =
      struct.unpack('>dddddddddddI4I1', text, bytes - 15)
  end
  -- The entries of the last chunk before the youngest, of which those that are stored are not looked at.
  local clock, earlier, first, plain = now + offset, nil, text, text
  local expired = clock - span
  if not (seen <= clock and clock - seen < 1000 * year and offset < year) or chunks > 12000
    or longest ~= span or block > clock then
    break
  end

  -- The first entry that counts, and the total before it.
  if time <= expired then
    plain = false
    base, head, gone, bytes = total, chunks - 1, 0, 0
  elseif oldest <= expired then
    plain = false
    local size_of_first = bytes
    if chunks > 1 then
      first = redis.call('LINDEX', key, '0')
      size_of_first = first and #first or 0
    end
    while oldest <= expired and size_of_first % 16 == 0 do
      gone = gone + 1
      if 16 * gone >= size_of_first then
        head, gone = head + 1, 0
        if head > 1 then
          break
        end
        first, size_of_first = text, bytes
        if chunks > 2 then
          first = redis.call('LINDEX', key, '1')
          size_of_first = first and #first or 0
        end
      end
      if size_of_first == 0 then
        break
      end
      oldest, base = struct.unpack('>dd', first, 16 * gone + 1)
    end
    if oldest <= expired then
      break
    end
  end
  local used = (total - base) % 4503599627370496
  if used + permits - rate > 1 then
    break
  end

  local due, remaining, granted, reset_after, full
  local changed = false
  repeat
    due, remaining, granted = clock, rate - used, 0
    if permits > 0 or used > rate then
      if used > 0 then
        due = time > clock and time or clock
        if permits > remaining and oldest + span > due then
          due = oldest + span
        end
      end
      if due - clock <= max_wait and permits == 0 then
        granted = 1
      elseif due - clock <= max_wait then
        if used == 0 then
          oldest, base = due, total
        end
        if due > time then
          if used == 0 then
            earlier = ''
          elseif not earlier then
            earlier = string.sub(text, 1, bytes)
          else
            earlier = earlier .. struct.pack('>dd', time, before)
          end
          if #earlier == 128 then
            full = full or {}
            full[#full + 1], earlier, chunks = earlier, '', chunks + 1
          end
          time, before = due, total
        end
        total, used, remaining = (total + permits) % 4503599627370496, used + permits, remaining - permits
        granted, changed = 1, true
      end
    else
      granted = 1
    end
    if remaining < 0 or time > clock then
      remaining = 0
    end
    due, reset_after = now + due - clock, time > expired and time - expired or 0
    if lone then
      break
    end
    reply[filled + 1], reply[filled + 2], reply[filled + 3], reply[filled + 4] = granted, due, remaining, reset_after
    reply[filled + 5] = offset
    filled, position = filled + 5, position + 56
    if position > ends then
      break
    end
    demands, max_wait, index, rate, interval, _, permits = struct.unpack('>ddddddd', arguments, position)
  until index ~= place or demands ~= 1 or interval ~= span or used + permits - rate > 1

  if changed then
    local renewed, done = expiry < time + span
    if renewed then
      -- At least 1 s longer, so that calls that follow each other need not set it each time.
      expiry = time + span + (span > 10000000 and span / 10 or 1000000)
    end
    local tail = earlier or string.sub(text, 1, bytes - 16)
    -- Making numbers into text costs more than copying what stays.
    if renewed or not text then
      tail = struct.pack('>c0dddddddddddI4I1', tail, time, before, total, clock, time, base, oldest, offset, block,
        longest, expiry, chunks - head, gone)
    elseif full or not plain then
      tail = struct.pack('>c0dddddddc0I4I1', tail, time, before, total, clock, time, base, oldest,
        string.sub(text, -37, -6), chunks - head, gone)
    else
      tail = struct.pack('>c0dddddc0', tail, time, before, total, clock, time, string.sub(text, -53))
    end
    if full then
      full[#full + 1] = tail
      done = redis.pcall('RPUSH', key, unpack(full, text and 2 or 1))
    elseif text then
      done = redis.pcall('LSET', key, '-1', tail)
    else
      done = redis.pcall('RPUSH', key, tail)
    end
    if type(done) == 'table' and done.err then
      failure = done.err
      for i = replied + 1, filled, 5 do
        reply[i] = -1
      end
    else
      if full and text then
        redis.call('LSET', key, -#full, full[1])
      end
      if head > 0 then
        redis.call('LTRIM', key, head, '-1')
      end
      if renewed then
        local ms = (expires_from + expiry - clock) / 1000
        ms = ms - ms % 1 + 2
        if ms ~= expires_at then
          expires_at, expires_text = ms, string.format('%.0f', ms)
        end
        redis.call('PEXPIREAT', key, expires_text)
      end
    end
  end
  if lone then
    granted = failure and -1 or granted
    return struct.pack('>ddddddd', now, corrupt, granted, due, remaining, reset_after, offset) .. (failure or '')
  end
end
if position > ends then
  reply[2] = corrupt
  return struct.pack('>' .. string.rep('d', filled), unpack(reply, 1, filled)) .. (failure or '')
end
