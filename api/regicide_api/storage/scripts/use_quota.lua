-- Add a member to a sorted set unless its holder, or all holders together, would have more places than allowed. It
-- replaces the member of the same holder and game; without places it removes that.
-- KEYS: the set. Members have the form holder:game:places.
-- ARGV: the holder, the game, its places, the places of one holder, those of all, the score (the time in milliseconds
--       since 1970), seconds to live: members with an older score are removed.
-- Returns 1 if the member was added or removed, 0 if it was there, -1 if the holder has too many places, -2 if all have.
local of_holder, of_all = tonumber(ARGV[3]), tonumber(ARGV[3])
local member, earlier = ARGV[1] .. ':' .. ARGV[2] .. ':' .. ARGV[3], nil
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', '(' .. ARGV[6] - ARGV[7] * 1000)
if redis.call('ZSCORE', KEYS[1], member) then
  return 0
end
for _, present in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  local holder, game, places = string.match(present, '^([^:]*):([^:]*):(%d+)$')
  if holder == ARGV[1] and game == ARGV[2] then
    earlier = present
  else
    of_all = of_all + tonumber(places)
    if holder == ARGV[1] then
      of_holder = of_holder + tonumber(places)
    end
  end
end
if of_holder > tonumber(ARGV[4]) then
  return -1
end
if of_all > tonumber(ARGV[5]) then
  return -2
end
if earlier then
  redis.call('ZREM', KEYS[1], earlier)
end
if ARGV[3] ~= '0' then
  redis.call('ZADD', KEYS[1], ARGV[6], member)
  redis.call('EXPIRE', KEYS[1], ARGV[7])
end
return 1
