-- End an agent, if it has this token: what stays of its record keeps its name from others until the record expires.
-- KEYS: the record of the agent.
-- ARGV: the hash of the token, the time (milliseconds since 1970), seconds to live, then what publish.lua publishes.
-- Returns 1 if the agent is ended now or was ended with this token, else 0.
if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then
  return redis.call('HGET', KEYS[1], 'ended_by') == ARGV[1] and 1 or 0
end
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'ended_by', ARGV[1], 'ended', ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[3])
publish(4)
return 1
