"""Fitting the win estimate to games that the policy plays.

Between two enemies much is luck, and a game has many; so the estimate after `k` enemies is not fitted to how the game
ended, but to what the estimate after `k + 1` enemies says of the same game (temporal differences: Sutton, 1988).
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
from regicide_arena.bots.estimate import FEATURES, features
from regicide_arena.bots.policy import Policy
from regicide_arena.bots.weights import Weights

Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]

RIDGE: Final = 1.0
"""How much weights far from 0 cost, against one game that is estimated wrong."""

GRADES: Final = {"win": 0, "silver": 1, "gold": 2}
"""What is estimated: a win with so many solo jesters left, or more."""


class Reveal(NamedTuple):
    """The moment when an enemy was revealed: its features, and the solo jesters that were left."""

    seen: list[float]
    flips: int


class Course(NamedTuple):
    """A game: the reveals, from that of the second enemy on, and how it ended."""

    reveals: list[Reveal]
    won: bool
    flips: int
    defeated: int


class Courses(NamedTuple):
    """A part of a series of games that the policy plays."""

    weights: Weights
    players: int
    deals: str
    games: range


def courses(part: Courses) -> list[Course]:
    """Play these games."""
    policy = Policy(part.weights)
    return [course(policy, part.players, f"{part.deals}/{game}", game % part.players) for game in part.games]


def course(policy: Policy, players: int, deal: str, first: int) -> Course:
    """A game that the policy plays at all seats."""
    game, rng = Rollout(regicide.Position.new(deal, players, first)), Random(deal)  # noqa: S311 - a game, no secret
    reveals: list[Reveal] = []
    while game.phase != OVER:
        policy.play_out(game, game.defeated + 1, rng)
        if game.phase != OVER:
            reveals.append(Reveal(features(game), game.jesters_left))
    return Course(reveals, game.won, game.jesters_left, game.defeated)


def fit(played: Sequence[Course], players: int) -> dict[str, list[list[float]]]:
    """The weights of all estimates: a row for each number of enemies defeated, from 0 (not estimated) to 11."""
    names = GRADES if players == 1 else {"win": 0}
    fitted = {name: _fit_grade(played, flips) for name, flips in names.items()}
    return {**fitted, "defeated": _fit_defeated(played)}


def _fit_grade(played: Sequence[Course], flips: int) -> list[list[float]]:
    """The estimate of a win with so many jesters left, or more."""
    rows = [np.zeros(FEATURES)] * ENEMIES_IN_CASTLE
    for stage in range(ENEMIES_IN_CASTLE - 1, 0, -1):
        there = [course for course in played if len(course.reveals) >= stage]
        there = [course for course in there if course.reveals[stage - 1].flips >= flips]
        targets = [_chance(course, stage, flips, rows) for course in there]
        rows[stage] = _logistic(_seen(there, stage), np.array(targets))
    return [row.tolist() for row in rows]


def _chance(course: Course, stage: int, flips: int, rows: Sequence[Array]) -> float:
    """The chance as it stands at the next reveal, or in the end."""
    if len(course.reveals) == stage:
        return float(course.won and course.flips >= flips)
    following = course.reveals[stage]
    return float(expit(np.dot(rows[stage + 1], following.seen))) if following.flips >= flips else 0.0


def _fit_defeated(played: Sequence[Course]) -> list[list[float]]:
    """The estimate of how many enemies fall."""
    rows = [np.zeros(FEATURES)] * ENEMIES_IN_CASTLE
    for stage in range(ENEMIES_IN_CASTLE - 1, 0, -1):
        there = [course for course in played if len(course.reveals) >= stage]
        targets = [
            float(np.dot(rows[stage + 1], course.reveals[stage].seen))
            if len(course.reveals) > stage
            else float(course.defeated)
            for course in there
        ]
        rows[stage] = _ridge(_seen(there, stage), np.array(targets))
    return [row.tolist() for row in rows]


def _seen(there: Iterable[Course], stage: int) -> Array:
    return np.array([course.reveals[stage - 1].seen for course in there]).reshape(-1, FEATURES)


def _ridge(seen: Array, targets: Array) -> Array:
    """Linear regression."""
    solved: Array = np.linalg.solve(seen.T @ seen + RIDGE * np.eye(FEATURES), seen.T @ targets)
    return solved


def _logistic(seen: Array, chances: Array) -> Array:
    """Logistic regression to chances."""

    def loss(weights: Array) -> tuple[float, Array]:
        scores = seen @ weights
        cost = np.logaddexp(0, scores).sum() - chances @ scores + RIDGE / 2 * weights @ weights
        return float(cost), seen.T @ (expit(scores) - chances) + RIDGE * weights

    found = minimize(loss, np.zeros(FEATURES), jac=True, method="L-BFGS-B", options={"maxiter": 2000})
    return np.asarray(found.x, np.float64)
