"""Games of a tournament: played by bots under a clock, in isolated worker processes, locally or on a server."""
