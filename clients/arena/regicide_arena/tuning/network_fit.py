"""Fits the value network to the results of games: first of the policy, then of the search with the network so far.

Each generation of games shows what the estimates of the one before miss: positions that it overrates, and how much more
often a search wins than the policy (as in AlphaZero: Silver et al., 2018).
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from math import cos, pi
from typing import Any, Final, NamedTuple

from regicide_arena.bots.search import Numbers, new_search
from regicide_arena.bots.search_settings import SearchSettings, WinWorth
from regicide_kernel.backend import integers, records, table
from regicide_kernel.estimate import Estimator, regressions
from regicide_kernel.game import Game
from regicide_kernel.random_numbers import random_state, shuffle
from regicide_kernel.tree import Node
from regicide_kernel.tuning_games import FIRST, MOST_TURNS, collect_positions, search_run, trace_search_games
from regicide_kernel.value_network import (
    Network,
    Positions,
    empty_network,
    random_network,
    train,
    training_of,
)
from regicide_kernel.weights import Suits, weights_records
from regicide_kernel.workspace import OUTPUTS


class Schedule(NamedTuple):
    """How often each position is used, and the learning rate at first."""

    epochs: int
    rate: float


FIRST_FIT: Final = Schedule(8, 0.002)
"""For random weights."""
FURTHER_FIT: Final = Schedule(4, 0.001)
"""For the weights of a network."""
FORKS: Final = 2
"""Further games for each game of the search."""
SETTINGS: Final = SearchSettings(
    solo_turns=6,
    exploration=(0.4, 0.4, 0.4, 0.4),
    temperature=25.0,
    plays=8,
    discards=5,
    hope=0.1,
    worth=WinWorth(1.0, 0.7, 0.5),
)
"""The settings of these games, which do not change with those of the planners."""


class GamesTask(NamedTuple):
    """A number of solo games with deals that follow from a seed."""

    suits: Suits
    network: Network | None
    seed: str
    games: int
    rollouts: int
    """0 for games of the policy."""


def play_games(task: GamesTask) -> Positions:
    """Play the games of a task."""
    forks, nodes = FORKS if task.rollouts else 0, 64
    while nodes < task.rollouts + 1:
        nodes *= 2
    numbers = Numbers(weights_records(task.suits), Estimator(regressions({}), task.network or empty_network()))
    settings = SETTINGS._replace(rollouts=task.rollouts)
    search = new_search(numbers, settings, 1, f"{task.seed}/search")._replace(
        games=records(Game, FIRST + task.games * (1 + forks) * MOST_TURNS),
        nodes=records(Node, nodes),
        slots=integers(2 * nodes),
    )
    run = search_run(search, task.seed)
    end = trace_search_games(run, task.games, forks)
    targets = empty_targets(int(end))
    count = collect_positions(run, end, targets)
    return Positions(search.games[:count], targets[:count])


def join(parts: Sequence[Positions]) -> Positions:
    """Return the positions of several tasks."""
    count = sum(len(part.games) for part in parts)
    joined, end = Positions(records(Game, count), empty_targets(count)), 0
    for part in parts:
        start, end = end, end + len(part.games)
        joined.games[start:end] = part.games
        joined.targets[start:end] = part.targets
    return joined


def empty_targets(number: int) -> Any:
    """Return targets for a number of positions, at least one."""
    return table([[0.0] * OUTPUTS for _ in range(max(1, number))])


def fit_network(positions: Positions, seed: str, start: Network | None = None) -> Network:
    """Return a network that is fitted to positions, from random weights or another network; deterministic for a seed.

    The learning rate falls to 0 (cosine: Loshchilov and Hutter, 2017).
    """
    rng, order, steps = random_state(seed), integers(len(positions.games)), 0
    training = training_of(Network(*map(deepcopy, start)) if start else random_network(rng))
    epochs, highest = FURTHER_FIT if start else FIRST_FIT
    for place in range(len(order)):
        order[place] = place
    for epoch in range(epochs):
        shuffle(order, 0, len(order), rng)
        rate = highest * 0.5 * (1.0 + cos(pi * epoch / epochs))
        steps = train(training, positions, order, steps, rate)
    return training.network
