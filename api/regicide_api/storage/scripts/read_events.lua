-- Read the stream of an agent's events.
-- KEYS: the stream.
-- ARGV: the first place, the most entries.
-- Returns the entries, each with its place, and its game and version.
return redis.call('XRANGE', KEYS[1], ARGV[1], '+', 'COUNT', ARGV[2])
