-- Enter a name into a fair queue, or give it a new place there.
-- KEYS: as in fair_queue.lua.
-- ARGV: the name, its source, the time in milliseconds since 1970, seconds to live, '1' if a name that waits keeps its
--       place (else '0'), '1' if a name that waits is served by that (else '0').
leave_expired(KEYS[1], KEYS[2], ARGV[3])
if ARGV[6] == '1' then
  serve(KEYS[1], KEYS[3], ARGV[1])
end
if ARGV[5] == '1' and redis.call('ZSCORE', KEYS[1], ARGV[1]) then
  redis.call('ZADD', KEYS[2], ARGV[3] + 1000 * ARGV[4], ARGV[1])
else
  enter(KEYS[1], KEYS[2], KEYS[3], ARGV[1], ARGV[2], ARGV[3], ARGV[4])
end
renew(KEYS[1], KEYS[2], KEYS[3], ARGV[4])
