-- Enter a name into a fair queue, or give it a new place in its round there.
-- KEYS: as in fair_queue.lua.
-- ARGV: the name, its source, the time in milliseconds since 1970, seconds to live, '1' if a name that waits keeps its
--       place (else '0').
leave_expired(KEYS[1], KEYS[2], ARGV[3])
if ARGV[5] ~= '1' or not redis.call('ZSCORE', KEYS[1], ARGV[1]) then
  enter(KEYS[1], KEYS[3], ARGV[1], ARGV[2])
end
redis.call('ZADD', KEYS[2], ARGV[3] + 1000 * ARGV[4], ARGV[1])
renew(KEYS[1], KEYS[2], KEYS[3], ARGV[4])
