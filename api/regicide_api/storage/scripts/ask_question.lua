-- Store a question that waits for an agent, unless it exists or too many wait.
-- KEYS: the record, the sorted set of the questions that wait for the agent, by the time at which they were asked.
-- ARGV: the record, seconds to live, the name of the question, the time in milliseconds since 1970, the most questions
--       that may wait, a message to publish.
-- Returns the record, or the existing one; 0 if too many wait.
local existing = redis.call('GET', KEYS[1])
if existing then
  return existing
end
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', '(' .. ARGV[4] - ARGV[2] * 1000)
if redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[5]) then
  return 0
end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
redis.call('ZADD', KEYS[2], ARGV[4], ARGV[3])
redis.call('EXPIRE', KEYS[2], ARGV[2])
redis.call('PUBLISH', 'news', ARGV[6])
return ARGV[1]
