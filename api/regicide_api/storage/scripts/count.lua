-- Count one more of something, for as long as its first says.
-- KEYS: the counter.
-- ARGV: seconds to live.
-- Returns how many there have been.
local count = redis.call('INCR', KEYS[1])
if count == 1 then
  redis.call('EXPIRE', KEYS[1], ARGV[1])
end
return count
