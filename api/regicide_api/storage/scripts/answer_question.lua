-- Replace the record of a question by an answered one, and take it out of its queue.
-- KEYS: the record; then as in fair_queue.lua.
-- ARGV: the expected record, the new one, seconds to live, the name of the question, then what publish.lua
--       publishes.
-- Returns 1 on success, 0 if the record is another one, or has expired.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
leave(KEYS[2], KEYS[3], ARGV[4])
publish(5)
return 1
