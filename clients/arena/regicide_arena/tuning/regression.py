"""Fits the win estimate to games that the policy plays.

Between two enemies much is luck, and a game has many enemies. Therefore the estimate after `k` enemies is not fitted to
the result of the game, but to the estimate after `k + 1` enemies of the same game (temporal differences: Sutton, 1988).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit

import regicide
from regicide.rollout import OVER, Rollout
from regicide.rulebook import ENEMIES_IN_CASTLE
from regicide_arena.bots.estimate import FEATURE_COUNT, features
from regicide_arena.bots.policy import Policy
from regicide_arena.bots.weights import PolicyWeights

Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]

RIDGE: Final = 1.0
"""The coefficient of the L2 penalty, against the loss of one game."""

FLIPS_BY_TARGET: Final = {"win": 0, "silver": 1, "gold": 2}
"""The estimated events: a win with at least this number of solo jesters left."""


class Reveal(NamedTuple):
    """The moment when an enemy is revealed: its features, and the number of solo jesters left."""

    seen: list[float]
    flips: int


class GameTrace(NamedTuple):
    """A game: its reveals from the second enemy on, and its result."""

    reveals: list[Reveal]
    won: bool
    flips: int
    defeated: int


class TraceTask(NamedTuple):
    """A range of a series of games that the policy plays."""

    weights: PolicyWeights
    players: int
    deal_set: str
    games: range


def trace_games(task: TraceTask) -> list[GameTrace]:
    """Play the games of a task."""
    policy = Policy(task.weights)
    return [trace_game(policy, task.players, f"{task.deal_set}/{game}", game % task.players) for game in task.games]


def trace_game(policy: Policy, players: int, deal: str, first_player: int) -> GameTrace:
    """Play a game with the policy at all seats."""
    game, rng = Rollout(regicide.Position.new(deal, players, first_player)), Random(deal)  # noqa: S311 - a game
    reveals: list[Reveal] = []
    while game.phase != OVER:
        policy.play_out(game, game.defeated + 1, rng)
        if game.phase != OVER:
            reveals.append(Reveal(features(game), game.jesters_left))
    return GameTrace(reveals, game.won, game.jesters_left, game.defeated)


def fit_estimate(traces: Sequence[GameTrace], players: int) -> dict[str, list[list[float]]]:
    """Fit all regressions: a row of weights for each number of defeated enemies, from 0 (not estimated) to 11."""
    targets = FLIPS_BY_TARGET if players == 1 else {"win": 0}
    fitted = {name: _fit_win(traces, flips) for name, flips in targets.items()}
    return {**fitted, "defeated": _fit_defeated(traces)}


def _fit_win(traces: Sequence[GameTrace], flips: int) -> list[list[float]]:
    """Fit the probability of a win with at least `flips` jesters left."""
    rows = [np.zeros(FEATURE_COUNT)] * ENEMIES_IN_CASTLE
    for stage in range(ENEMIES_IN_CASTLE - 1, 0, -1):
        reached = [trace for trace in traces if len(trace.reveals) >= stage]
        reached = [trace for trace in reached if trace.reveals[stage - 1].flips >= flips]
        targets = [_win_target(trace, stage, flips, rows) for trace in reached]
        rows[stage] = _logistic_regression(_feature_matrix(reached, stage), np.array(targets))
    return [row.tolist() for row in rows]


def _win_target(trace: GameTrace, stage: int, flips: int, rows: Sequence[Array]) -> float:
    """Return the estimate at the next reveal, or the result of the game if there is none."""
    if len(trace.reveals) == stage:
        return float(trace.won and trace.flips >= flips)
    following = trace.reveals[stage]
    return float(expit(np.dot(rows[stage + 1], following.seen))) if following.flips >= flips else 0.0


def _fit_defeated(traces: Sequence[GameTrace]) -> list[list[float]]:
    """Fit the expected number of defeated enemies."""
    rows = [np.zeros(FEATURE_COUNT)] * ENEMIES_IN_CASTLE
    for stage in range(ENEMIES_IN_CASTLE - 1, 0, -1):
        reached = [trace for trace in traces if len(trace.reveals) >= stage]
        targets = [
            float(np.dot(rows[stage + 1], trace.reveals[stage].seen))
            if len(trace.reveals) > stage
            else float(trace.defeated)
            for trace in reached
        ]
        rows[stage] = _ridge_regression(_feature_matrix(reached, stage), np.array(targets))
    return [row.tolist() for row in rows]


def _feature_matrix(traces: Iterable[GameTrace], stage: int) -> Array:
    return np.array([trace.reveals[stage - 1].seen for trace in traces]).reshape(-1, FEATURE_COUNT)


def _ridge_regression(seen: Array, targets: Array) -> Array:
    """Return the weights of a linear regression with an L2 penalty."""
    solved: Array = np.linalg.solve(seen.T @ seen + RIDGE * np.eye(FEATURE_COUNT), seen.T @ targets)
    return solved


def _logistic_regression(seen: Array, probabilities: Array) -> Array:
    """Return the weights of a logistic regression to probabilities, with an L2 penalty."""

    def loss(weights: Array) -> tuple[float, Array]:
        scores = seen @ weights
        cost = np.logaddexp(0, scores).sum() - probabilities @ scores + RIDGE / 2 * weights @ weights
        return float(cost), seen.T @ (expit(scores) - probabilities) + RIDGE * weights

    found = minimize(loss, np.zeros(FEATURE_COUNT), jac=True, method="L-BFGS-B", options={"maxiter": 2000})
    return np.asarray(found.x, np.float64)
