"""Outcomes of cups that are made up."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from regicide_arena.cup.scores import Outcomes


def outcomes(
    won: Sequence[int], defeated: Sequence[int] | None = None, grade: Sequence[int] = (), forfeited: Sequence[int] = ()
) -> Outcomes:
    """What came out on each deal: 1 where it was won. Unless it is said, a win defeats all, a loss none."""
    wins = np.array(won, dtype=np.bool_)
    return Outcomes(
        won=wins,
        forfeited=np.array(forfeited or [0] * len(won), dtype=np.bool_),
        defeated=np.array([12 * win for win in won] if defeated is None else defeated, dtype=np.int8),
        grade=np.array(grade or [0] * len(won), dtype=np.int8),
    )


def by_chance(deals: int, win_rate: float, seed: int) -> Outcomes:
    """Games that are won with this chance."""
    rng = np.random.default_rng(seed)
    won = rng.random(deals) < win_rate
    return outcomes(won.astype(int).tolist(), np.where(won, 12, rng.integers(0, 12, deals)).tolist())
