"""The protocol between a bot and the program that asks it, and the processes that speak it."""
