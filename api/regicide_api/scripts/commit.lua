-- Replace a game's record, if it is still the one that the caller read, and append the event that changed it.
-- KEYS: the record, the events.
-- ARGV: the record read, the new record, the event, its place in the list, seconds to live, the new version.
-- Returns nothing when it is done; otherwise the record as it stands and the event at that place.
local current = redis.call('GET', KEYS[1])
if current ~= ARGV[1] then
  return {current, redis.call('LINDEX', KEYS[2], ARGV[4])}
end
redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[5])
redis.call('RPUSH', KEYS[2], ARGV[3])
redis.call('EXPIRE', KEYS[2], ARGV[5])
redis.call('PUBLISH', KEYS[1], ARGV[6])
return {}
