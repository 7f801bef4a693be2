-- Functions of the scripts that change a fair queue; see storage/fair_queues.py.
-- KEYS of each: the sorted sets of the queue: its names by place, by expiry, and its sources by the round of their last
-- name. The member '' of the sources is the clock: the round that is served, as a place, plus 1 for each place given.
local ROUND = 1048576
local function round_of(place)
  return math.floor(tonumber(place) / ROUND)
end
local function leave(queue, expiry, name)
  redis.call('ZREM', queue, name)
  redis.call('ZREM', expiry, name)
end
-- Remove the first ones of the names that have expired at a time.
local function leave_expired(queue, expiry, at)
  for _, expired in ipairs(redis.call('ZRANGEBYSCORE', expiry, '-inf', at, 'LIMIT', 0, 16)) do
    leave(queue, expiry, expired)
  end
end
-- The clock of the next place, in the round of the first name that waits, or in a later one that was served.
local function next_clock(queue, sources)
  local clock = redis.call('ZINCRBY', sources, 1, '')
  local first = redis.call('ZRANGE', queue, 0, 0, 'WITHSCORES')[2]
  local rounds = first and round_of(first) - round_of(clock) or 0
  return rounds > 0 and redis.call('ZINCRBY', sources, ROUND * rounds, '') or clock
end
-- Give a name a new place, the last one of a round: its own round if it waits and was not served, else the round after
-- the last one of its source, which counts at most as the last round of all; and not before the round of the clock.
local function enter(queue, sources, name, source, is_served)
  local clock = next_clock(queue, sources)
  local now, last = round_of(clock), tonumber(redis.call('ZSCORE', sources, source))
  local place = not is_served and redis.call('ZSCORE', queue, name)
  local top, round = redis.call('ZREVRANGE', queue, 0, 0, 'WITHSCORES')[2], now
  if place then
    round = math.max(now, round_of(place))
  elseif last then
    round = math.max(now, math.min(last, math.max(now, top and round_of(top) or now)) + 1)
  end
  redis.call('ZADD', queue, ROUND * round + clock % ROUND, name)
  redis.call('ZREMRANGEBYSCORE', sources, '-inf', now - 1)
  redis.call('ZADD', sources, place and math.max(round, last or 0) or round, source)
end
local function renew(queue, expiry, sources, ttl)
  redis.call('EXPIRE', queue, ttl)
  redis.call('EXPIRE', expiry, ttl)
  redis.call('EXPIRE', sources, ttl)
end
