"""Services of the running process for all commands: console, worker processes, time limits, garbage collector."""
