"""What was played so far: which deals each lineup has played, and what came out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from regicide_arena.cup.games.game import Failure, Score
from regicide_arena.cup.games.spread import Spread
from regicide_arena.cup.games.told import Played
from regicide_arena.cup.lineups import all_lineups
from regicide_arena.cup.order import Block, Shard
from regicide_arena.cup.plan import Cup, Lineup
from regicide_arena.cup.scores import Outcomes, Scores


class NoSuchShard(Exception):
    """A shard is none of this cup, or was played already."""


class FailedAt(NamedTuple):
    """A failure, and in which game it happened."""

    lineup: Lineup
    number: int
    failure: Failure

    @property
    def entrant(self) -> str:
        """Who failed."""
        return self.lineup[self.failure.seat]


class Tally:
    """Counts every game once."""

    def __init__(self, cup: Cup) -> None:
        self.lineups = all_lineups(cup)
        self.spreads: dict[tuple[str, int], Spread] = {}
        """How long actions took, for each entrant and number of players."""
        self.games = 0
        self._deals, self._failures = cup.deals, list[FailedAt]()
        self._outcomes = {lineup: _none(cup.deals) for lineup in self.lineups}
        self._played = {lineup: np.zeros(cup.deals, np.bool_) for lineup in self.lineups}

    def add(self, played: Played) -> None:
        """Count the games of a shard.

        Raises NoSuchShard.
        """
        self._mark(played.shard)
        self._note([game.score for game in played.games], played.shard)
        for number, game in enumerate(played.games, played.shard.first):
            self._failures += [FailedAt(played.shard.lineup, number, failure) for failure in game.failures]
        for name, spread in played.spreads.items():
            self.spreads.setdefault((name, len(played.shard.lineup)), Spread()).update(spread)
        self.games += played.shard.games

    def has(self, block: Block) -> bool:
        """Whether all lineups have played all deals of a block."""
        return all(played[block.first : block.end].all() for played in self._played.values())

    def missing(self, lineup: Lineup, block: Block) -> Iterator[Shard]:
        """The deals of a block that a lineup has not played."""
        first = block.first
        played = self._played[lineup]
        while first < block.end:
            rest = played[first : block.end]
            first += int(rest.argmin()) if not rest.all() else rest.size
            more = played[first : block.end]
            end = first + (int(more.argmax()) if more.any() else more.size)
            if first < end:
                yield Shard(lineup, first, end)
            first = end

    def deals(self, most: int) -> dict[int, int]:
        """For each number of players, how many deals, from the first on, all lineups have played; so many at most."""
        found: dict[int, int] = {}
        for lineup, played in self._played.items():
            there = played[:most]
            count = there.size if there.all() else int(there.argmin())
            found[len(lineup)] = min(count, found.get(len(lineup), count))
        return found

    def scores(self, most: int) -> Scores:
        """What came out of these deals, for all numbers of players with which one is over."""
        deals = self.deals(most)
        return {
            lineup: _first(number, outcomes)
            for lineup, outcomes in self._outcomes.items()
            if (number := deals[len(lineup)])
        }

    def failures(self, most: int) -> list[FailedAt]:
        """What went wrong in these deals: for each lineup in their order."""
        deals, places = self.deals(most), {lineup: place for place, lineup in enumerate(self.lineups)}
        counted = [failed for failed in self._failures if failed.number < deals[len(failed.lineup)]]
        return sorted(counted, key=lambda failed: (places[failed.lineup], failed.number))

    def _mark(self, shard: Shard) -> None:
        if shard.lineup not in self._played or not 0 <= shard.first < shard.end <= self._deals:
            raise NoSuchShard(f"no such shard is in this cup: {shard}")
        there = self._played[shard.lineup][shard.first : shard.end]
        if there.any():
            raise NoSuchShard(f"deal {shard.first + int(there.argmax())} was played already: {shard}")
        there[:] = True

    def _note(self, scores: list[Score], shard: Shard) -> None:
        for array, column in zip(self._outcomes[shard.lineup], zip(*scores, strict=True), strict=True):
            array[shard.first : shard.end] = column


def _none(deals: int) -> Outcomes:
    won, forfeited = np.zeros((2, deals), np.bool_)
    defeated, grade = np.zeros((2, deals), np.int8)
    return Outcomes(won, forfeited, defeated, grade)


def _first(deals: int, of: Outcomes) -> Outcomes:
    return Outcomes(of.won[:deals], of.forfeited[:deals], of.defeated[:deals], of.grade[:deals])
