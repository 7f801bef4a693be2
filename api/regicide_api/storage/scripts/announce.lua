-- Announce the event of a game to an agent.
-- KEYS, ARGV: as in announce_events.lua.
announce(1, 1)
