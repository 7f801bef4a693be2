"""An action that a search considered, with its figures."""

from __future__ import annotations

from typing import Final, NamedTuple

MIN_ROLLOUTS: Final = 100
"""The rollouts below which expectations are not shown as estimates: they are often some points too low."""
MAX_BEST: Final = 3
"""The best actions that get searches of their own, and that the review of an action lists."""


class ConsideredAction(NamedTuple):
    """An action that the search considered, with the mean result of its rollouts, or of a search of its own."""

    action: str
    rollouts: int
    """The rollouts of the search that took it."""
    won: float
    """The probability of winning after it."""
    defeated: float
    """The expected number of defeated enemies."""
    worth: float
    """The value that the search maximizes: a win counts 1, or by its grade; a loss a little for each defeated enemy."""
    share: float
    """The share of the search's rollouts, 0 to 1; 1 for a single candidate, which needs no search."""
    basis: int
    """The rollouts of which `won`, `defeated` and `worth` are means."""

    @property
    def has_estimate(self) -> bool:
        """Whether the means rest on enough rollouts."""
        return self.basis >= MIN_ROLLOUTS
