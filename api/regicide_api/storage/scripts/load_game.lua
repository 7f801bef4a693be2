-- Read a game's record and its events atomically.
-- KEYS: the record, the events.
-- ARGV: the index of the first event to return.
-- Returns the record and a list of events; for a finished game, the record and all events packed into one string.
local record = redis.call('GET', KEYS[1])
if redis.call('TYPE', KEYS[2]).ok == 'string' then
  return {record, redis.call('GET', KEYS[2])}
end
return {record, redis.call('LRANGE', KEYS[2], ARGV[1], -1)}
