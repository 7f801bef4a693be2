"""A game and a shard of games, as the journal and the results store them; replays, failures, and times of actions."""

from __future__ import annotations

import json
import math
import zlib
from base64 import urlsafe_b64encode
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from functools import reduce
from itertools import accumulate
from typing import Any, Final, NamedTuple, Self, TypeAlias

from msgspec import Struct

import regicide
from regicide_arena.tournament.model import GRADES, Deal, Lineup, Shard

LOG_BUCKET_RATIO: Final = math.log(1.05)
MIN_DURATION_S: Final = 1e-7
"""Resolution of the clock."""

Histogram: TypeAlias = Counter[int]
"""Number of actions by the bucket of their duration; each bucket is 5% wider than the one before."""


class FailureKind(StrEnum):
    """How a bot failed."""

    ERROR = "error"
    """It raised an exception, or returned no text."""
    ILLEGAL = "illegal"
    """Its answer is not a legal action."""
    LATE = "late"
    """It exceeded the clock."""
    ENDED = "ended"
    """It ended its process."""
    DISQUALIFIED = "disqualified"
    """It took no action in its games before, and the game was not played."""


class Failure(Struct, frozen=True):
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


class Game(Struct):
    """A game, which is filled while it is played. The names are members of `games.jsonl`."""

    players: int
    deal: int
    """Number of the deal."""
    lineup: Lineup
    seed: str
    first_player: int
    actions: list[str]
    """The opening of the deal, and those of the bots."""
    result: regicide.GameResult | None = None
    """None for a forfeited game."""
    defeated: int = 0
    failures: list[Failure] = []

    @classmethod
    def begin(cls, lineup: Lineup, number: int, deal: Deal) -> Game:
        """Return a game of this deal before the first action of a bot."""
        return cls(len(lineup), number, lineup, deal.seed, deal.first_player, [*deal.opening])

    @property
    def score(self) -> Score:
        """The part that enters the statistics."""
        if self.result is None:
            return Score(won=False, forfeited=True, defeated=self.defeated, grade=0)
        is_won, grade = self.result["outcome"] == "won", self.result["grade"]
        return Score(is_won, False, self.defeated, GRADES.get(grade or "", 0))

    def position(self) -> regicide.Position:
        """Return the position after its actions. Raises RegicideError if they break the rules."""
        first = regicide.Position.new(self.seed, self.players, self.first_player)
        return reduce(regicide.apply, map(regicide.Action.parse, self.actions), first)

    def end(self, position: regicide.Position) -> None:
        """Fill the result from the last position."""
        self.result = position.outcome and position.outcome.to_json()
        self.defeated = position.defeated


class Replay(NamedTuple):
    """A replayed game."""

    lineup: Lineup
    first: regicide.Position
    steps: list[regicide.Step]

    @classmethod
    def of(cls, game: Game) -> Self:
        """Replay a game. Raises RegicideError for an illegal action or seed."""
        first = regicide.Position.new(game.seed, game.players, game.first_player)
        return cls(game.lineup, first, [*regicide.replay(first, map(regicide.Action.parse, game.actions))])

    @property
    def last(self) -> regicide.Position:
        """The final position."""
        return self.steps[-1].position if self.steps else self.first

    def record(self) -> dict[str, Any]:
        """Return the full record, without a result if the game was forfeited."""
        return regicide.game_record(self.first, self.steps)

    def link(self, step: int = 0) -> str:
        """Return the hash of the replay in the web client, which has the record, at a step: after as many actions."""
        seats = [{"seat": seat, "name": name} for seat, name in enumerate(self.lineup)]
        packed = zlib.compress(json.dumps(self.record() | {"seats": seats}).encode(), 9)
        place = f"/move-{step}" if step else ""
        return f"#/replay/{urlsafe_b64encode(packed).decode().rstrip('=')}{place}"


class ShardResult(Struct):
    """A shard that was played. The names are members of a line of the journal."""

    lineup: Lineup
    first: int
    end: int
    seconds: float
    spreads: Mapping[str, Mapping[int, int]]
    """Histogram of the durations of actions, by entrant."""
    games: list[Game]
    """In the order of their deals."""

    def __post_init__(self) -> None:
        """Raises ValueError for other games than the shard has."""
        found = [(game.lineup, game.deal) for game in self.games]
        if not found or found != [(self.lineup, deal) for deal in range(self.first, self.end)]:
            raise ValueError(f"other games than those of the deals {self.first} to {self.end - 1}")

    @property
    def shard(self) -> Shard:
        """The shard."""
        return Shard(self.lineup, self.first, self.end)


ShardExecutor: TypeAlias = Callable[[Iterator[Shard]], Iterator[ShardResult]]
"""Plays every shard once, in any order; takes each from the iterator when a worker needs one."""


def bucket_of(seconds: float) -> int:
    """Return the bucket of a duration."""
    return math.ceil(math.log(max(seconds, MIN_DURATION_S)) / LOG_BUCKET_RATIO)


def upper_bound_ms(bucket: int) -> float:
    """Return the upper bound of a bucket in milliseconds."""
    return 1000 * math.exp(bucket * LOG_BUCKET_RATIO)


def percentile_ms(histogram: Mapping[int, int], share: float) -> float:
    """Return the time within which this share of the actions finished, as the upper bound of a bucket."""
    buckets, counts = zip(*sorted(histogram.items()), strict=True)
    return upper_bound_ms(buckets[bisect_left([*accumulate(counts)], share * sum(counts))])
