-- Increment a counter that expires a fixed time after its first increment.
-- KEYS: the counter.
-- ARGV: seconds to live.
-- Returns the new count.
local count = redis.call('INCR', KEYS[1])
if count == 1 then
  redis.call('EXPIRE', KEYS[1], ARGV[1])
end
return count
