-- A game's record and its events, as they are at one moment.
-- KEYS: the record, the events.
-- ARGV: the place from which events are asked for.
-- Returns the record and a list of events; or, of a game that is over, all its events as they are packed.
local record = redis.call('GET', KEYS[1])
if redis.call('TYPE', KEYS[2]).ok == 'string' then
  return {record, redis.call('GET', KEYS[2])}
end
return {record, redis.call('LRANGE', KEYS[2], ARGV[1], -1)}
