-- Replace a game's record, if it is still the one that the caller read, and append the event that changed it.
-- KEYS: the record, the events.
-- ARGV: the record read, the new record, the event (empty: none), 1 where that is all events, packed, as the game is
--       over, otherwise 0; seconds to live, and what to publish if it is an event: any number of messages.
-- Returns 1 when it is done, 0 where the game is not as it was read.
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
  for i = 6, #ARGV do
    redis.call('PUBLISH', 'news', ARGV[i])
  end
end
return 1
