-- Store the record of a new game unless its id exists.
-- KEYS: the record.
-- ARGV: the record, seconds to live, then any number of messages to publish.
-- Returns 1 on success, 0 if the id exists.
if not redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2], 'NX') then
  return 0
end
for i = 3, #ARGV do
  redis.call('PUBLISH', 'news', ARGV[i])
end
return 1
