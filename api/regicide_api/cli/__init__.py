"""The command `regicide-server`."""
