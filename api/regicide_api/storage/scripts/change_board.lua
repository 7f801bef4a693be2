-- Enter a member into the board of a day, or take it off, and add up the scores of its week again.
-- KEYS: the entries of the day, its scores, the scores of the week, then those of each day of the week.
-- ARGV: the member, its entry (empty: take it off), its score, the most members of a day, seconds to live.
-- Returns 1; 0 if the member is not there, or the day has the most members with scores as high or higher.
local entries, scores, week, member = KEYS[1], KEYS[2], KEYS[3], ARGV[1]
local function remove(one)
  redis.call('HDEL', entries, one)
  return redis.call('ZREM', scores, one)
end
if ARGV[2] == '' then
  if remove(member) == 0 then
    return 0
  end
else
  if not redis.call('ZSCORE', scores, member) and redis.call('ZCARD', scores) >= tonumber(ARGV[4]) then
    local last = redis.call('ZRANGE', scores, 0, 0, 'WITHSCORES')
    if tonumber(last[2]) >= tonumber(ARGV[3]) then
      return 0
    end
    remove(last[1])
  end
  redis.call('HSET', entries, member, ARGV[2])
  redis.call('ZADD', scores, ARGV[3], member)
  redis.call('EXPIRE', entries, ARGV[5])
  redis.call('EXPIRE', scores, ARGV[5])
end
redis.call('ZUNIONSTORE', week, #KEYS - 3, unpack(KEYS, 4))
redis.call('EXPIRE', week, ARGV[5])
return 1
