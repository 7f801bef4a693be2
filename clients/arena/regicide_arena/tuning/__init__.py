"""How the numbers in `bots/tuned` are found: by playing."""
