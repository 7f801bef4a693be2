-- Store the record of a new agent unless its name exists.
-- KEYS: the record.
-- ARGV: seconds to live, then the fields of the record and their values, alternating.
-- Returns 1 on success, 0 if the name exists.
if redis.call('EXISTS', KEYS[1]) == 1 then
  return 0
end
redis.call('HSET', KEYS[1], unpack(ARGV, 2))
redis.call('EXPIRE', KEYS[1], ARGV[1])
return 1
