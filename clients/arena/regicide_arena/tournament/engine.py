"""The tournament engine: plays the missing shards in schedule order until all deals are played or all pairs decided.

A dead agent or a broken bot costs its clock in each of its games. So an entrant that has failed without any action of
its own in a number of games in a row, by deal and lineup, is disqualified when the block of deals ends: the rest of its
games are forfeited and not played. This depends on the games alone, not on the order in which they end.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TypeAlias

import regicide
from regicide_arena.runtime.journal import Journal
from regicide_arena.tournament.games.game import Failure, FailureKind, Game, ShardExecutor, ShardResult
from regicide_arena.tournament.model import Lineup, Shard, Stop, Tournament, compared_pairs
from regicide_arena.tournament.schedule import Block, Pacing, blocks, deal_of
from regicide_arena.tournament.scoreboard import Scoreboard
from regicide_arena.tournament.stats.paired import is_decided

OnShard = Callable[["TournamentEngine"], None]
"""Called after each shard that was counted."""


Absence: TypeAlias = tuple[Lineup, int]
"""The lineup and the deal of a game in which an entrant failed without any action of its own."""


class Attendance:
    """The absences of all entrants, and the deals from which on entrants are disqualified."""

    def __init__(self, tournament: Tournament, lineups: Sequence[Lineup]) -> None:
        self._tournament, self._limit, self._lineups = tournament, tournament.disqualify_after, lineups
        self.absences: dict[str, dict[Absence, str]] = defaultdict(dict)
        """The failure in each game that an entrant missed, by entrant."""
        self.disqualified: dict[str, int] = {}
        """The first deal that is not played, by entrant."""

    def record(self, result: ShardResult) -> None:
        """Record the absences in a shard."""
        for game in result.games:
            if game.failures:
                opening = deal_of(self._tournament, game.players, game.deal).opening
                for name, what in absent_entrants(game, len(opening)).items():
                    self.absences[name][game.lineup, game.deal] = what

    def disqualify(self, block: Block) -> bool:
        """Disqualify entrants at the end of a block of deals that all lineups have played; return whether there are."""
        if not self._limit:
            return False
        named = [name for name in self.absences if name not in self.disqualified and self._is_absent(name, block.end)]
        self.disqualified |= dict.fromkeys(named, block.end)
        return bool(named)

    def first_missed_deal(self, lineup: Lineup) -> int | None:
        """Return the deal from which on a lineup does not play; None if no entrant in it is disqualified."""
        return min((self.disqualified[name] for name in lineup if name in self.disqualified), default=None)

    def forfeited_game(self, lineup: Lineup, number: int) -> Game | None:
        """Return the game of a lineup with a disqualified entrant, without any action; None if it plays this deal."""
        for seat, name in enumerate(lineup):
            if (first := self.disqualified.get(name, number + 1)) <= number:
                what = f"disqualified from deal {first} on: it took no action in its games before"
                failures = [Failure(FailureKind.DISQUALIFIED, seat, 0, what)]
                deal = deal_of(self._tournament, len(lineup), number)
                return Game(len(lineup), number, lineup, deal.seed, deal.first_player, [], failures=failures)
        return None

    def _is_absent(self, name: str, end: int) -> bool:
        """Return whether an entrant has missed its last games before a deal, as many as the limit."""
        lineups = [lineup for lineup in reversed(self._lineups) if name in lineup]
        games = ((lineup, deal) for deal in reversed(range(end)) for lineup in lineups)
        last = [*islice(games, self._limit)]
        return len(last) == self._limit and all(game in self.absences[name] for game in last)


def absent_entrants(game: Game, opening: int = 0) -> dict[str, str]:
    """Return the first failure of each entrant that failed without any action of its own.

    The first actions, as many as `opening`, belong to no entrant.
    """
    absent = {game.lineup[failure.seat]: failure.what for failure in reversed(game.failures)}
    failed_steps = {failure.step for failure in game.failures}
    try:
        position = regicide.Position.new(game.seed, game.players, game.first_player)
        for step, action in enumerate(game.actions):
            if step >= opening and step not in failed_steps:
                absent.pop(game.lineup[position.turn], None)
            position = regicide.apply(position, regicide.Action.parse(action))
    except regicide.RegicideError:  # a bot has forged the game: verify-tournament reports it
        return {}
    return absent


class TournamentEngine:
    """A tournament in progress, resumed from its journal. Which deals count depends on the tournament alone."""

    def __init__(self, tournament: Tournament, journal: Journal[ShardResult]) -> None:
        """Raises InvalidJournal."""
        self.tournament, self.scoreboard = tournament, Scoreboard(tournament)
        self.attendance = Attendance(tournament, self.scoreboard.lineups)
        self._places = defaultdict[Lineup, dict[Shard, int]](dict)
        self._journal, self._pacing = journal, Pacing()
        self._blocks = blocks(tournament.deals)
        self._block: Block | None = next(self._blocks)
        self.decided_after: int | None = None
        """Number of deals after which all pairs were decided."""
        for place, result in journal.records():
            self._count(result, place)

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

    def games(self, lineup: Lineup, deals: Sequence[int]) -> Iterator[Game]:
        """Yield the games of a lineup on some complete deals, in ascending order; the missed ones are forfeited."""
        missed = self.attendance.first_missed_deal(lineup)
        end = len(deals) if missed is None else bisect_left(deals, missed)
        for shard, place in sorted(self._places[lineup].items()):
            if found := deals[bisect_left(deals, shard.first) : min(end, bisect_left(deals, shard.end))]:
                games = self._journal.read(place).games
                yield from (games[deal - shard.first] for deal in found)
        yield from filter(None, (self.attendance.forfeited_game(lineup, deal) for deal in deals[end:]))

    def _count(self, result: ShardResult, place: int) -> None:
        """Count a shard, unless an entrant in it has been disqualified meanwhile."""
        if self.attendance.forfeited_game(result.lineup, result.first):
            return
        self.scoreboard.add(result)
        self.attendance.record(result)
        self._places[result.lineup][result.shard] = place
        self._pacing.record(result.shard, result.seconds)
        while not self.is_over and self._block and self.scoreboard.is_complete(self._block):
            self._close(self._block)

    def _close(self, block: Block) -> None:
        """Disqualify absent entrants, and advance to the next block, unless all pairs are decided."""
        if self.attendance.disqualify(block) and block.end < self.tournament.deals:
            forfeited = self.attendance.forfeited_game
            playing = [lineup for lineup in self.scoreboard.lineups if not forfeited(lineup, block.end - 1)]
            games = [game for lineup in playing if (game := forfeited(lineup, block.end))]
            self.scoreboard.forfeit({game.lineup: game.failures[0] for game in games}, block.end)
        if self.tournament.stop is Stop.DECIDED and self._is_decided(block):
            self.decided_after = block.end
        self._block = next(self._blocks, None)

    def _is_decided(self, block: Block) -> bool:
        pairs = compared_pairs(self.tournament)
        return is_decided(self.scoreboard.outcomes(block.end), pairs, self.tournament.goal)

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
