"""Tournaments: teams of bots play the same deals, and paired statistics show which team is better."""
