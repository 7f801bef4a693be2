"""The value network: its inputs, its outputs, and the gradients of its training."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from kernels import reference_network
from strategies import examples, positions_to_act_in

from regicide import Position
from regicide.cards import members
from regicide_kernel.backend import records, table
from regicide_kernel.estimate import Estimator, evaluate, regressions
from regicide_kernel.game import PLAY, Game
from regicide_kernel.positions import new_game
from regicide_kernel.value_network import (
    BATCH,
    INPUTS,
    NO_TARGET,
    Network,
    Positions,
    add_gradient,
    find_inputs,
    run_network,
    train,
    training_of,
)
from regicide_kernel.workspace import FEATURES, HIDDEN_UNITS, OUTPUTS, Workspace

pytestmark = pytest.mark.costly

TARGETS = [1.0, 0.0, NO_TARGET, 0.75]


def loss(game: Game, network: Network) -> float:
    """The cross-entropy of the outputs in a position."""
    work = records(Workspace, 1)[0]
    run_network(game, network, work)
    terms = [
        math.log1p(math.exp(-logit)) + (1 - target) * logit
        for logit, target in zip(work.logits, TARGETS, strict=True)
        if target != NO_TARGET
    ]
    return float(sum(terms))


@examples(100)
@given(positions_to_act_in())
def test_every_card_has_one_place(there: Position) -> None:
    """Hands, tavern and discard pile are 54 inputs for each place; cards in play have none."""
    game, work = new_game(there), records(Workspace, 1)[0]
    inputs = [int(each) for each in work.inputs[: find_inputs(game, work)]]
    cards = [each % 54 for each in inputs if each < 270]
    held = [card for hand in there.hands for card in members(hand)]
    assert sorted(cards) == sorted([*held, *there.tavern, *members(there.discard)])
    assert [each for each in inputs if each < 54] == [*members(there.hands[there.turn])]
    assert max(inputs) < INPUTS


@examples(30)
@given(positions_to_act_in())
def test_the_outputs_are_those_of_the_weights(there: Position) -> None:
    """A plain sum gives the same logits; the estimate is between 0 and 1, and 12 enemies."""
    game, work, network = new_game(there), records(Workspace, 1)[0], reference_network()
    count = int(run_network(game, network, work))
    values = {int(each): 1.0 for each in work.inputs[:count]}
    values |= {INPUTS + feature: float(work.features[feature]) for feature in range(FEATURES)}
    sums = [sum(value * network.hidden[row][unit] for row, value in values.items()) for unit in range(HIDDEN_UNITS)]
    for output in range(OUTPUTS):
        *weights, bias = network.outputs[OUTPUTS * there.defeated + output]
        logit = bias + sum(weight * max(0.0, each) for weight, each in zip(weights, sums, strict=True))
        assert float(work.logits[output]) == pytest.approx(logit, abs=1e-9)
    if game.phase == PLAY and there.players == 1:
        estimator = Estimator(regressions({}), network)
        assert all(0 <= each <= most for each, most in zip(evaluate(game, estimator, work), (1, 1, 1, 12), strict=True))


@pytest.mark.parametrize("row", [0, 5, 162, 300, INPUTS + 3])
def test_the_gradient_is_the_slope_of_the_loss(row: int) -> None:
    """For weights of inputs, features and outputs, measured by small differences."""
    game, training, small = new_game(Position.new("slope", 1)), training_of(reference_network()), 1e-6
    add_gradient(training, game, table(TARGETS))
    for rows, slopes in ((training.network.hidden, training.gradient.hidden[row]),
                         (training.network.outputs, training.gradient.outputs[row % OUTPUTS])):  # fmt: skip
        weights = rows[row if rows is training.network.hidden else row % OUTPUTS]
        for unit in (0, 7, HIDDEN_UNITS - 1):
            before, weights[unit] = loss(game, training.network), weights[unit] + small
            slope, weights[unit] = (loss(game, training.network) - before) / small, weights[unit] - small
            assert float(slopes[unit]) == pytest.approx(slope, abs=1e-4)


def test_training_lowers_the_loss() -> None:
    """On the positions that it repeats."""
    games = records(Game, BATCH)
    for place in range(BATCH):
        games[place : place + 1] = [new_game(Position.new("lower", 1))]
    training, targets = training_of(reference_network()), table([TARGETS] * BATCH)
    before = loss(games[0], training.network)
    for steps in range(20):
        assert train(training, Positions(games, targets), table([*range(BATCH)]), steps, 0.01) == steps + 1
    assert loss(games[0], training.network) < 0.5 * before
