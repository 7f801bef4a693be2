"""All standings of a cup."""

from __future__ import annotations

from collections.abc import Sequence

from regicide_arena.cup.scores import Scores
from regicide_arena.cup.standings import Standings
from regicide_arena.cup.statistics.comparisons import comparisons
from regicide_arena.cup.statistics.estimates import Spread, by_bootstrap, by_normal
from regicide_arena.cup.statistics.partners import partners_and_cross
from regicide_arena.cup.statistics.teams import teams


def standings(scores: Scores, pairs: Sequence[tuple[str, str]], error: float = 0.05) -> Standings:
    """What can be said of these games, and of these pairs of entrants: each with a team of its own on the same deals.

    The same games always give the same figures. `error` is the chance that is allowed for any two equal teams to be
    told apart.
    """
    return _standings(scores, pairs, error, by_bootstrap)


def live_standings(scores: Scores, pairs: Sequence[tuple[str, str]], error: float = 0.05) -> Standings:
    """The same within milliseconds, to be shown while the games go on: instead of a bootstrap the intervals are from
    the normal approximation. All else is the same.
    """
    return _standings(scores, pairs, error, by_normal)


def _standings(scores: Scores, pairs: Sequence[tuple[str, str]], error: float, spread: Spread) -> Standings:
    partners, cross = partners_and_cross(scores, spread)
    return Standings(teams(scores, spread), comparisons(scores, pairs, error, spread), partners, cross)
