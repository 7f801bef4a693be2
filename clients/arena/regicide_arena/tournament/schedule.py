"""The schedule: which deals exist, which lineups play them, in which order and in which units of work.

Every lineup plays a block of deals before the next block begins, so that a tournament that is interrupted at any moment
is a fair comparison.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import product
from typing import Final, NamedTuple

from regicide import Action, Position, apply, numbered_deal
from regicide_arena.tournament.model import Deal, Format, Lineup, Mix, Shard, Tournament, is_pure, pure_lineup

COMMITMENT_LABEL: Final = "regicide-cup-commit-1:"
"""Prefix of the seed in the hash that commits to it."""
SECRET_SEED_LENGTH: Final = 22
"""Characters of a seed of 128 random bits in Base64; a shorter one is not secret beside its commitment."""
MIN_BLOCK_DEALS: Final = 8
MAX_BLOCK_DEALS: Final = 1000
SHARD_S: Final = 3.0
"""Target duration of a shard: long compared with the cost of its dispatch."""
MAX_SHARD_GAMES: Final = 2000
"""Limit on the games of a shard, which are held in memory together."""


class Block(NamedTuple):
    """Deals `first` to `end` (exclusive), which all lineups play before the next block."""

    first: int
    end: int


def derive_deal(tournament_seed: str, players: int, number: int) -> Deal:
    """Derive deal `number`, from 0, for this number of players."""
    return Deal(*numbered_deal(tournament_seed, players, number))


def deal_of(tournament: Tournament, players: int, number: int) -> Deal:
    """Return deal `number`, from 0, for this number of players: a chosen one, or the one derived from the seed."""
    if tournament.chosen is not None:
        return tournament.chosen[str(players)][number]
    return derive_deal(tournament.seed, players, number)


def start_of(deal: Deal, players: int) -> Position:
    """Return the position at which the bots begin. Raises RegicideError if the opening is illegal."""
    position = Position.new(deal.seed, players, deal.first_player)
    for action in deal.opening:
        position = apply(position, Action.parse(action))
    return position


def commitment(tournament_seed: str) -> str:
    """Return the SHA-256 hash to publish before the tournament, against which the seed is checked afterwards.

    It is binding, but hides only a seed that cannot be guessed, such as a random one.
    """
    return sha256((COMMITMENT_LABEL + tournament_seed).encode()).hexdigest()


def is_public(tournament_seed: str) -> bool:
    """Return whether a seed can be guessed, such as a word, so that entrants may have played its deals before."""
    return len(tournament_seed) < SECRET_SEED_LENGTH


def lineups(tournament: Tournament, players: int) -> list[Lineup]:
    """List the lineups for a number of players: pure ones first, then mixed ones in all seat orders.

    In a gauntlet the newcomer is in every mixed lineup.
    """
    pure = [pure_lineup(name, players) for name in tournament.entrants]
    return pure if tournament.mix is Mix.NONE else [*pure, *_mixed(tournament, players)]


def all_lineups(tournament: Tournament) -> list[Lineup]:
    """List the lineups for all numbers of players."""
    return [lineup for players in tournament.players for lineup in lineups(tournament, players)]


def _mixed(tournament: Tournament, players: int) -> list[Lineup]:
    limit = 2 if tournament.mix is Mix.PAIRS else players
    seatings = product(tournament.entrants, repeat=players)
    mixed = [lineup for lineup in seatings if not is_pure(lineup) and len({*lineup}) <= limit]
    return [lineup for lineup in mixed if tournament.format is not Format.GAUNTLET or tournament.newcomer in lineup]


def blocks(deals: int) -> Iterator[Block]:
    """Divide the deals into growing blocks: few in number, and at any moment all lineups are nearly level."""
    first = 0
    while first < deals:
        end = min(deals, first + min(MAX_BLOCK_DEALS, max(MIN_BLOCK_DEALS, first // 4)))
        yield Block(first, end)
        first = end


class Pacing:
    """Sizes shards from the measured duration of games, per lineup."""

    def __init__(self) -> None:
        self._game_s: dict[Lineup, float] = {}

    def record(self, shard: Shard, seconds: float) -> None:
        """Record the duration of a shard."""
        self._game_s[shard.lineup] = max(seconds / shard.games, SHARD_S / MAX_SHARD_GAMES)

    def shard_games(self, lineup: Lineup) -> int:
        """Return the number of games for the lineup's next shard; 1 before the first measurement."""
        game_s = self._game_s.get(lineup)
        return max(1, round(SHARD_S / game_s)) if game_s else 1
