"""What keeps a cup from being played: faults of whoever holds it, never of a bot in a game."""

from __future__ import annotations


class CannotPlay(Exception):
    """There is nobody to play, no server to play on, or nobody who comes back from a game; the message says which."""


class AnotherBot(CannotPlay):
    """A bot is not the one that entered the cup: its code has changed, or is another one on another machine."""
