"""The value network: estimates the end of a game from a position at the start of a turn, and is trained for that.

The inputs are the place of every card, the sizes of the hands and the tavern, the state of the enemy, and the features.
One hidden layer of rectified linear units; its weights from an input that is 0 or 1 are only added up, for those inputs
that are 1 (as in NNUE: Nasu, 2018). The outputs have weights of their own for each number of defeated enemies.
The training follows the gradients of the cross-entropy, by Adam (Kingma and Ba, 2015).
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Any, Final, NamedTuple

from regicide.rulebook import ENEMIES_IN_CASTLE
from regicide_kernel.backend import compiled, lowest, records, table
from regicide_kernel.features import find_features
from regicide_kernel.game import Game, enemies_defeated, next_seat
from regicide_kernel.random_numbers import draw_below
from regicide_kernel.workspace import FEATURES, HIDDEN_UNITS, OUTPUTS, Workspace

# The first input of each kind. Seats are counted from the player to act.
_OWN_HAND: Final = 0
_NEXT_HAND: Final = 54
_OTHER_HANDS: Final = 108
_TAVERN: Final = 162
_DISCARD: Final = 216
_CASTLE: Final = 270
_ENEMY: Final = 282
_HEALTH: Final = 294
_ATTACK: Final = 335
_HAND_SIZES: Final = 356
_TAVERN_SIZE: Final = 392
_JESTERS: Final = 440
_CANCELLED: Final = 443
_YIELDED: Final = 444
_ENEMIES_LEFT: Final = 448
NO_INPUT: Final = 461
"""An input whose weights are 0."""
INPUTS: Final = 462
_MOST_TAVERN: Final = _JESTERS - _TAVERN_SIZE - 1

BATCH: Final = 256
"""The positions of each step of the optimizer."""
_FIRST_DECAY: Final = 0.9
_SECOND_DECAY: Final = 0.999
_SMALL: Final = 1e-8
NO_TARGET: Final = -1.0
"""The target of an output that is not defined in a position."""


class Network(NamedTuple):
    """The weights: rows for each input and then each feature; rows for each number of defeated enemies and output.

    The last weight of an output is its bias.
    """

    hidden: list[list[float]]
    outputs: list[list[float]]


def empty_network() -> Network:
    """Return a network whose weights are 0."""
    hidden = [[0.0] * HIDDEN_UNITS for _ in range(INPUTS + FEATURES)]
    outputs = [[0.0] * (HIDDEN_UNITS + 1) for _ in range(ENEMIES_IN_CASTLE * OUTPUTS)]
    return Network(table(hidden), table(outputs))


def shaped_table(name: str, rows: list[list[float]], number: int, length: int) -> Any:
    """Return a constant array of a number of rows, each of a length. Raises ValueError for rows of another shape."""
    if len(rows) != number or any(len(row) != length for row in rows):
        lengths = sorted({len(row) for row in rows})
        raise ValueError(f"{name}: {len(rows)} rows of {lengths} numbers: expected {number} of {length}; tune again")
    return table(rows)


def network_of(tuned: dict[str, list[list[float]]]) -> Network:
    """Return the network of a file of tuned numbers. Raises ValueError for rows of another shape."""
    outputs = ENEMIES_IN_CASTLE * OUTPUTS
    return Network(
        shaped_table("hidden", tuned["hidden"], INPUTS + FEATURES, HIDDEN_UNITS),
        shaped_table("outputs", tuned["outputs"], outputs, HIDDEN_UNITS + 1),
    )


@compiled
def run_network(game: Game, network: Network, work: Workspace) -> int:
    """Write the logits of the outputs; the inputs, the features and the hidden layer are in the workspace, too.

    Return the number of inputs that are 1.
    """
    find_features(game, work)
    count = find_inputs(game, work)
    _add_inputs(count, network.hidden, work)
    hidden, first = work.hidden, OUTPUTS * enemies_defeated(game)
    for unit in range(HIDDEN_UNITS):
        hidden[unit] = max(0.0, hidden[unit])
    for output in range(OUTPUTS):
        weights = network.outputs[first + output]
        total = weights[HIDDEN_UNITS]
        for unit in range(HIDDEN_UNITS):
            total += weights[unit] * hidden[unit]
        work.logits[output] = total
    return count


@compiled
def _add_inputs(count: int, rows: list[list[float]], work: Workspace) -> None:
    """Add up the weights from the inputs into the hidden layer, several inputs at a time, which is faster."""
    hidden, inputs, seen = work.hidden, work.inputs, work.features
    for unit in range(HIDDEN_UNITS):
        hidden[unit] = 0.0
    for place in range(count, count + 3):
        inputs[place] = NO_INPUT
    for place in range(0, count, 4):
        one, two = rows[inputs[place]], rows[inputs[place + 1]]
        three, four = rows[inputs[place + 2]], rows[inputs[place + 3]]
        for unit in range(HIDDEN_UNITS):
            hidden[unit] += (one[unit] + two[unit]) + (three[unit] + four[unit])
    for feature in range(0, FEATURES, 2):
        one, two, first, second = rows[INPUTS + feature], rows[INPUTS + feature + 1], seen[feature], seen[feature + 1]
        for unit in range(HIDDEN_UNITS):
            hidden[unit] += first * one[unit] + second * two[unit]


@compiled
def logistic(logit: float) -> float:
    """Return the probability of a logit."""
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, logit))))


# The inputs


@compiled
def find_inputs(game: Game, work: Workspace) -> int:
    """Write the numbers of the inputs that are 1; return how many they are, at most 90."""
    inputs, count = work.inputs, _add_hands(game, work.inputs)
    for place in range(game.tavern_size):
        inputs[count] = _TAVERN + game.tavern[game.tavern_bottom + place & 63]
        count += 1
    count = _add_cards(inputs, count, game.discard, _DISCARD)
    for place in range(game.enemies_left):
        card = game.castle[place]
        inputs[count] = (_CASTLE if place < game.enemies_left - 1 else _ENEMY) + card % 13 - 10 + 3 * (card // 13)
        count += 1
    inputs[count] = _TAVERN_SIZE + min(_MOST_TAVERN, game.tavern_size)
    inputs[count + 1] = _HEALTH + game.enemy_health
    inputs[count + 2] = _ATTACK + game.attack
    inputs[count + 3] = _JESTERS + game.jesters_left
    inputs[count + 4] = _ENEMIES_LEFT + game.enemies_left
    inputs[count + 5] = NO_INPUT if game.immune_suit else _CANCELLED
    return count + 6


@compiled
def _add_hands(game: Game, inputs: list[int]) -> int:
    """Add the hands, their sizes and the yields; return the number of inputs."""
    seat, others, count = game.turn, 0, 0
    for place in range(game.players):
        inputs[count] = _HAND_SIZES + 9 * place + game.hand_sizes[seat]
        inputs[count + 1] = _YIELDED + place if game.yielded_seats >> seat & 1 else NO_INPUT
        count += 2
        if place < 2:
            count = _add_cards(inputs, count, game.hands[seat], _OWN_HAND if place == 0 else _NEXT_HAND)
        else:
            others |= game.hands[seat]
        seat = next_seat(game, seat)
    return _add_cards(inputs, count, others, _OTHER_HANDS)


@compiled
def _add_cards(inputs: list[int], count: int, cards: int, first: int) -> int:
    while cards:
        inputs[count] = first + lowest(cards)
        count += 1
        cards &= cards - 1
    return count


# Training


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
