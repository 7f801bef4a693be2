"""The scoreboard: which deals each lineup has played, and their outcomes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np

from regicide_arena.runtime.journal import InvalidJournal
from regicide_arena.tournament.games.game import Failure, Histogram, Score, ShardResult
from regicide_arena.tournament.model import Lineup, Shard, Tournament
from regicide_arena.tournament.schedule import Block, all_lineups
from regicide_arena.tournament.stats.model import LineupOutcomes, Outcomes


class FailureRecord(NamedTuple):
    """A failure and the game in which it happened."""

    lineup: Lineup
    deal: int
    failure: Failure

    @property
    def entrant(self) -> str:
        """Name of the entrant that failed."""
        return self.lineup[self.failure.seat]


class Scoreboard:
    """Counts every game once. Only deals that all lineups have played enter the outcomes."""

    def __init__(self, tournament: Tournament) -> None:
        self.lineups = all_lineups(tournament)
        self.timings: dict[tuple[str, int], Histogram] = {}
        """Durations of actions by entrant and number of players."""
        self.games = 0
        self._deals, self._failures = tournament.deals, list[FailureRecord]()
        self._played = {lineup: np.zeros(tournament.deals, np.bool_) for lineup in self.lineups}
        self._outcomes = {
            lineup: LineupOutcomes(*np.zeros((2, self._deals), np.bool_), *np.zeros((2, self._deals), np.int8))
            for lineup in self.lineups
        }

    def add(self, result: ShardResult) -> None:
        """Count the games of a shard.

        Raises InvalidJournal.
        """
        shard = result.shard
        if shard.lineup not in self._played or not 0 <= shard.first < shard.end <= self._deals:
            raise InvalidJournal(f"shard of another tournament: {shard}")
        deals = slice(shard.first, shard.end)
        if (played := self._played[shard.lineup][deals]).any():
            raise InvalidJournal(f"deal {shard.first + int(played.argmax())} is played twice: {shard}")
        played[:] = True
        scores = zip(*(game.score for game in result.games), strict=True)
        for array, values in zip(self._outcomes[shard.lineup], scores, strict=True):
            array[deals] = values
        for game in result.games:
            self._failures += [FailureRecord(game.lineup, game.deal, failure) for failure in game.failures]
        for name, histogram in result.spreads.items():
            self.timings.setdefault((name, len(shard.lineup)), Histogram()).update(histogram)
        self.games += shard.games

    def forfeit(self, failures: Mapping[Lineup, Failure], first: int) -> None:
        """Count the games of some lineups from a deal on as forfeited by this failure, also the played ones."""
        self._failures = [each for each in self._failures if each.lineup not in failures or each.deal < first]
        for lineup, failure in failures.items():
            self.games += int((~self._played[lineup][first:]).sum())
            self._played[lineup][first:] = True
            for array, value in zip(self._outcomes[lineup], Score(False, True, 0, 0), strict=True):
                array[first:] = value
            self._failures += [FailureRecord(lineup, deal, failure) for deal in range(first, self._deals)]

    def is_complete(self, block: Block) -> bool:
        """Return whether all lineups have played all deals of a block."""
        return all(played[block.first : block.end].all() for played in self._played.values())

    def missing(self, lineup: Lineup, block: Block) -> Iterator[Shard]:
        """Yield the gaps of a lineup within a block, as long as possible."""
        deals = block.first + np.flatnonzero(~self._played[lineup][block.first : block.end])
        for gap in np.split(deals, np.flatnonzero(np.diff(deals) > 1) + 1):
            if gap.size:
                yield Shard(lineup, int(gap[0]), int(gap[-1]) + 1)

    def complete_deals(self, limit: int) -> dict[int, int]:
        """Return by number of players how many deals, from deal 0, all lineups have played; at most `limit`."""
        complete: dict[int, int] = {}
        for lineup, played in self._played.items():
            count = int(np.append(played[:limit], False).argmin())
            complete[len(lineup)] = min(count, complete.get(len(lineup), count))
        return complete

    def outcomes(self, limit: int) -> Outcomes:
        """Return the outcomes of the complete deals; numbers of players without one are absent."""
        deals = self.complete_deals(limit)
        return {
            lineup: outcomes.head(count) for lineup, outcomes in self._outcomes.items() if (count := deals[len(lineup)])
        }

    def failures(self, limit: int) -> list[FailureRecord]:
        """List the failures within the complete deals, by lineup and deal."""
        deals, places = self.complete_deals(limit), {lineup: place for place, lineup in enumerate(self.lineups)}
        counted = [record for record in self._failures if record.deal < deals[len(record.lineup)]]
        return sorted(counted, key=lambda record: (places[record.lineup], record.deal))
