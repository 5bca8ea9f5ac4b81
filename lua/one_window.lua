-- Decides a request that is alone and asks for one permit, as most do, by an exact window. It does what acquire.lua
--   does with sliding_window.lua, but makes no functions and tables for it; what is out of the ordinary it leaves to
--   them.
-- KEYS, ARGV[1] and what it returns: as in acquire.lua.

local _, max_wait, _, rate, interval, _, permits = struct.unpack('>ddddddd', arguments, position)
local key = KEYS[1]
local total = #arguments == 80 and permits == 1 and redis.pcall('LLEN', key)

-- The first grant that still counts, and its place; the last; when the key expires, as far as its first grant tells.
local oldest, live, last, expiry = now, 0, now - interval, 0
if total and total ~= 0 then
  local text = type(total) == 'number' and redis.call('LINDEX', key, '0')
  oldest = text and (#text == 8 or #text == 16) and struct.unpack('>d', text)
  if oldest and #text == 16 then
    expiry = struct.unpack('>d', text, 9)
  end
  last = oldest
  if oldest and total > 1 then
    text = redis.call('LINDEX', key, '-1')
    last = #text == 8 and struct.unpack('>d', text)
  end
  -- Of many that have expired the first that counts is sooner found by halving.
  while oldest and oldest <= now - interval do
    live = live + 1
    if live == total then
      oldest = now
    else
      -- Redis turns a number into text at a cost, so the usual one is text.
      text = live < 8 and redis.call('LINDEX', key, live == 1 and '1' or live)
      oldest = text and #text == 8 and struct.unpack('>d', text)
    end
  end
end

if total and oldest and last and last <= now + horizon and total - live <= rate then
  local due, remaining = last > now and last or now, rate - (total - live)
  if remaining == 0 and oldest + interval > due then
    due = oldest + interval
  end
  local granted = due - now <= max_wait
  if granted then
    local text, ends, spare = struct.pack('>d', due), due + interval, interval / 10
    if live == total then
      ends = ends + spare
      text = struct.pack('>dd', due, ends)
    end
    local reply = redis.pcall('RPUSH', key, text)
    if type(reply) == 'table' then
      return struct.pack('>dddddd', now, 0, -1, 0, 0, 0) .. reply.err
    end
    if live == 1 then
      redis.call('LPOP', key)
    elseif live > 1 then
      redis.call('LTRIM', key, live, '-1')
    end
    if expiry < ends then
      -- Calls that follow each other closely need not set it each time.
      if live == 0 and total > 0 and due - last < spare then
        ends = ends + spare
        redis.call('LSET', key, '0', struct.pack('>dd', oldest, ends))
      end
      local ms = (expires_from - now + ends) / 1000
      redis.call('PEXPIREAT', key, ms - ms % 1 + 2)
    end
    last, remaining = due, remaining - 1
  end
  if last > now or remaining < 0 then
    remaining = 0
  end
  local reset_after = last + interval - now
  return struct.pack('>dddddd', now, 0, granted and 1 or 0, due, remaining, reset_after > 0 and reset_after or 0)
end
