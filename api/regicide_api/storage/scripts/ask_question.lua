-- Store a question that waits for an agent, unless it exists or too many wait. A question of an asker starts a while
-- after the last one of the same asker; questions wait in the order of their starts.
-- KEYS: the record; the sorted sets of the questions that wait, by start, and by the time at which they expire; that of
--       the askers, by the start of their last question.
-- ARGV: the record, seconds to live, the name of the question, the time in milliseconds since 1970, the most questions
--       that may wait, a message to publish, the asker, the milliseconds between two starts of an asker.
-- Returns the record, or the existing one; 0 if too many wait.
local existing = redis.call('GET', KEYS[1])
if existing then
  return existing
end
local now, ttl, spacing = tonumber(ARGV[4]), tonumber(ARGV[2]), tonumber(ARGV[8])
for _, expired in ipairs(redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', now)) do
  redis.call('ZREM', KEYS[2], expired)
  redis.call('ZREM', KEYS[3], expired)
end
if redis.call('ZCARD', KEYS[3]) >= tonumber(ARGV[5]) then
  return 0
end
local expiry, last = now + ttl * 1000, redis.call('ZSCORE', KEYS[4], ARGV[7])
local start = last and math.max(now, math.min(last + spacing, expiry)) or now
redis.call('SET', KEYS[1], ARGV[1], 'EX', ttl)
redis.call('ZADD', KEYS[2], start, ARGV[3])
redis.call('ZADD', KEYS[3], expiry, ARGV[3])
redis.call('ZREMRANGEBYSCORE', KEYS[4], '-inf', now - spacing)
redis.call('ZADD', KEYS[4], start, ARGV[7])
redis.call('EXPIRE', KEYS[2], ttl)
redis.call('EXPIRE', KEYS[3], ttl)
redis.call('EXPIRE', KEYS[4], 2 * ttl)
redis.call('PUBLISH', 'news', ARGV[6])
return ARGV[1]
