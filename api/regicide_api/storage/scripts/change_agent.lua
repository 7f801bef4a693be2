-- Change the record of an agent, if it has the expected token. The change may be repeated.
-- KEYS: the record.
-- ARGV: the hash of the expected token (empty: there is no record), seconds to live, '1' if the record loses its other
--       fields (else '0'), the number of the next ones, the fields and their new values, alternating, then what
--       publish.lua publishes. A record with the new value of the first field was changed before.
-- Returns the field `listed` after the change, 0 if it is not set; nil if the record is another one.
local token = redis.call('HGET', KEYS[1], 'token') or redis.call('EXISTS', KEYS[1]) == 0 and ''
if token == ARGV[1] then
  if ARGV[3] == '1' then
    redis.call('DEL', KEYS[1])
  end
  redis.call('HSET', KEYS[1], unpack(ARGV, 5, 4 + ARGV[4]))
  redis.call('EXPIRE', KEYS[1], ARGV[2])
  publish(5 + ARGV[4])
elseif redis.call('HGET', KEYS[1], ARGV[5]) ~= ARGV[6] then
  return nil
end
return tonumber(redis.call('HGET', KEYS[1], 'listed') or 0)
