-- Set a value unless the key has one. (Redis 6.2 does not combine NX and GET of the command SET.)
-- KEYS: the value.
-- ARGV: the new value, seconds to live.
-- Returns the existing value; nil if the new one is set.
if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'EX', ARGV[2]) then
  return false
end
return redis.call('GET', KEYS[1])
