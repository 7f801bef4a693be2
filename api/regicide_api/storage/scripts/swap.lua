-- Replace a value if it is the expected one. A server that refuses writes still returns another one.
-- KEYS: the value.
-- ARGV: the expected value, the new one (empty for each: none), seconds to live.
-- Returns the value before; nil if there was none.
local existing = redis.call('GET', KEYS[1])
if (existing or '') == ARGV[1] then
  if ARGV[2] == '' then
    redis.call('DEL', KEYS[1])
  else
    redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
  end
end
return existing
