"""A finished game: its actions, outcome and failures; and its row, the text that journal and results store."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from typing import Any, Final, NamedTuple, TypeAlias

import regicide
from regicide_arena.tournament.games.histogram import Histogram, merge
from regicide_arena.tournament.model import GRADES, Lineup
from regicide_arena.tournament.schedule import Shard

_encode: Final = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


class FailureKind(StrEnum):
    """How a bot failed."""

    ERROR = "error"
    """It raised an exception."""
    ILLEGAL = "illegal"
    """Its answer is not a legal action."""
    LATE = "late"
    """It exceeded the clock."""
    ENDED = "ended"
    """It ended its process."""
    DISQUALIFIED = "disqualified"
    """It took no action in its games before, and the game was not played."""


class Failure(NamedTuple):
    """A failure of a bot. The names are members of `games.jsonl`."""

    kind: FailureKind
    seat: int
    step: int
    """Number of actions before it, by all seats."""
    what: str
    """What happened, on one line."""


class Score(NamedTuple):
    """The part of a game that enters the statistics."""

    won: bool
    forfeited: bool
    defeated: int
    grade: int
    """A value of `GRADES`, or 0."""


class Game(NamedTuple):
    """A finished game. A forfeited game has no outcome."""

    lineup: Lineup
    deal: int
    """Number of the deal."""
    seed: str
    first_player: int
    actions: list[str]
    outcome: regicide.Outcome | None
    defeated: int
    failures: list[Failure]

    @property
    def score(self) -> Score:
        """The part that enters the statistics."""
        if self.outcome is None:
            return Score(won=False, forfeited=True, defeated=self.defeated, grade=0)
        return Score(self.outcome.won, False, self.defeated, GRADES.get(self.outcome.grade or "", 0))

    def as_json(self) -> dict[str, Any]:
        """Return the members of a line of `games.jsonl`, from which the game can be replayed."""
        return {
            "players": len(self.lineup),
            "deal": self.deal,
            "lineup": [*self.lineup],
            "seed": self.seed,
            "first_player": self.first_player,
            "actions": self.actions,
            "result": self.outcome.to_json() if self.outcome else None,
            "defeated": self.defeated,
            "failures": [failure._asdict() for failure in self.failures],
        }


class GameRow(NamedTuple):
    """A serialized game with the values that the scoreboard needs."""

    text: str
    """A line of `games.jsonl`, without the newline."""
    score: Score
    failures: list[Failure]
    timings: Mapping[str, Histogram]
    """Durations of actions by entrant."""


class ShardResult(NamedTuple):
    """A shard that was played: its games in the order of their deals, and the time they took."""

    shard: Shard
    games: list[GameRow]
    seconds: float

    @property
    def timings(self) -> dict[str, Histogram]:
        """Durations of actions by entrant, over all games."""
        return merge(game.timings for game in self.games)


ShardExecutor: TypeAlias = Callable[[Iterator[Shard]], Iterator[ShardResult]]
"""Plays every shard once, in any order; takes each from the iterator when a worker needs one."""


def to_row(game: Game, timings: Mapping[str, Histogram]) -> GameRow:
    """Serialize a game."""
    return GameRow(_encode(game.as_json()), game.score, game.failures, timings)


def parse_row(members: Mapping[str, Any]) -> GameRow:
    """Rebuild the row from the members of a stored game, which has no timings.

    Raises KeyError, TypeError or ValueError for anything but a game.
    """
    game = Game(
        tuple(members["lineup"]),
        members["deal"],
        members["seed"],
        members["first_player"],
        members["actions"],
        _parse_outcome(members["result"]),
        members["defeated"],
        [Failure(FailureKind(each.pop("kind")), **each) for each in members["failures"]],
    )
    return to_row(game, {})


def _parse_outcome(result: Mapping[str, Any] | None) -> regicide.Outcome | None:
    if not result:
        return None
    return regicide.Outcome(
        result["outcome"] == "won",
        regicide.EndReason(result["reason"]),
        result["seat"],
        result["defeated"],
        result["grade"],
    )
