"""Who sits where: the lineups of a cup."""

from __future__ import annotations

from itertools import product

from regicide_arena.cup.plan import Cup, Format, Lineup, Mix


def lineups(cup: Cup, players: int) -> list[Lineup]:
    """The lineups of so many players: first those of one entrant alone, then, where the cup has any, the mixed ones.

    Of a mix all seat orders are there. In a gauntlet the newcomer sits at every mixed table.
    """
    pure = [(name,) * players for name in cup.entrants]
    return pure if cup.mix is Mix.NONE else [*pure, *_mixed(cup, players)]


def all_lineups(cup: Cup) -> list[Lineup]:
    """The lineups of every number of players."""
    return [lineup for players in cup.players for lineup in lineups(cup, players)]


def is_pure(lineup: Lineup) -> bool:
    """Whether one entrant fills all seats."""
    return len({*lineup}) == 1


def _mixed(cup: Cup, players: int) -> list[Lineup]:
    most = 2 if cup.mix is Mix.PAIRS else players
    seatings = [lineup for lineup in product(cup.entrants, repeat=players) if 1 < len({*lineup}) <= most]
    return [lineup for lineup in seatings if cup.format is not Format.GAUNTLET or cup.newcomer in lineup]
