-- Decides requests that have one demand, as most do, by an exact window: those of one key that follow each other read
--   its state once and write it once. It does what acquire.lua does with sliding_window.lua, but makes no functions and
--   few tables for it; from the first request on that is out of the ordinary it leaves all to them.
-- KEYS, ARGV[1] and what it returns: as in acquire.lua.

-- Most keys of a batch expire together, and Redis turns a number into text at a cost.
local expires_at, expires_text
if not lone then
  reply = { now, 0 }
  demands, max_wait, index, rate, interval, burst, permits = parse('<ddddddd', arguments, position)
end
while demands == 1 do
  local key, span, place, replied, begun, more = KEYS[index], interval
  if not lone then
    place, replied, begun = index, filled, position
  end
  local text = ask('LINDEX', key, '-1') or ''
  local bytes, head, clock, offset = #text - 42, 0, now, 0
  if bytes ~= 16 then
    more = bytes % 16 == 9
    bytes = text == '' and 16 or more and bytes - 25 or bytes
    if bytes < 16 or bytes % 16 > 0 then
      break
    end
  end
  -- Read straight into locals. The last is how many entries of the first chunk count, and 256 times how many chunks
  -- are not packed yet; without a state all but the first are missing.
  local time, before, total, oldest, base, longest, expiry, counts =
    parse(text == '' and '<' or '<dddddddI2', text, bytes - 15)
  if text == '' then
    total, oldest, expiry, counts = 0, 0, 0, 0
  else
    local seen = time
    if more then
      local _
      seen, _, offset = parse('<ddd', text, bytes + 43)
      clock = offset >= 0 and offset < 3.2e13 and now + offset or 0
    end
    -- The numbers are year and long_ago of algorithm.lua, which comes later, so that most calls need not set them.
    if not (seen <= clock and seen > 5e14 and oldest <= time and longest == span) then
      break
    end
  end

  -- The first entry that counts, and the total before it.
  local expired = clock - span
  if oldest <= expired then
    if time <= expired then
      base, head = total, -1
    else
      local left = counts % 256
      local loose = (counts - left) / 256
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
            -- At least so many are left, and LLEN is asked less often: 1 % where one chunk expires with each call,
            -- which the row server_us_granted never has.
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
      counts = left + 256 * loose
    end
  end
  local used = (total - base) % 4503599627370496
  if not (used + permits - rate <= 1 and counts < 25856 and (used > 0 or head < 0)) then
    break
  end
  -- Where fewer permits count there are fewer chunks, and LLEN costs 0.8 % of the row server_us_granted.
  if counts >= 4608 and used > 5300 and redis.call('LLEN', key) > 5300 then
    break
  end

  local due, remaining, granted, reset_after, texts, tail
  local added, counted = 0, total
  repeat
    due = clock
    remaining = rate - used
    granted = 1
    if permits > 0 or remaining < 0 then
      if time > clock and used > 0 then
        due = time
      end
      if permits > remaining and used > 0 and oldest + span > due then
        due = oldest + span
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
          added = added + 1
          time = due
          before = total
        end
        total = (total + permits) % 4503599627370496
        used = used + permits
        remaining = remaining - permits
      end
    end
    if granted == 1 and due == clock and offset == 0 then
      granted = 3
      -- A lone one is answered with what it writes.
      if lone and permits > 0 then
        break
      end
    end
    if remaining < 0 or time > clock then
      remaining = 0
    end
    reset_after = time > expired and time - expired or 0
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

  if total ~= counted then
    local lasts, renewed, kept, done = time + span, false
    if expiry < lasts then
      -- At least 1 s longer, so that calls that follow each other need not set it each time.
      expiry = lasts + (span > 10000000 and span / 10 or 1000000)
      renewed = true
    end
    if head < 0 then
      kept = text ~= '' and counts < 256 and added == 1 and 0
      counts = added > 1 and 1 + 256 * added or 1
      head = kept and 0 or head
    elseif added == 0 then
      kept = bytes - 16
    elseif counts < 256 and added == 1 and bytes < 128 then
      kept = bytes
      counts = counts + 1
    elseif counts >= 4608 and head == 0 and added == 1 then
      -- What stands alone becomes one chunk, from time to time, as each element costs memory.
      local left = counts % 256
      local loose = (counts - left) / 256
      local parts = ask('RPOP', key, loose == 18 and '18' or loose)
      local alike = #parts == 18
      for i = 1, alike and 18 or 0 do
        if #parts[i] ~= 58 then
          alike = false
        end
      end
      if parts.err then
        done = parts
      elseif alike and parse('<d', parts[18]) > oldest then
        -- As nearly always: the entry that each begins with, oldest first.
        texts = { pack('c16c16c16c16c16c16c16c16c16c16c16c16c16c16c16c16c16c16', parts[18], parts[17], parts[16],
          parts[15], parts[14], parts[13], parts[12], parts[11], parts[10], parts[9], parts[8], parts[7], parts[6],
          parts[5], parts[4], parts[3], parts[2], parts[1]) }
      else
        local entries = {}
        for i = 1, #parts do
          local part = parts[#parts + 1 - i]
          local rest = #part % 16
          entries[i] = rest == 0 and part or string.sub(part, 1, rest == 10 and -43 or -68)
        end
        local merged, emptied = table.concat(entries), redis.call('EXISTS', key) == 0
        local fits = #merged <= 1024
        texts = fits and { merged } or entries
        left = fits and emptied and left + (#merged - #entries[1]) / 16 or left
        -- Without an element there is no key.
        renewed = renewed or emptied
      end
      counts = left + 256
    else
      counts = counts + 256 * added
    end
    tail = offset == 0 and time <= clock and pack('<dddddddI2', time, before, total, oldest, base, span, expiry, counts)
      or pack('<dddddddI2dddI1', time, before, total, oldest, base, span, expiry, counts, clock, time, offset, 0)
    if kept then
      done = ask('LSET', key, '-1', kept > 0 and string.sub(text, 1, kept) .. tail or tail)
    elseif texts then
      texts[#texts + 1] = tail
      done = ask('RPUSH', key, unpack(texts))
    elseif not done then
      done = ask('RPUSH', key, tail)
    end
    if type(done) == 'table' and done.err then
      failure, filled = done.err, replied
      for _ = begun or ends, position - 1, 56 do
        reply[filled + 1], reply[filled + 2], reply[filled + 3] = -1, now, 0
        reply[filled + 4], reply[filled + 5] = 0, 0
        filled = filled + 5
      end
    else
      if head == 1 then
        -- 2 % less than LTRIM where one chunk expires with each call, which the row server_us_granted never has.
        redis.call('LPOP', key)
      elseif head ~= 0 and text ~= '' then
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
  if lone then
    if failure then
      return pack('<ddddddd', now, 0, -1, now, 0, 0, 0) .. failure
    elseif granted < 3 then
      return pack('<ddddddd', now, 0, granted, due - offset, remaining, reset_after, offset)
    end
    return tail or pack('<ddd', now, remaining, reset_after)
  elseif position > ends then
    return pack('<' .. string.rep('d', filled), unpack(reply, 1, filled)) .. (failure or '')
  end
end
