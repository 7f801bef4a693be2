-- A game's record and its events, as they are at one moment.
-- KEYS: the record, the events.
-- ARGV: the place from which events are asked for.
return {redis.call('GET', KEYS[1]), redis.call('LRANGE', KEYS[2], ARGV[1], -1)}
