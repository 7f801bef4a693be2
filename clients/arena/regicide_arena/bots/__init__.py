"""Bots: their interface, how they are found, loaded and called safely, and the built-in ones."""
