-- Store a question that waits for an agent, unless it exists or too many wait. Questions wait in a fair order over
-- their askers.
-- KEYS: the record; then as in fair_queue.lua.
-- ARGV: the record, seconds to live, the name of the question, the time in milliseconds since 1970, the most questions
--       that may wait, the asker, then what publish.lua publishes.
-- Returns the record, or the existing one; 0 if too many wait.
local existing = redis.call('GET', KEYS[1])
if existing then
  return existing
end
leave_expired(KEYS[2], KEYS[3], ARGV[4])
if redis.call('ZCOUNT', KEYS[3], '(' .. ARGV[4], '+inf') >= tonumber(ARGV[5]) then
  return 0
end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
enter(KEYS[2], KEYS[4], ARGV[3], ARGV[6])
redis.call('ZADD', KEYS[3], ARGV[4] + 1000 * ARGV[2], ARGV[3])
renew(KEYS[2], KEYS[3], KEYS[4], ARGV[2])
publish(7)
return ARGV[1]
