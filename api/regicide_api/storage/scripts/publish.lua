-- Publish the messages among the arguments of a script, from an index on: the command, then channels and subjects.
local function publish(first)
  for i = first + 1, #ARGV, 2 do
    redis.call(ARGV[first], ARGV[i], ARGV[i + 1])
  end
end
