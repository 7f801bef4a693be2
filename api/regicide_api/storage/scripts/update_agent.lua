-- Change the record of an agent, if the agent has this token.
-- KEYS: the record of the agent.
-- ARGV: the hash of the token, the hash of the token after the change (the same one, or a new one), seconds to live,
--       the number of the next ones, the fields and their new values, alternating, then the arguments of `publish`,
--       if the change is published.
-- Returns whether the change is made. It may be repeated: a record with the token after the change has it already, or
--         gets it again.
local token = redis.call('HGET', KEYS[1], 'token')
if token ~= ARGV[1] and token ~= ARGV[2] then
  return 0
end
redis.call('HSET', KEYS[1], 'token', ARGV[2], unpack(ARGV, 5, 4 + ARGV[4]))
redis.call('EXPIRE', KEYS[1], ARGV[3])
publish(5 + ARGV[4])
return 1
