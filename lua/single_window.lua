-- Decides requests that have one demand for one permit, as most do, by an exact window: those of one key that follow
--   each other read its state once and write it once. It does what acquire.lua does with sliding_window.lua, but makes
--   no functions and few tables for it; from the first request on that is out of the ordinary it leaves all to them.
-- KEYS, ARGV[1] and what it returns: as in acquire.lua.

local ends = #arguments
-- Most keys of a batch expire together, and Redis turns a number into text at a cost.
local expires_at, expires_text
local lone = ends == 80
if not lone then
  reply = { now, 0 }
end
local demands, max_wait, index, rate, interval, _, permits = struct.unpack('>ddddddd', arguments, position)
while position < ends do
  local key, first, added, place = KEYS[index], filled, 0, index
  local total = demands == 1 and permits == 1 and redis.pcall('LLEN', key)

  -- The first grant that still counts, and its place; the last.
  local oldest, live, last, text = now, 0, now - interval, nil
  if total and total ~= 0 then
    text = type(total) == 'number' and redis.call('LINDEX', key, '0')
    oldest = text and #text == 8 and struct.unpack('>d', text)
    last = oldest
    if oldest and total > 1 then
      text = redis.call('LINDEX', key, '-1')
      last = #text == 8 and struct.unpack('>d', text)
    end
    local texts
    while oldest and oldest <= now - interval do
      live = live + 1
      if live == total then
        oldest = now
      else
        if live < 4 then
          -- The usual one is text already.
          text = redis.call('LINDEX', key, live == 1 and '1' or live)
        else
          -- Of many that have expired the first that counts is sooner found by halving.
          if live % 32 == 4 then
            texts = live < 200 and redis.call('LRANGE', key, live, live + 31)
          end
          text = texts and texts[(live - 4) % 32 + 1]
        end
        oldest = text and #text == 8 and struct.unpack('>d', text)
      end
    end
  end
  local used = total and oldest and last and last <= now + horizon and total - live
  if not used or used > rate then
    break
  end

  local texts, span = nil, interval
  local due, remaining, granted, reset_after
  repeat
    due, remaining, granted = last > now and last or now, rate - used, 0
    if remaining == 0 and oldest + interval > due then
      due = oldest + interval
    end
    if due - now <= max_wait then
      if added == 0 then
        text = struct.pack('>d', due)
      else
        texts = texts or { text }
        text = due == last and text or struct.pack('>d', due)
        texts[added + 1] = text
      end
      added, used, last, granted, remaining = added + 1, used + 1, due, 1, remaining - 1
    end
    if last > now or remaining < 0 then
      remaining = 0
    end
    reset_after = last + interval > now and last + interval - now or 0
    if lone then
      break
    end
    reply[filled + 1], reply[filled + 2], reply[filled + 3], reply[filled + 4] = granted, due, remaining, reset_after
    filled, position = filled + 4, position + 56
    if position > ends then
      break
    end
    demands, max_wait, index, rate, interval, _, permits = struct.unpack('>ddddddd', arguments, position)
  until index ~= place or demands > 1 or permits ~= 1 or interval ~= span or used > rate

  if added > 0 then
    local done
    if texts then
      done = redis.pcall('RPUSH', key, unpack(texts))
    else
      done = redis.pcall('RPUSH', key, text)
    end
    if type(done) == 'table' then
      failure = done.err
      for i = first + 1, filled, 4 do
        reply[i] = -1
      end
    else
      if live == 1 then
        redis.call('LPOP', key)
      elseif live > 1 then
        redis.call('LTRIM', key, live, '-1')
      end
      -- A tenth longer, so that calls that follow each other closely need not set it each time.
      local lasts = last + span - now
      if total == 0 or redis.call('PTTL', key) - 2 < lasts / 1000 then
        local ms = (expires_from + lasts + span / 10) / 1000
        ms = ms - ms % 1 + 2
        if ms ~= expires_at then
          expires_at, expires_text = ms, string.format('%.0f', ms)
        end
        redis.call('PEXPIREAT', key, expires_text)
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
