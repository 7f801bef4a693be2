-- Replace a game's record, if it is still the one that the caller read, and append the event that changed it.
-- KEYS: the record, the events.
-- ARGV: the record read, the new record, the event (empty: none), the place from which events are asked for,
--       seconds to live, and what to publish if it is an event: any number of messages.
-- Returns nothing when it is done; otherwise the record as it stands and the events from that place on.
local current = redis.call('GET', KEYS[1])
if current ~= ARGV[1] then
  return {current, redis.call('LRANGE', KEYS[2], ARGV[4], -1)}
end
redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[5])
if ARGV[3] ~= '' then
  redis.call('RPUSH', KEYS[2], ARGV[3])
  for i = 6, #ARGV do
    redis.call('PUBLISH', 'news', ARGV[i])
  end
end
redis.call('EXPIRE', KEYS[2], ARGV[5])
return {}
