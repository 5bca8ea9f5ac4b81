-- Decides a request that is alone and has one demand, as most are, on a state that one string holds. It does what
--   acquire.lua does, but makes no functions and tables for it; what is corrupt it leaves to that.
-- KEYS, ARGV[1] and what it returns: as in acquire.lua.

if #arguments == 80 then
  local _, max_wait, _, rate, interval, burst, permits = struct.unpack('>ddddddd', arguments, position)
  local key = KEYS[1]
  local state = redis.pcall('GET', key)
  if not state or #state == size + 8 and string.byte(state) == first_byte then
    local due, remaining, reset_after, changed, lasts = take(state, rate, interval, burst, permits, max_wait)
    if changed then
      local ends, reply = now + lasts
      if state and struct.unpack('>d', state, size + 1) >= ends then
        reply = redis.pcall('SETRANGE', key, '0', changed)
      else
        -- Calls that follow each other closely need not set it each time.
        ends = ends + interval / 10
        local ms = (expires_from - now + ends) / 1000
        reply = redis.pcall('SET', key, changed .. struct.pack('>d', ends), 'PXAT', ms - ms % 1 + 2)
      end
      if type(reply) == 'table' and reply.err then
        return struct.pack('>dddddd', now, 0, -1, 0, 0, 0) .. reply.err
      end
    end
    return struct.pack('>dddddd', now, 0, due <= max_wait and 1 or 0, now + due, remaining, reset_after)
  end
end
