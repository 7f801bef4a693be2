"""The outcome of a game: won or lost, and why."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, NamedTuple, NewType, TypeAlias, TypedDict


class EndReason(StrEnum):
    """Why a game ended."""

    LAST_KING = "last-king"
    CANNOT_COVER_DAMAGE = "cannot-cover-damage"
    CANNOT_PLAY_OR_YIELD = "cannot-play-or-yield"
    TIMEOUT = "timeout"
    """Outside the rulebook: the time limit of a turn ran out."""
    GIVEN_UP = "given-up"
    """Outside the rulebook: the players gave the game up."""


OutcomeText: TypeAlias = Annotated[str, NewType("Outcome", str)]


class GameResult(TypedDict):
    """The result of a game, ready for JSON."""

    outcome: Annotated[OutcomeText, "Won or lost; all players share it."]
    reason: Annotated[str, EndReason, "The reason."]
    seat: Annotated[
        int,
        range(4),
        "The seat that had the turn at the end: it defeated the last king, could not continue, or ran out of time. A "
        "game that is given up is lost by all.",
    ]
    defeated: Annotated[int, range(13), "The number of defeated enemies."]
    grade: Annotated[str | None, NewType("Grade", str), "The grade of a solo win."]


class Outcome(NamedTuple):
    """The end of a game."""

    won: bool
    reason: EndReason
    seat: int
    """The seat that defeated the last king, or had the turn when the game was lost."""
    defeated: int
    """The number of enemies defeated, of twelve."""
    grade: str | None
    """The grade of a solo win: gold, silver or bronze with none, one or two jesters flipped."""

    def to_json(self) -> GameResult:
        """The outcome as JSON, as views, events and records contain it."""
        return GameResult(
            outcome="won" if self.won else "lost",
            reason=self.reason.value,
            seat=self.seat,
            defeated=self.defeated,
            grade=self.grade,
        )
