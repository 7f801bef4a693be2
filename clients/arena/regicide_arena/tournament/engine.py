"""The tournament engine: plays the missing shards in schedule order until all deals are played or all pairs decided."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from regicide_arena.tournament.attendance import Attendance, forfeited_game
from regicide_arena.tournament.executors import ShardExecutor
from regicide_arena.tournament.games.game import Failure, ShardResult
from regicide_arena.tournament.journal import Journal, LineSpan
from regicide_arena.tournament.model import Lineup, Stop, Tournament, compared_pairs
from regicide_arena.tournament.schedule import Block, Pacing, Shard, blocks
from regicide_arena.tournament.scoreboard import Scoreboard
from regicide_arena.tournament.stats.paired import is_decided

OnShard = Callable[["TournamentEngine"], None]
"""Called after each shard that was counted."""


class TournamentEngine:
    """A tournament in progress, resumed from its journal. Which deals count depends on the tournament alone."""

    def __init__(self, tournament: Tournament, journal: Journal) -> None:
        """Raises CorruptJournal, and UnexpectedShard for a journal of another tournament."""
        self.tournament, self.scoreboard = tournament, Scoreboard(tournament)
        self.attendance = Attendance(tournament, self.scoreboard.lineups)
        self.spans: dict[Shard, LineSpan] = {}
        self._journal, self._pacing = journal, Pacing()
        self._blocks = blocks(tournament.deals)
        self._block: Block | None = next(self._blocks)
        self.decided_after: int | None = None
        """Number of deals after which all pairs were decided."""
        for span, result in journal.records():
            self._count(result, span)

    @property
    def is_over(self) -> bool:
        """Whether all deals that count are played."""
        return self._block is None or self.decided_after is not None

    @property
    def deal_limit(self) -> int:
        """Deals that may count, per number of players."""
        return self.decided_after or self.tournament.deals

    def play(self, execute: ShardExecutor, on_shard: OnShard) -> None:
        """Play to the end.

        Raises OSError if the journal cannot be written, and the errors of the executor.
        """
        for result in execute(self._remaining_shards()):
            self._count(result, self._journal.append(result))
            on_shard(self)
            if self.is_over:
                return

    def _count(self, result: ShardResult, span: LineSpan) -> None:
        """Count a shard, unless an entrant in it has been disqualified meanwhile."""
        missed = self.attendance.first_missed_deal(result.shard.lineup)
        if missed is not None and result.shard.first >= missed:
            return
        self.scoreboard.add(result)
        self.attendance.record(result)
        self.spans[result.shard] = span
        self._pacing.record(result.shard, result.seconds)
        while not self.is_over and self._block and self.scoreboard.is_complete(self._block):
            self._close(self._block)

    def _close(self, block: Block) -> None:
        """Disqualify absent entrants, and advance to the next block, unless all pairs are decided."""
        for name in self.attendance.disqualify(block):
            self.scoreboard.forfeit(self._forfeited(name, block.end), block.end)
        if self.tournament.stop is Stop.DECIDED and self._is_decided(block):
            self.decided_after = block.end
        self._block = next(self._blocks, None)

    def _forfeited(self, name: str, first: int) -> dict[Lineup, Failure]:
        """Return the failure of each lineup that the disqualification of an entrant from a deal on concerns."""
        disqualified = self.attendance.disqualified
        return {
            lineup: forfeited_game(self.tournament, lineup, first, disqualified).failures[0]
            for lineup in self.scoreboard.lineups
            if name in lineup and self.attendance.first_missed_deal(lineup) == first
        }

    def _is_decided(self, block: Block) -> bool:
        pairs = compared_pairs(self.tournament)
        return is_decided(self.scoreboard.outcomes(block.end), pairs, self.tournament.error)

    def _remaining_shards(self) -> Iterator[Shard]:
        for block in blocks(self.tournament.deals):
            for lineup in self.scoreboard.lineups:
                for gap in [*self.scoreboard.missing(lineup, block)]:
                    yield from self._split(gap)

    def _split(self, gap: Shard) -> Iterator[Shard]:
        """Split a gap into shards, sized when each is dispatched."""
        first = gap.first
        while first < gap.end and not self.is_over:
            end = min(gap.end, first + self._pacing.shard_games(gap.lineup))
            yield Shard(gap.lineup, first, end)
            first = end
