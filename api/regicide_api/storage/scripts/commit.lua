-- Replace a game's record if it still equals the expected one, and append the event of the change.
-- KEYS: the record, the events, then as in announce_events.lua.
-- ARGV: the expected record, the new record, the event (empty: none), '1' if the event argument holds all events packed
--       because the game is over (else '0'), seconds to live, then what announce_events.lua announces and
--       what publish.lua publishes with an event.
-- Returns 1 on success, 0 if the record has changed.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[5])
if ARGV[4] == '1' then
  redis.call('SET', KEYS[2], ARGV[3])
elseif ARGV[3] ~= '' then
  redis.call('RPUSH', KEYS[2], ARGV[3])
end
redis.call('EXPIRE', KEYS[2], ARGV[5])
if ARGV[3] ~= '' then
  publish(announce(3, 6))
end
return 1
