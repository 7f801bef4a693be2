"""Bots: their interface, how they are found, loaded and called safely, and those that come with the game."""
