-- Set a value unless the key has one. A server that refuses writes still returns the existing one.
-- KEYS: the value.
-- ARGV: the new value, seconds to live.
-- Returns the existing value; nil if the new one is set.
local existing = redis.call('GET', KEYS[1])
if not existing then
  redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
end
return existing
