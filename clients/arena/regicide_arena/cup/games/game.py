"""A game of a cup, as it is told when it is over."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final, NamedTuple

import regicide
from regicide_arena.cup.plan import Lineup

GRADES: Final = {"gold": 3, "silver": 2, "bronze": 1}


class Kind(StrEnum):
    """How a bot failed."""

    ERROR = "error"
    """It raised something."""
    ILLEGAL = "illegal"
    """Its answer is no legal action."""
    LATE = "late"
    """It took longer than the clock allows."""
    ENDED = "ended"
    """It ended the process that it was in."""


class Failure(NamedTuple):
    """A failure: in which seat, after how many actions of all, and what happened, in a line."""

    kind: Kind
    seat: int
    step: int
    what: str


class Score(NamedTuple):
    """What counts of a game; a grade is 3 for gold, 2 for silver, 1 for bronze, else 0."""

    won: bool
    forfeited: bool
    defeated: int
    grade: int


class Game(NamedTuple):
    """A game that is over: who played which deal, every action, how it ended, and who failed at what.

    A game that was forfeited has no outcome.
    """

    lineup: Lineup
    number: int
    seed: str
    first_player: int
    actions: list[str]
    outcome: regicide.Outcome | None
    defeated: int
    failures: list[Failure]

    @property
    def score(self) -> Score:
        """What counts of it."""
        if self.outcome is None:
            return Score(won=False, forfeited=True, defeated=self.defeated, grade=0)
        return Score(self.outcome.won, False, self.defeated, GRADES.get(self.outcome.grade or "", 0))

    def as_json(self) -> dict[str, Any]:
        """The game as it is published: a line of `games.jsonl`, with all that it takes to play it again."""
        return {
            "players": len(self.lineup),
            "deal": self.number,
            "lineup": [*self.lineup],
            "seed": self.seed,
            "first_player": self.first_player,
            "actions": self.actions,
            "result": self.outcome.to_json() if self.outcome else None,
            "defeated": self.defeated,
            "failures": [failure._asdict() for failure in self.failures],
        }
