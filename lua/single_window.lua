-- Decides requests that have one demand, as most do, by an exact window: those of one key that follow each other read
--   its state once and write it once. It does what acquire.lua does with sliding_window.lua, but makes no functions and
--   few tables for it; from the first request on that is out of the ordinary it leaves all to them.
-- KEYS, ARGV[1] and what it returns: as in acquire.lua.

if not permits then
  demands, max_wait, index, rate, interval, burst, permits = struct.unpack('<ddddddd', arguments, position)
end
local ends, lone = #arguments, #arguments == 48
local pack, parse, ask = struct.pack, struct.unpack, redis.pcall
-- Most keys of a batch expire together, and Redis turns a number into text at a cost.
local expires_at, expires_text
if not lone then
  reply = { now, 0 }
end
while position < ends and demands == 1 do
  local key, place, replied, begun, span = KEYS[index], index, filled, position, interval
  local text, head, clock, offset = ask('LINDEX', key, '-1'), 0, now, 0
  local bytes, time, before, total, oldest, base, longest, expiry, left, loose
  if not text then
    time, before, total, oldest, base, expiry, left, loose = 0, 0, 0, 0, 0, 0, 0, 0
  else
    local more = false
    bytes = #text - 42
    if bytes ~= 16 then
      more = bytes % 16 == 9
      bytes = more and bytes - 25 or bytes
      if bytes < 16 or bytes % 16 > 0 then
        break
      end
    end
    time, before, total, oldest, base, longest, expiry, left, loose = parse('<dddddddI1I1', text, bytes - 15)
    local seen = time
    if more then
      local _
      seen, _, offset = parse('<ddd', text, bytes + 43)
      clock = now + offset
      if not (offset >= 0 and offset < year) then
        break
      end
    end
    if not (seen <= clock and seen > long_ago and oldest <= time and longest == span) then
      break
    end
  end

  -- The first entry that counts, and the total before it.
  local expired = clock - span
  if time <= expired then
    base, head = total, -1
  elseif oldest <= expired then
    local first, size_of_first = loose == 0 and text, bytes
    repeat
      left = left - 1
      if left == 0 or not first then
        local moves = left == 0
        head = moves and head + 1 or 0
        if head > 4 then
          break
        end
        first = ask('LINDEX', key, head == 0 and '0' or head == 1 and '1' or head)
        size_of_first = first and #first or 0
        local rest = size_of_first % 16
        size_of_first = rest == 0 and size_of_first or size_of_first - (rest == 10 and 42 or 67)
        if moves then
          left = size_of_first / 16
          -- At least so many are left, and LLEN is asked less often: 1 % where one chunk expires with each call, which
          -- the row server_us_granted never has.
          loose = rest > 0 and loose > 1 and loose - 1 or loose
        end
        if left <= 0 or size_of_first < 16 * left or size_of_first % 16 > 0 then
          break
        end
      end
      oldest, base = parse('<dd', first, size_of_first - 16 * left + 1)
    until oldest > expired
    if oldest <= expired then
      break
    end
  end
  local used = (total - base) % 4503599627370496
  if not (used + permits - rate <= 1 and loose <= 100 and (used > 0 or head < 0)) then
    break
  end
  -- Where fewer permits count there are fewer chunks, and LLEN costs 0.8 % of the row server_us_granted.
  if loose >= 18 and used > 5300 and redis.call('LLEN', key) > 5300 then
    break
  end

  local due, remaining, granted, reset_after, texts
  local added, changed = 0, false
  repeat
    due, remaining, granted = clock, rate - used, 1
    if permits > 0 or remaining < 0 then
      if used > 0 then
        if time > clock then
          due = time
        end
        if permits > remaining and oldest + span > due then
          due = oldest + span
        end
      end
      if due - clock > max_wait then
        granted = 0
      elseif permits > 0 then
        if used == 0 then
          oldest, base, head = due, total, -1
        end
        if due > time then
          if added > 0 then
            texts = texts or {}
            texts[added] = pack('<dd', time, before)
          end
          added, time, before = added + 1, due, total
        end
        total, used, remaining = (total + permits) % 4503599627370496, used + permits, remaining - permits
        changed = true
      end
    end
    if remaining < 0 or time > clock then
      remaining = 0
    end
    reset_after = time > expired and time - expired or 0
    if granted == 1 and due == clock and offset == 0 then
      granted = 3
    end
    if lone then
      break
    end
    if granted == 3 then
      reply[filled + 1], reply[filled + 2], reply[filled + 3] = 3, remaining, reset_after
      filled, position = filled + 3, position + 56
    else
      reply[filled + 1], reply[filled + 2], reply[filled + 3] = granted, due - offset, remaining
      reply[filled + 4], reply[filled + 5] = reset_after, offset
      filled, position = filled + 5, position + 56
    end
    if position > ends then
      break
    end
    demands, max_wait, index, rate, interval, burst, permits = parse('<ddddddd', arguments, position)
  until index ~= place or demands ~= 1 or interval ~= span or used + permits - rate > 1

  if changed then
    local renewed, kept, packed, done = expiry < time + span, nil, nil, nil
    if renewed then
      -- At least 1 s longer, so that calls that follow each other need not set it each time.
      expiry = time + span + (span > 10000000 and span / 10 or 1000000)
    end
    if head < 0 then
      kept, left, loose = text and loose == 0 and added == 1 and 0, 1, added > 1 and added or 0
      head = kept and 0 or head
    elseif added == 0 then
      kept = bytes - 16
    elseif loose == 0 and added == 1 and bytes < 128 then
      kept, left = bytes, left + 1
    elseif loose >= 18 and head == 0 and added == 1 then
      -- What stands alone becomes one chunk, from time to time, as each element costs memory.
      local parts = ask('RPOP', key, loose == 18 and '18' or loose)
      local alike = #parts == 18
      for i = 1, alike and 18 or 0 do
        alike = alike and #parts[i] == 58
      end
      if parts.err then
        done = parts
      elseif alike and parse('<d', parts[18]) > oldest then
        -- As nearly always: the entry that each begins with, oldest first.
        packed = pack('c16c16c16c16c16c16c16c16c16c16c16c16c16c16c16c16c16c16', parts[18], parts[17], parts[16],
          parts[15], parts[14], parts[13], parts[12], parts[11], parts[10], parts[9], parts[8], parts[7], parts[6],
          parts[5], parts[4], parts[3], parts[2], parts[1])
        loose = 1
      else
        for i = 1, #parts do
          local part = parts[i]
          local rest = #part % 16
          if rest > 0 then
            parts[i] = string.sub(part, 1, rest == 10 and -43 or -68)
          end
        end
        for i = 1, math.floor(#parts / 2) do
          parts[i], parts[#parts + 1 - i] = parts[#parts + 1 - i], parts[i]
        end
        local merged, emptied = table.concat(parts), redis.call('EXISTS', key) == 0
        if #merged > 1024 then
          texts = parts
        else
          texts = { merged }
          left = emptied and left + (#merged - #parts[1]) / 16 or left
        end
        -- Without an element there is no key.
        renewed, loose = renewed or emptied, 1
      end
    else
      loose = loose + added
    end
    local tail
    if offset == 0 and time <= clock then
      tail = pack('<dddddddI1I1', time, before, total, oldest, base, span, expiry, left, loose)
    else
      tail = pack('<dddddddI1I1dddI1', time, before, total, oldest, base, span, expiry, left, loose, clock,
        time, offset, 0)
    end
    if kept then
      done = ask('LSET', key, '-1', string.sub(text, 1, kept) .. tail)
    elseif packed then
      done = ask('RPUSH', key, packed, tail)
    elseif texts then
      texts[#texts + 1] = tail
      done = done or ask('RPUSH', key, unpack(texts))
    else
      done = done or ask('RPUSH', key, tail)
    end
    if type(done) == 'table' and done.err then
      failure, filled = done.err, replied
      for _ = begun, position - 1, 56 do
        reply[filled + 1], reply[filled + 2], reply[filled + 3] = -1, now, 0
        reply[filled + 4], reply[filled + 5] = 0, 0
        filled = filled + 5
      end
    else
      if head == 1 then
        -- 2 % less than LTRIM where one chunk expires with each call, which the row server_us_granted never has.
        redis.call('LPOP', key)
      elseif head ~= 0 and text then
        redis.call('LTRIM', key, head > 0 and head or -added, '-1')
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
  if lone and failure then
    return pack('<ddddddd', now, 0, -1, now, 0, 0, 0) .. failure
  elseif lone and granted == 3 then
    return pack('<ddd', now, remaining, reset_after)
  elseif lone then
    return pack('<ddddddd', now, 0, granted, due - offset, remaining, reset_after, offset)
  end
end
if position > ends then
  return pack('<' .. string.rep('d', filled), unpack(reply, 1, filled)) .. (failure or '')
end
