-- Keep the record of a new agent, if there is none of this name.
-- KEYS: the record.
-- ARGV: seconds to live, and the record: keys and texts in turn.
-- Returns 1 when it is done, 0 where the name is taken.
if redis.call('EXISTS', KEYS[1]) == 1 then
  return 0
end
redis.call('HSET', KEYS[1], unpack(ARGV, 2))
redis.call('EXPIRE', KEYS[1], ARGV[1])
return 1
