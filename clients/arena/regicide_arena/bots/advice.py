"""The types of advice: the actions that a bot considers in a view, and what a given action costs.

A bot in Python gives advice if it has a method `consider`, and rates given actions if it has a method `review`, as
`Planner`.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypedDict

from regicide_arena.runtime.messages import CommandError

ADVISER_SEED: Final = "adviser"
"""The seed of bots that are asked: the same question has the same answer, whichever process gives it."""
MIN_ROLLOUTS: Final = 100
"""The rollouts below which expectations are not shown as estimates: they are often some points too low."""
MAX_BEST: Final = 3
"""The best actions of an advice, which their figures order, and those that the review of an action lists."""


class InvalidAdvice(ValueError):
    """A bot gives advice that does not follow the protocol; the message says what is wrong, and what is right."""


class NoAdvice(CommandError):
    """A bot gives no advice; the message says why."""


class AdvisedAction(TypedDict):
    """An action of the advice; `won` and `defeated` are None where there are too few rollouts to tell."""

    action: str
    won: float | None
    defeated: float | None
    share: float


class RatedAction(TypedDict):
    """What an action costs by the view of the seat that took it."""

    won_before: float
    """The probability of winning with the best action."""
    won_after: float
    cost: float
    """The difference, at least 0."""
    defeated_before: float
    defeated_after: float
    best: list[AdvisedAction]


class ConsideredAction(NamedTuple):
    """An action that the search considered, with the mean result of its rollouts, or of a search of its own."""

    action: str
    rollouts: int
    """The rollouts of the search that took it."""
    won: float
    """The probability of winning after it, calibrated."""
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
