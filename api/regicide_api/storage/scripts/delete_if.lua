-- Delete a value if it is still the expected one.
-- KEYS: the value.
-- ARGV: the expected value.
-- Returns 1 if it was deleted, 0 if the key has another value or none.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
return redis.call('DEL', KEYS[1])
