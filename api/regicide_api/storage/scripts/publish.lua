-- Publish the messages among the arguments of a script, from an index on: the command, then channels.
local function publish(first)
  for i = first + 1, #ARGV do
    redis.call(ARGV[first], ARGV[i], '')
  end
end
