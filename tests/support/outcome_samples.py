"""Invented outcomes of lineups, for tests of the statistics."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from regicide_arena.tournament.stats.model import LineupOutcomes


def outcomes(
    won: Sequence[int], defeated: Sequence[int] | None = None, grade: Sequence[int] = (), forfeited: Sequence[int] = ()
) -> LineupOutcomes:
    """Build outcomes by deal, 1 for a win; by default a win defeats 12 enemies and a loss 0."""
    wins = np.array(won, dtype=np.bool_)
    return LineupOutcomes(
        won=wins,
        forfeited=np.array(forfeited or [0] * len(won), dtype=np.bool_),
        defeated=np.array([12 * win for win in won] if defeated is None else defeated, dtype=np.int8),
        grade=np.array(grade or [0] * len(won), dtype=np.int8),
    )


def random_outcomes(deals: int, win_rate: float, seed: int) -> LineupOutcomes:
    """Build random outcomes with this win rate."""
    rng = np.random.default_rng(seed)
    won = rng.random(deals) < win_rate
    return outcomes(won.astype(int).tolist(), np.where(won, 12, rng.integers(0, 12, deals)).tolist())
