"""Games as they are passed on by whoever played them: as text, with what the standings need beside it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

import regicide
from regicide_arena.cup.games.game import Failure, Game, Kind, Score
from regicide_arena.cup.games.spread import Spread
from regicide_arena.cup.order import Shard

_as_text: Final = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


class Told(NamedTuple):
    """A game: its text, without a line's end; what counts of it, who failed at what, and how long actions took."""

    text: str
    score: Score
    failures: list[Failure]
    spreads: Mapping[str, Spread]


class Played(NamedTuple):
    """A shard that was played: its games in the order of their deals, and the seconds that it took."""

    shard: Shard
    games: list[Told]
    seconds: float

    @property
    def spreads(self) -> dict[str, Spread]:
        """How long each entrant took for its actions, over all games."""
        return added(game.spreads for game in self.games)


def told(game: Game, spreads: Mapping[str, Spread]) -> Told:
    """A game that was played."""
    return Told(_as_text(game.as_json()), game.score, game.failures, spreads)


def retold(told: Mapping[str, Any]) -> Told:
    """A game that was read back from its text; how long actions took is not in there.

    Raises KeyError, TypeError or ValueError for what is no such game.
    """
    result, failures = told["result"], [Failure(Kind(each.pop("kind")), **each) for each in told["failures"]]
    outcome = (
        regicide.Outcome(
            result["outcome"] == "won",
            regicide.EndReason(result["reason"]),
            result["seat"],
            result["defeated"],
            result["grade"],
        )
        if result
        else None
    )
    game = Game(
        tuple(told["lineup"]),
        told["deal"],
        told["seed"],
        told["first_player"],
        told["actions"],
        outcome,
        told["defeated"],
        failures,
    )
    return Told(_as_text(game.as_json()), game.score, failures, {})


def added(spreads: Iterable[Mapping[str, Spread]]) -> dict[str, Spread]:
    """All of them together."""
    found: dict[str, Spread] = {}
    for each in spreads:
        for name, spread in each.items():
            found.setdefault(name, Counter()).update(spread)
    return found
