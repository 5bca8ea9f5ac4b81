-- Decides a request that is alone and has one demand, as most are, on a state that one string holds. It does what
--   acquire.lua does, but makes no functions and tables for it; what is corrupt it leaves to that.
-- KEYS, ARGV[1] and what it returns: as in acquire.lua.

if #arguments == 80 then
  local _, max_wait, _, rate, interval, burst, permits = struct.unpack('>ddddddd', arguments, position)
  local key = KEYS[1]
  local state = redis.pcall('GET', key)
  if not state or #state == size and string.byte(state) == first_byte then
    local due, remaining, reset_after, changed, lasts = take(state, rate, interval, burst, permits, max_wait)
    if changed then
      local ms = (expires_from + lasts) / 1000
      local failure = redis.pcall('SET', key, changed, 'PXAT', ms - ms % 1 + 2).err
      if failure then
        return struct.pack('>dddddd', now, 0, -1, 0, 0, 0) .. failure
      end
    end
    return struct.pack('>dddddd', now, 0, due <= max_wait and 1 or 0, now + due, remaining, reset_after)
  end
end
