-- Replace a game's record if it still equals the expected one, and append events.
-- KEYS: the record, the events, then as in announce_events.lua.
-- ARGV: the expected record (empty: the game is new), the new record, seconds to live, '1' if the event argument holds
--       all events packed because the game is over (else '0'), the number of event arguments, the events, then what
--       announce_events.lua announces and what publish.lua publishes.
-- Returns 1 on success, 0 if the record has changed, or the id exists.
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then
  return 0
end
redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
local last = 5 + ARGV[5]
if ARGV[4] == '1' then
  redis.call('SET', KEYS[2], ARGV[6])
else
  for i = 6, last do
    redis.call('RPUSH', KEYS[2], ARGV[i])
  end
end
redis.call('EXPIRE', KEYS[2], ARGV[3])
publish(announce(3, last + 1))
return 1
