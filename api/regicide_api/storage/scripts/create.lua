-- Keep the record of a new game, if there is none of this id.
-- KEYS: the record.
-- ARGV: the record, seconds to live, and what to publish when it is done: any number of messages.
-- Returns 1 when it is done, 0 where there is such a game.
if not redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2], 'NX') then
  return 0
end
for i = 3, #ARGV do
  redis.call('PUBLISH', 'news', ARGV[i])
end
return 1
