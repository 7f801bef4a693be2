-- Remove names from a fair queue, each if it is still at its place.
-- KEYS: as in fair_queue.lua.
-- ARGV: the latest expiry of a name that is removed, '1' if the names are served (else '0'), then the names and their
--       places, alternating.
for i = 3, #ARGV, 2 do
  local name, place = ARGV[i], redis.call('ZSCORE', KEYS[1], ARGV[i])
  local expiry = redis.call('ZSCORE', KEYS[2], name)
  if place and tonumber(place) == tonumber(ARGV[i + 1]) and tonumber(expiry or 0) <= tonumber(ARGV[1]) then
    if ARGV[2] == '1' then
      serve(KEYS[1], KEYS[3], name)
    end
    leave(KEYS[1], KEYS[2], name)
  end
end
