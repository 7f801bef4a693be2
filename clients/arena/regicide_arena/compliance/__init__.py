"""The compliance check of a bot: what tournaments and servers expect of it."""
