"""A history checker: clients log all requests and observations of a run, and checks verify the log game by game."""
