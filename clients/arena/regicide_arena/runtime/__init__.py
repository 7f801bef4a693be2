"""Services of the running process for all commands: console, worker processes, programs under a guard, JSON files."""
