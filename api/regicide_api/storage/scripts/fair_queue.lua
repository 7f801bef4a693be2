-- Functions of the scripts that change a fair queue; see storage/fair_queues.py.
-- KEYS of each: the sorted sets of the queue: its names by place, by expiry, and its sources by the round of their last
-- name. The member '' of the sources is the clock, the place of the name that was served last, plus 1 for each name.
local ROUND = 1048576
local function round_of(place)
  return math.floor(tonumber(place) / ROUND)
end
local function leave(queue, expiry, name)
  redis.call('ZREM', queue, name)
  redis.call('ZREM', expiry, name)
end
-- Advance the clock to the round of a name that is served.
local function serve(queue, sources, name)
  local place, clock = redis.call('ZSCORE', queue, name), redis.call('ZSCORE', sources, '')
  if place and clock and round_of(place) > round_of(clock) then
    redis.call('ZINCRBY', sources, ROUND * (round_of(place) - round_of(clock)), '')
  end
end
-- Remove the first ones of the names that have expired at a time.
local function leave_expired(queue, expiry, at)
  for _, expired in ipairs(redis.call('ZRANGEBYSCORE', expiry, '-inf', at, 'LIMIT', 0, 16)) do
    leave(queue, expiry, expired)
  end
end
-- Give a name the last place in its round: the round after the last one of its source, which counts at most as the
-- last round of all, and not before the round of the clock.
local function enter(queue, expiry, sources, name, source, at, ttl)
  local clock = redis.call('ZINCRBY', sources, 1, '')
  local now, last = round_of(clock), redis.call('ZSCORE', sources, source)
  local top, round = redis.call('ZREVRANGE', queue, 0, 0, 'WITHSCORES')[2], now
  if last then
    round = math.max(now, math.min(tonumber(last), math.max(now, top and round_of(top) or now)) + 1)
  end
  redis.call('ZADD', queue, ROUND * round + clock % ROUND, name)
  redis.call('ZADD', expiry, at + 1000 * ttl, name)
  redis.call('ZREMRANGEBYSCORE', sources, '-inf', now - 1)
  redis.call('ZADD', sources, round, source)
end
local function renew(queue, expiry, sources, ttl)
  redis.call('EXPIRE', queue, ttl)
  redis.call('EXPIRE', expiry, ttl)
  redis.call('EXPIRE', sources, ttl)
end
