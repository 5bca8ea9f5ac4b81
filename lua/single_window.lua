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
  local text = demands == 1 and permits == 1 and redis.pcall('LINDEX', key, '-1')
  local total = demands == 1 and permits == 1 and 0

  -- The first grant that still counts, and its place; the last; when the list expires.
  local oldest, live, last, expires = now, 0, now - interval, 0
  if text then
    total = type(text) == 'string' and #text == 26
    if total then
      last, oldest, total, expires = struct.unpack('>ddI4I6', text)
    end
    if total and last <= now - interval then
      live, oldest = total, now
    end
    local texts
    while total and oldest and oldest <= now - interval do
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
        oldest = text and (#text == 8 or #text == 26) and struct.unpack('>d', text)
      end
    end
  end
  local used = total and oldest and last <= now + horizon and total - live
  if not used or used > rate then
    break
  end

  local texts, span = nil, interval
  local plain, plain_at
  local due, remaining, granted, reset_after
  repeat
    due, remaining, granted = last > now and last or now, rate - used, 0
    if remaining == 0 and oldest + interval > due then
      due = oldest + interval
    end
    if due - now <= max_wait then
      if added > 0 then
        if plain_at ~= last then
          plain, plain_at = struct.pack('>d', last), last
        end
        texts = texts or {}
        texts[added] = plain
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
    -- A tenth of the interval longer and at least 1 s, so that calls that follow each other need not set it each time.
    local lasts, renewed, done = last + span - now, false
    if expires - 2 < (expires_from + lasts) / 1000 then
      expires, renewed = (expires_from + lasts + math.max(span / 10, 1000000)) / 1000, true
      expires = expires - expires % 1 + 2
    end
    text = struct.pack('>ddI4I6', last, oldest, used, expires)
    if texts then
      texts[added] = text
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
      if done ~= total + added then
        -- Somebody else has written: the next request looks at each grant.
        corrupt = corrupt + 1
        redis.call('LSET', key, '-1', struct.pack('>d', last))
      elseif live == 1 then
        redis.call('LPOP', key)
      elseif live > 1 then
        redis.call('LTRIM', key, live, '-1')
      end
      if renewed then
        if expires ~= expires_at then
          expires_at, expires_text = expires, string.format('%.0f', expires)
        end
        redis.call('PEXPIREAT', key, expires_text)
      end
    end
  end
  if lone then
    granted = failure and -1 or granted
    return struct.pack('>dddddd', now, corrupt, granted, due, remaining, reset_after) .. (failure or '')
  end
end
if position > ends then
  reply[2] = corrupt
  return struct.pack('>' .. string.rep('d', filled), unpack(reply, 1, filled)) .. (failure or '')
end
