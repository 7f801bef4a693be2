-- Store a new game unless its id exists.
-- KEYS: the record, the events, then as in announce_events.lua.
-- ARGV: the record, seconds to live, the number of events, the events, then what announce_events.lua
--       announces and what publish.lua publishes.
-- Returns 1 on success, 0 if the id exists.
if not redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2], 'NX') then
  return 0
end
local last = 3 + ARGV[3]
for i = 4, last do
  redis.call('RPUSH', KEYS[2], ARGV[i])
end
if last > 3 then
  redis.call('EXPIRE', KEYS[2], ARGV[2])
end
publish(announce(3, last + 1))
return 1
