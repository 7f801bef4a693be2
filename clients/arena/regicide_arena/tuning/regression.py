"""Fits the win estimate to games that the policy plays.

Between two enemies much is luck, and a game has many enemies. Therefore the estimates after `k` enemies are not fitted
to the result of the game, but to those after `k + 1` enemies of the same game (temporal differences: Sutton, 1988).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from scipy.special import expit

from regicide.rulebook import ENEMIES_IN_CASTLE
from regicide_kernel.backend import column, records
from regicide_kernel.estimate import REGRESSIONS
from regicide_kernel.tuning_games import Reveal, policy_run, trace_policy_games
from regicide_kernel.weights import Suits
from regicide_kernel.workspace import REGRESSION_FEATURES

Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]

RIDGE: Final = 1.0
"""The coefficient of the L2 penalty, against the loss of one game."""
NEWTON_STEPS: Final = 20
"""The limit of steps of a logistic regression; about eight are needed."""
TOLERANCE: Final = 1e-9
"""The change of every weight below which a logistic regression ends."""


class Reveals(NamedTuple):
    """The reveals of games as columns; those of one game follow one another."""

    features: Array
    """Shape (reveals, REGRESSION_FEATURES)."""
    regression: Array
    """Shape (reveals,), as the others."""
    is_last: Array
    won: Array
    defeated: Array


class TraceTask(NamedTuple):
    """A number of games that the policy plays, with deals that follow from a seed."""

    suits: Suits
    players: int
    seed: str
    games: int


def trace_games(task: TraceTask) -> Reveals:
    """Play the games of a task."""
    found = records(Reveal, task.games * ENEMIES_IN_CASTLE)
    count = trace_policy_games(policy_run(task.suits, task.seed), task.players, task.games, found)
    features, *others = [np.array(column(found[:count], name)) for name in Reveals._fields]
    return Reveals(features.reshape(-1, REGRESSION_FEATURES), *others)


def join(parts: Iterable[Reveals]) -> Reveals:
    """Return the reveals of several tasks."""
    return Reveals(*map(np.concatenate, zip(*parts, strict=True)))


def fit_estimate(reveals: Reveals) -> dict[str, list[list[float]]]:
    """Fit both regressions: a row of weights for each number of defeated enemies, from 0 (not estimated) to 11, and
    each suit of the enemy after them.
    """
    return {
        "win": _fit(reveals, reveals.won, expit, logistic_regression),
        "defeated": _fit(reveals, reveals.defeated, np.positive, _ridge_regression),
    }


def _fit(
    reveals: Reveals, results: Array, link: Callable[[Array], Array], regression: Callable[[Array, Array], Array]
) -> list[list[float]]:
    """Fit the result of a game; `link` makes an estimate of a weighted sum of features."""
    rows = np.zeros((REGRESSIONS, REGRESSION_FEATURES))
    for number in range(REGRESSIONS - 1, 3, -1):
        chosen = np.flatnonzero(reveals.regression == number)
        is_last = reveals.is_last[chosen] == 1
        following = np.where(is_last, chosen, chosen + 1)
        estimates = link(np.sum(reveals.features[following] * rows[reveals.regression[following]], axis=1))
        rows[number] = regression(reveals.features[chosen], np.where(is_last, results[chosen], estimates))
    found: list[list[float]] = rows.tolist()
    return found


def _ridge_regression(seen: Array, targets: Array) -> Array:
    """Return the weights of a linear regression with an L2 penalty."""
    solved: Array = np.linalg.solve(seen.T @ seen + RIDGE * np.eye(REGRESSION_FEATURES), seen.T @ targets)
    return solved


def logistic_regression(seen: Array, probabilities: Array) -> Array:
    """Return the weights of a logistic regression to probabilities, with an L2 penalty (Newton's method)."""
    width = seen.shape[1]
    weights: Array = np.zeros(width)
    for _ in range(NEWTON_STEPS):
        fitted = expit(seen @ weights)
        gradient = seen.T @ (fitted - probabilities) + RIDGE * weights
        curvature = (seen * (fitted * (1 - fitted))[:, None]).T @ seen + RIDGE * np.eye(width)
        change = np.linalg.solve(curvature, gradient)
        weights = weights - change
        if np.abs(change).max() < TOLERANCE:
            break
    return weights
