"""Tournaments: teams of bots play the same deals, and paired statistics tell which team is better."""
