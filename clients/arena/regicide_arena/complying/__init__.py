"""What a bot is held to before it enters a contest."""
