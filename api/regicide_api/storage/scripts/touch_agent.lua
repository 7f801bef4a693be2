-- Set the time of an agent's last request, if the agent has this token.
-- KEYS: the record of the agent.
-- ARGV: the hash of the token, the time (milliseconds since 1970), seconds to live.
-- Returns 0 if the agent has another token or does not exist; else 1, or 2 if the index entry is due: at the first
--         request, and after half of each lifetime. The caller sets the field `listed` after it has written the entry.
if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then
  return 0
end
redis.call('HSET', KEYS[1], 'seen', ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[3])
local listed = tonumber(redis.call('HGET', KEYS[1], 'listed') or '0')
if ARGV[2] - listed < ARGV[3] * 500 then
  return 1
end
return 2
