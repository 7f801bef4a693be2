"""The estimate: the expected end of a game in which a rollout stops.

In solo games the value network estimates at the start of any turn. In games of several players a logistic regression
for each number of defeated enemies and suit of the new enemy estimates at the moment when it is revealed.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from regicide.rulebook import ENEMIES_IN_CASTLE, SOLO_JESTERS
from regicide_kernel.backend import compiled
from regicide_kernel.features import find_features
from regicide_kernel.game import OVER, Game, enemies_defeated, enemy_suit
from regicide_kernel.value_network import (
    Network,
    empty_network,
    logistic,
    network_of,
    run_network,
    shaped_table,
)
from regicide_kernel.workspace import REGRESSION_FEATURES, Workspace

REGRESSIONS: Final = 4 * ENEMIES_IN_CASTLE
"""The number of regressions, see `regression_of`."""


class Regressions(NamedTuple):
    """A row of weights for each number of defeated enemies and suit of the current enemy."""

    win: list[list[float]]
    defeated: list[list[float]]


class Estimator(NamedTuple):
    """The numbers of the estimates: the network of solo games, the regressions of others."""

    regressions: Regressions
    network: Network


class Evaluation(NamedTuple):
    """The expected end of a game."""

    won: float
    """The probability of winning."""
    silver: float
    """In a solo game: the chance of winning with a jester left."""
    gold: float
    """With both jesters left."""
    defeated: float
    """The expected number of defeated enemies."""


def regressions(tuned: dict[str, list[list[float]]]) -> Regressions:
    """Return the regressions of a file of tuned numbers. Raises ValueError for rows of another shape."""
    none = [[0.0] * REGRESSION_FEATURES] * REGRESSIONS
    rows = {name: tuned.get(name, none) for name in Regressions._fields}
    return Regressions(*(shaped_table(name, rows[name], REGRESSIONS, REGRESSION_FEATURES) for name in rows))


def estimator_of(tuned: dict[str, Any]) -> Estimator:
    """Return the estimator of a file of tuned numbers, which has a network or regressions."""
    network = network_of(tuned["network"]) if "network" in tuned else empty_network()
    return Estimator(regressions(tuned.get("estimate", {})), network)


@compiled
def evaluate(game: Game, estimator: Estimator, work: Workspace) -> Evaluation:
    """Evaluate a game that is over, or in which a turn starts, against a new enemy if there are several players."""
    if game.phase == OVER:
        return _result(game)
    if game.players == 1:
        return _evaluate_by_network(game, estimator.network, work)
    return _evaluate_by_regressions(game, estimator.regressions, work)


@compiled
def _evaluate_by_network(game: Game, network: Network, work: Workspace) -> Evaluation:
    run_network(game, network, work)
    silver = gold = 0.0
    if game.jesters_left >= 1:
        silver = logistic(work.logits[1])
    if game.jesters_left >= SOLO_JESTERS:
        gold = logistic(work.logits[2])
    return Evaluation(logistic(work.logits[0]), silver, gold, ENEMIES_IN_CASTLE * logistic(work.logits[3]))


@compiled
def _evaluate_by_regressions(game: Game, estimate: Regressions, work: Workspace) -> Evaluation:
    find_features(game, work)
    row, seen = regression_of(game), work.features
    return Evaluation(logistic(_dot(estimate.win[row], seen)), 0.0, 0.0, _dot(estimate.defeated[row], seen))


@compiled
def regression_of(game: Game) -> int:
    """Return the number of the regression that estimates a game."""
    return 4 * enemies_defeated(game) + enemy_suit(game)


@compiled
def _result(game: Game) -> Evaluation:
    """Return the result of a game that is over."""
    if not game.won:
        return Evaluation(0.0, 0.0, 0.0, float(enemies_defeated(game)))
    silver = 1.0 if game.jesters_left >= 1 else 0.0
    gold = 1.0 if game.jesters_left >= SOLO_JESTERS else 0.0
    return Evaluation(1.0, silver, gold, float(ENEMIES_IN_CASTLE))


@compiled
def _dot(weights: list[float], seen: list[float]) -> float:
    total = 0.0
    for feature in range(REGRESSION_FEATURES):
        total += weights[feature] * seen[feature]
    return total
