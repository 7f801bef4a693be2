"""How a game ends."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple


class Reason(StrEnum):
    """Why a game ended."""

    LAST_KING = "last-king"
    CANNOT_COVER_DAMAGE = "cannot-cover-damage"
    CANNOT_PLAY_OR_YIELD = "cannot-play-or-yield"
    TIMEOUT = "timeout"
    """Not by the rules: the players had agreed on a time for each turn, and it ran out."""


GRADES: Final = {2: "gold", 1: "silver", 0: "bronze"}


class Outcome(NamedTuple):
    """The end of a game.

    `seat` defeated the last king, could not go on, or let the time run out; `defeated` enemies of twelve fell; `grade`
    is what a solo win is worth: gold, silver or bronze with no, one or two jesters flipped.
    """

    won: bool
    reason: Reason
    seat: int
    defeated: int
    grade: str | None

    def as_json(self) -> dict[str, object]:
        """The outcome as front ends, events and records have it."""
        return {
            "outcome": "won" if self.won else "lost",
            "reason": self.reason.value,
            "seat": self.seat,
            "defeated": self.defeated,
            "grade": self.grade,
        }
