-- Begin the stream of an agent's events, or renew it.
-- KEYS: the stream, the versions.
-- ARGV: seconds to live, also of an entry, then the versions after which a new stream begins: the ids of games and their
--       versions, alternating.
-- Returns a new place at the end of the stream, and the ids and versions, alternating.
if redis.call('EXISTS', KEYS[1]) == 0 then
  redis.call('DEL', KEYS[2])
  for i = 2, #ARGV, 2 do
    redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 1])
  end
end
local oldest = 1000 * (redis.call('TIME')[1] - ARGV[1])
local place = redis.call('XADD', KEYS[1], 'MINID', '~', oldest, '*', '', 0)
redis.call('EXPIRE', KEYS[1], ARGV[1])
redis.call('EXPIRE', KEYS[2], ARGV[1])
return {place, redis.call('HGETALL', KEYS[2])}
