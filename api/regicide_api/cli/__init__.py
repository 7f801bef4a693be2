"""`regicide-server`: the whole server in one command."""
