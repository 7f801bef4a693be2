"""Fits the win estimate to games that the policy plays.

Between two enemies much is luck, and a game has many enemies. Therefore the estimate after `k` enemies is not fitted to
the result of the game, but to the estimate after `k + 1` enemies of the same game (temporal differences: Sutton, 1988).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from scipy.special import expit

from regicide.rulebook import ENEMIES_IN_CASTLE
from regicide_arena.kernel.backend import column, records
from regicide_arena.kernel.policy_games import Reveal, policy_run, trace_policy_games
from regicide_arena.kernel.sizes import REGRESSION_FEATURES
from regicide_arena.kernel.weights import PolicyWeights

Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]

RIDGE: Final = 1.0
"""The coefficient of the L2 penalty, against the loss of one game."""
NEWTON_STEPS: Final = 20
"""The limit of steps of a logistic regression; about eight are needed."""
TOLERANCE: Final = 1e-9
"""The change of every weight below which a logistic regression ends."""

JESTERS_BY_TARGET: Final = {"win": 0, "silver": 1, "gold": 2}
"""The estimated events: a win with at least this number of solo jesters left."""


class Reveals(NamedTuple):
    """The reveals of games as columns; those of one game follow one another."""

    features: Array
    """Shape (reveals, REGRESSION_FEATURES)."""
    stage: Array
    """Shape (reveals,), as the others."""
    jesters_left: Array
    is_last: Array
    won: Array
    final_jesters_left: Array
    defeated: Array


class TraceTask(NamedTuple):
    """A number of games that the policy plays, with deals that follow from a seed."""

    weights: PolicyWeights
    players: int
    seed: str
    games: int


def trace_games(task: TraceTask) -> Reveals:
    """Play the games of a task."""
    found = records(Reveal, task.games * ENEMIES_IN_CASTLE)
    count = trace_policy_games(policy_run(task.weights, task.seed), task.players, task.games, found)
    features, *others = [np.array(column(found[:count], name)) for name in Reveals._fields]
    return Reveals(features.reshape(-1, REGRESSION_FEATURES), *others)


def join(parts: Iterable[Reveals]) -> Reveals:
    """Return the reveals of several tasks."""
    return Reveals(*map(np.concatenate, zip(*parts, strict=True)))


def fit_estimate(reveals: Reveals, players: int) -> dict[str, list[list[float]]]:
    """Fit all regressions: a row of weights for each number of defeated enemies, from 0 (not estimated) to 11."""
    targets = JESTERS_BY_TARGET if players == 1 else {"win": 0}
    fitted = {name: _fit_win(reveals, jesters) for name, jesters in targets.items()}
    return {**fitted, "defeated": _fit_defeated(reveals)}


def _fit_win(reveals: Reveals, jesters: int) -> list[list[float]]:
    """Fit the probability of a win with at least `jesters` jesters left."""
    rows: list[Array] = [np.zeros(REGRESSION_FEATURES)] * ENEMIES_IN_CASTLE
    is_target = reveals.won.astype(bool) & (reveals.final_jesters_left >= jesters)
    is_open = reveals.jesters_left >= jesters
    for stage in range(ENEMIES_IN_CASTLE - 1, 0, -1):
        chosen = np.flatnonzero((reveals.stage == stage) & is_open)
        following = _following(reveals, chosen)
        estimates = expit(reveals.features[following] @ rows[(stage + 1) % ENEMIES_IN_CASTLE]) * is_open[following]
        targets = np.where(reveals.is_last[chosen] == 1, is_target[chosen], estimates)
        rows[stage] = _logistic_regression(reveals.features[chosen], targets)
    return _as_lists(rows)


def _fit_defeated(reveals: Reveals) -> list[list[float]]:
    """Fit the expected number of defeated enemies."""
    rows: list[Array] = [np.zeros(REGRESSION_FEATURES)] * ENEMIES_IN_CASTLE
    for stage in range(ENEMIES_IN_CASTLE - 1, 0, -1):
        chosen = np.flatnonzero(reveals.stage == stage)
        estimates = reveals.features[_following(reveals, chosen)] @ rows[(stage + 1) % ENEMIES_IN_CASTLE]
        targets = np.where(reveals.is_last[chosen] == 1, reveals.defeated[chosen], estimates)
        rows[stage] = _ridge_regression(reveals.features[chosen], targets)
    return _as_lists(rows)


def _following(reveals: Reveals, chosen: Array) -> Array:
    """Return the next reveal of each game; the same reveal where it is the last one."""
    following: Array = np.where(reveals.is_last[chosen] == 1, chosen, chosen + 1)
    return following


def _as_lists(rows: Sequence[Array]) -> list[list[float]]:
    return [row.tolist() for row in rows]


def _ridge_regression(seen: Array, targets: Array) -> Array:
    """Return the weights of a linear regression with an L2 penalty."""
    solved: Array = np.linalg.solve(seen.T @ seen + RIDGE * np.eye(REGRESSION_FEATURES), seen.T @ targets)
    return solved


def _logistic_regression(seen: Array, probabilities: Array) -> Array:
    """Return the weights of a logistic regression to probabilities, with an L2 penalty (Newton's method)."""
    weights: Array = np.zeros(REGRESSION_FEATURES)
    for _ in range(NEWTON_STEPS):
        fitted = expit(seen @ weights)
        gradient = seen.T @ (fitted - probabilities) + RIDGE * weights
        curvature = (seen * (fitted * (1 - fitted))[:, None]).T @ seen + RIDGE * np.eye(REGRESSION_FEATURES)
        change = np.linalg.solve(curvature, gradient)
        weights = weights - change
        if np.abs(change).max() < TOLERANCE:
            break
    return weights
