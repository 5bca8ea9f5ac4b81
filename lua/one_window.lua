-- Decides a request that is alone and asks for one permit, as most do, by an exact window. It does what acquire.lua
--   does with sliding_window.lua, but makes no functions and tables for it; what is out of the ordinary it leaves to
--   them.
-- KEYS, ARGV[1] and what it returns: as in acquire.lua.

local _, max_wait, _, rate, interval, _, permits = struct.unpack('>ddddddd', arguments, position)
local key = KEYS[1]
local total = #arguments == 80 and permits == 1 and redis.pcall('LLEN', key)

-- The first grant that still counts, and its place.
local oldest, live, last = now, 0, now - interval
if total and total ~= 0 then
  local text = type(total) == 'number' and redis.call('LINDEX', key, '-1')
  last = text and #text == 8 and struct.unpack('>d', text)
  oldest = last
  if last and total > 1 then
    text = redis.call('LINDEX', key, '0')
    oldest = #text == 8 and struct.unpack('>d', text)
  end
  -- Of many that have expired the first that counts is sooner found by halving.
  while oldest and oldest <= now - interval do
    live = live + 1
    if live == total then
      oldest = now
    else
      text = live < 8 and redis.call('LINDEX', key, live)
      oldest = text and #text == 8 and struct.unpack('>d', text)
    end
  end
end

if total and oldest and last <= now + horizon and total - live <= rate then
  local due, remaining = last > now and last or now, rate - (total - live)
  if remaining == 0 and oldest + interval > due then
    due = oldest + interval
  end
  local granted = due - now <= max_wait
  if granted then
    local reply = redis.pcall('RPUSH', key, struct.pack('>d', due))
    if type(reply) == 'table' then
      return struct.pack('>dddddd', now, 0, -1, 0, 0, 0) .. reply.err
    end
    if live > 0 then
      redis.call('LTRIM', key, live, '-1')
    end
    local ms = (expires_from + due + interval - now) / 1000
    redis.call('PEXPIREAT', key, ms - ms % 1 + 2)
    last, remaining = due, remaining - 1
  end
  if last > now or remaining < 0 then
    remaining = 0
  end
  local reset_after = last + interval - now
  return struct.pack('>dddddd', now, 0, granted and 1 or 0, due, remaining, reset_after > 0 and reset_after or 0)
end
