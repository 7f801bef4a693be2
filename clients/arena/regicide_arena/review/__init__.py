"""Reviews of finished games: the chance to win before and after each action, what it cost, and what was better."""
