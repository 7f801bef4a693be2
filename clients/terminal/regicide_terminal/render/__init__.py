"""Rendering of a game for the terminal."""
