-- Store the record of a new agent unless its name exists. The same registration may be repeated.
-- KEYS: the record.
-- ARGV: seconds to live, then the fields of the record and their values, alternating. The value of the first field
--       identifies the registration.
-- Returns 1 if the record of this registration is stored, 0 if the name belongs to another one.
if redis.call('EXISTS', KEYS[1]) == 1 then
  return redis.call('HGET', KEYS[1], ARGV[2]) == ARGV[3] and 1 or 0
end
redis.call('HSET', KEYS[1], unpack(ARGV, 2))
redis.call('EXPIRE', KEYS[1], ARGV[1])
return 1
