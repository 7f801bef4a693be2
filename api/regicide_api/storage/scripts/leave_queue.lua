-- Remove names from their places in a fair queue, or let them wait again as served ones: each if it is still there.
-- KEYS: as in fair_queue.lua.
-- ARGV: the latest expiry of a name that is removed, the source for which the names wait again ('' if they do not), then
--       the names and their places, alternating.
for i = 3, #ARGV, 2 do
  local name, place = ARGV[i], redis.call('ZSCORE', KEYS[1], ARGV[i])
  local expiry = redis.call('ZSCORE', KEYS[2], name)
  if place and tonumber(place) == tonumber(ARGV[i + 1]) and tonumber(expiry or 0) <= tonumber(ARGV[1]) then
    if ARGV[2] == '' then
      leave(KEYS[1], KEYS[2], name)
    else
      enter(KEYS[1], KEYS[3], name, ARGV[2], true)
    end
  end
end
