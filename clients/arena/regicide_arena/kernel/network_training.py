"""Training of the value network: gradients of the cross-entropy, and Adam (Kingma and Ba, 2015)."""

from __future__ import annotations

from math import sqrt
from typing import Final, NamedTuple

from regicide_arena.kernel.backend import compiled, records
from regicide_arena.kernel.game import Game, enemies_defeated
from regicide_arena.kernel.random_numbers import draw_below
from regicide_arena.kernel.sizes import FEATURES, HIDDEN_UNITS, OUTPUTS
from regicide_arena.kernel.value_network import (
    INPUTS,
    NO_INPUT,
    Network,
    empty_network,
    logistic,
    run_network,
)
from regicide_arena.kernel.workspace import Workspace

BATCH: Final = 256
"""The positions of each step of the optimizer."""
_FIRST_DECAY: Final = 0.9
_SECOND_DECAY: Final = 0.999
_SMALL: Final = 1e-8
NO_TARGET: Final = -1.0
"""The target of an output that is not defined in a position."""


class Positions(NamedTuple):
    """Starts of turns, and the targets of the outputs of the network in each of them."""

    games: list[Game]
    targets: list[list[float]]


class Training(NamedTuple):
    """A network, the sums of the gradient, and the moving means of gradients and of their squares."""

    network: Network
    gradient: Network
    means: Network
    squares: Network
    work: list[Workspace]


def training_of(network: Network) -> Training:
    """Return a training that has not begun."""
    return Training(network, empty_network(), empty_network(), empty_network(), records(Workspace, 1))


def random_network(rng: list[int]) -> Network:
    """Return a network to begin with: inputs have no weight, features and outputs small random ones."""
    network = empty_network()
    for rows in (network.hidden[INPUTS:], network.outputs):
        for row in rows:
            for unit in range(HIDDEN_UNITS):
                row[unit] = 0.5 * (draw_below(rng, 1_000_001) / 1_000_000 - 0.5)
    return network


@compiled
def train(training: Training, positions: Positions, order: list[int], steps: int, rate: float) -> int:
    """Train once on each position, in an order; return the number of steps, which begin with those before."""
    for start in range(0, len(order) - BATCH + 1, BATCH):
        for place in range(start, start + BATCH):
            position = order[place]
            add_gradient(training, positions.games[position], positions.targets[position])
        steps += 1
        rest, rest_of_squares = 1.0 - _FIRST_DECAY**steps, 1.0 - _SECOND_DECAY**steps
        pace = rate * sqrt(rest_of_squares) / rest
        for row in range(INPUTS + FEATURES):
            _step(training.network.hidden[row], training.gradient.hidden[row], training.means.hidden[row],
                  training.squares.hidden[row], pace)  # fmt: skip
        for row in range(len(training.network.outputs)):
            _step(training.network.outputs[row], training.gradient.outputs[row], training.means.outputs[row],
                  training.squares.outputs[row], pace)  # fmt: skip
    return steps


@compiled
def _step(weights: list[float], gradient: list[float], means: list[float], squares: list[float], pace: float) -> None:
    """Change a row of weights, and clear its gradient."""
    for place in range(len(weights)):
        slope = gradient[place] / BATCH
        means[place] += (1.0 - _FIRST_DECAY) * (slope - means[place])
        squares[place] += (1.0 - _SECOND_DECAY) * (slope * slope - squares[place])
        weights[place] -= pace * means[place] / (sqrt(squares[place]) + _SMALL)
        gradient[place] = 0.0


@compiled
def add_gradient(training: Training, game: Game, targets: list[float]) -> None:
    """Add the gradient of the loss in a position."""
    work, first = training.work[0], OUTPUTS * enemies_defeated(game)
    count = run_network(game, training.network, work)
    for unit in range(HIDDEN_UNITS):
        work.errors[unit] = 0.0
    for output in range(OUTPUTS):
        if targets[output] != NO_TARGET:
            error = logistic(work.logits[output]) - targets[output]
            weights, slopes = training.network.outputs[first + output], training.gradient.outputs[first + output]
            slopes[HIDDEN_UNITS] += error
            for unit in range(HIDDEN_UNITS):
                slopes[unit] += error * work.hidden[unit]
                work.errors[unit] += error * weights[unit]
    _add_hidden_gradient(training.gradient.hidden, count, work)


@compiled
def _add_hidden_gradient(slopes: list[list[float]], count: int, work: Workspace) -> None:
    """Add the gradient of the weights of the hidden layer, whose errors are in the workspace."""
    for unit in range(HIDDEN_UNITS):
        work.errors[unit] = work.errors[unit] if work.hidden[unit] > 0.0 else 0.0
    for place in range(count):
        if work.inputs[place] != NO_INPUT:
            row = slopes[work.inputs[place]]
            for unit in range(HIDDEN_UNITS):
                row[unit] += work.errors[unit]
    for feature in range(FEATURES):
        row, value = slopes[INPUTS + feature], work.features[feature]
        for unit in range(HIDDEN_UNITS):
            row[unit] += value * work.errors[unit]


@compiled
def estimate_all(network: Network, games: list[Game], work: Workspace, estimates: list[list[float]]) -> None:
    """Write the outputs for positions, as probabilities."""
    for position in range(len(games)):
        run_network(games[position], network, work)
        for output in range(OUTPUTS):
            estimates[position][output] = logistic(work.logits[output])
