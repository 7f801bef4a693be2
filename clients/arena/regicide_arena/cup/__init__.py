"""Tournaments: teams of bots play the same deals, and honest statistics say which is better."""
