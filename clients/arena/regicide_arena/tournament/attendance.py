"""Attendance: which entrants take no action in their games, and from which deal on they are disqualified for it.

A dead agent or a broken bot costs its clock in each of its games. So an entrant that has failed without any action of
its own in a number of games in a row, by deal and lineup, is disqualified when the block of deals ends: the rest of its
games are forfeited and not played. This depends on the games alone, not on the order in which they end.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

import regicide
from regicide_arena.tournament.games.game import Failure, FailureKind, Game, ShardResult
from regicide_arena.tournament.model import Lineup, Tournament
from regicide_arena.tournament.schedule import Block, derive_deal


class Absence(NamedTuple):
    """A game in which an entrant failed without any action of its own."""

    lineup: Lineup
    deal: int


class Attendance:
    """The absences of all entrants, and the deals from which on entrants are disqualified."""

    def __init__(self, tournament: Tournament, lineups: Sequence[Lineup]) -> None:
        self._limit, self._lineups = tournament.disqualify_after, lineups
        self.absences: dict[str, dict[Absence, str]] = defaultdict(dict)
        """The failure in each game that an entrant missed, by entrant."""
        self.disqualified: dict[str, int] = {}
        """The first deal that is not played, by entrant."""

    def record(self, result: ShardResult) -> None:
        """Record the absences in a shard."""
        for deal, row in enumerate(result.games, result.shard.first):
            for name, what in absent_entrants(json.loads(row.text)).items() if row.failures else ():
                self.absences[name][Absence(result.shard.lineup, deal)] = what

    def disqualify(self, block: Block) -> list[str]:
        """Disqualify entrants at the end of a block of deals that all lineups have played; return their names."""
        if not self._limit:
            return []
        named = [name for name in self.absences if name not in self.disqualified and self._is_absent(name, block.end)]
        self.disqualified |= dict.fromkeys(named, block.end)
        return named

    def first_missed_deal(self, lineup: Lineup) -> int | None:
        """Return the deal from which on a lineup does not play; None if no entrant in it is disqualified."""
        return min((self.disqualified[name] for name in lineup if name in self.disqualified), default=None)

    def _is_absent(self, name: str, end: int) -> bool:
        """Return whether an entrant has missed its last games before a deal, as many as the limit."""
        games = (
            Absence(lineup, deal)
            for deal in reversed(range(end))
            for lineup in reversed(self._lineups)
            if name in lineup
        )
        last = [*islice(games, self._limit)]
        return len(last) == self._limit and all(game in self.absences[name] for game in last)


def absent_entrants(game: Mapping[str, Any]) -> dict[str, str]:
    """Return the first failure of each entrant that failed without any action of its own; `game` is a stored game."""
    lineup, failures = game["lineup"], game["failures"]
    absent = {lineup[failure["seat"]]: failure["what"] for failure in reversed(failures)}
    failed_steps = {failure["step"] for failure in failures}
    try:
        position = regicide.Position.new(game["seed"], len(lineup), game["first_player"])
        for step, action in enumerate(game["actions"]):
            if step not in failed_steps:
                absent.pop(lineup[position.turn], None)
            position = regicide.apply(position, regicide.Action.parse(action))
    except regicide.RegicideError:  # a bot has forged the game: verify-tournament reports it
        return {}
    return absent


def forfeited_game(tournament: Tournament, lineup: Lineup, number: int, disqualified: Mapping[str, int]) -> Game:
    """Return the game of a lineup with a disqualified entrant: forfeited without any action."""
    seat = next(seat for seat, name in enumerate(lineup) if disqualified.get(name, number + 1) <= number)
    what = f"disqualified from deal {disqualified[lineup[seat]]} on: it took no action in its games before"
    failure = Failure(FailureKind.DISQUALIFIED, seat, 0, what)
    return Game(lineup, number, *derive_deal(tournament.seed, len(lineup), number), [], None, 0, [failure])
