-- Announce the event of a change to agents whose events are read: see storage/agent_store.py.
-- KEYS from an index on: the stream and the versions of each agent.
-- ARGV from an index on: the command that publishes, the game, its version, then for each agent a mode and the channel.
-- Returns the index after these arguments.
local function announce_to(stream, versions, first, mode, channel)
  local game, version = ARGV[first + 1], tonumber(ARGV[first + 2])
  local known = tonumber(redis.call('HGET', versions, game) or (mode == 'late' and version or 0))
  if known >= version then
    return
  end
  for made = mode == 'start' and 1 or known + 1, version do
    redis.call('XADD', stream, '*', game, made)
  end
  redis.call('HSET', versions, game, version)
  redis.call(ARGV[first], channel, '')
end
local function announce(key, first)
  if #KEYS < key then
    return first
  end
  local at = first + 3
  for i = key, #KEYS, 2 do
    if redis.call('EXISTS', KEYS[i]) == 1 then
      announce_to(KEYS[i], KEYS[i + 1], first, ARGV[at], ARGV[at + 1])
    end
    at = at + 2
  end
  return at
end
