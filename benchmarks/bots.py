"""The rules and the bots, by their CPU time and by the games that they win.

    .venv/bin/python benchmarks/bots.py rules [games]       # random games per second, and microseconds per operation
    .venv/bin/python benchmarks/bots.py reviews [games]     # what the actions of bots cost; games won by advice

In `rules` a random player lists all legal actions and takes any of them: in the engine, whose games are positions; in
the kernel of the bots, whose games are records; and in the environments of learners, in arrays or as agents, where each
action comes with an observation and several may make a discard. `reviews` chooses by seeds, so that every run plays the
same games. Shares of games have 95% confidence intervals by Wilson's method, costs by the normal approximation.
`regicide-arena bench` measures how strong and how fast bots are.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from math import sqrt
from operator import attrgetter
from random import Random
from statistics import fmean, median, stdev
from time import process_time
from typing import Any, Final, NamedTuple

from harness import print_table

from regicide import Action, Position, apply, observe
from regicide_arena.bots.advice import ADVISER_SEED, RatedAction
from regicide_arena.bots.planner import FAST, Planner
from regicide_arena.bots.registry import find_bot
from regicide_arena.bots.view_types import Bot, View, seat_view
from regicide_arena.protocol.advice import advice_of, advised_actions, rated_action, rating_of
from regicide_arena.review.review import is_blunder
from regicide_arena.tournament.stats.model import estimate_share
from regicide_env import Games, raw_env
from regicide_kernel.backend import IS_COMPILED, compiled, records
from regicide_kernel.deals import deal_game, play_randomly
from regicide_kernel.game import Game
from regicide_kernel.random_numbers import random_state
from regicide_kernel.workspace import Workspace

PLAYERS: Final = (1, 2, 3, 4)
ROUNDS: Final = 3
COMPILED_FACTOR: Final = 100
"""The compiled kernel plays this many times the number of games."""
ADVISER: Final = "planner-fast"
REVIEWED: Final = ("greedy", ADVISER)
Z: Final = 1.96


# The rules


class Rates(NamedTuple):
    """Games and actions per second of CPU time."""

    games: float
    actions: float


def cpu_seconds(work: Callable[[Any], object], inputs: Iterable[Any]) -> float:
    """The CPU time of a function called with each of the inputs, in seconds."""
    start = process_time()
    for item in inputs:
        work(item)
    return process_time() - start


def random_turns(deal: str, players: int, rng: Random) -> Iterator[tuple[Position, Action]]:
    """The positions of a random game, each with the action that is taken."""
    position = Position.new(deal, players)
    while actions := position.legal_actions:
        action = actions[int(rng.random() * len(actions))]
        yield position, action
        position = apply(position, action)


def engine_rates(players: int, games: int) -> Rates:
    """The rates of games of `apply`."""
    rng, count, start = Random(players), 0, process_time()  # noqa: S311 - a benchmark
    for game in range(games):
        count += sum(1 for _ in random_turns(f"engine/{game}", players, rng))
    seconds = process_time() - start
    return Rates(games / seconds, count / seconds)


class RandomRun(NamedTuple):
    """What random games of the kernel are played with."""

    game: Game
    work: Workspace
    rng: list[int]


@compiled
def play_random_games(run: RandomRun, players: int, number: int) -> int:
    """Deal and play games of random moves; return the number of moves."""
    moves = 0
    for _ in range(number):
        deal_game(run.game, players, 0, run.rng)
        moves += play_randomly(run.game, run.work, run.rng)
    return moves


def kernel_rates(players: int, games: int) -> Rates:
    """The rates of games of the kernel."""
    games *= COMPILED_FACTOR if IS_COMPILED else 1
    run = RandomRun(records(Game, 1)[0], records(Workspace, 1)[0], random_state("benchmark"))
    play_random_games(run, players, 1)  # compiles
    start = process_time()
    moves = play_random_games(run, players, games)
    seconds = process_time() - start
    return Rates(games / seconds, moves / seconds)


def array_rates(players: int, games: int) -> Rates:
    """The rates of games in arrays, with the observations and the legal numbers of each step."""
    number = 1024
    arrays = Games(number, players)
    arrays.step(arrays.sample())  # compiles
    ended, start = 0, process_time()
    steps = games * COMPILED_FACTOR // 200
    for _ in range(steps):
        ended += arrays.step(arrays.sample()).ended.sum()
    seconds = process_time() - start
    return Rates(ended / seconds, steps * number / seconds)


def agent_rates(players: int, games: int) -> Rates:
    """The rates of games of PettingZoo's environment."""
    environment, rng, actions, start = raw_env(players), Random(players), 0, process_time()  # noqa: S311 - a benchmark
    for game in range(games):
        environment.reset(seed=game)
        while not any(environment.terminations.values()):
            seen, *_ = environment.last()
            environment.step(rng.choice(seen["action_mask"].nonzero()[0]))
            actions += 1
    seconds = process_time() - start
    return Rates(games / seconds, actions / seconds)


def operation_times(games: int) -> dict[str, float]:
    """Microseconds per operation, in random games of two players; every call has new arguments."""
    rng = Random(0)  # noqa: S311 - a benchmark
    pairs = [*chain.from_iterable(random_turns(f"operations/{game}", 2, rng) for game in range(games))]
    positions = [position for position, _ in pairs]
    texts = [str(position) for position in positions]
    work: dict[str, tuple[Callable[[Any], object], Sequence[Any]]] = {
        "deal a game": (lambda game: Position.new(f"dealt/{game}", 2), range(len(pairs))),
        "legal actions": (attrgetter("legal_actions"), [*map(Position.parse, texts)]),
        "apply an action": (lambda pair: apply(*pair), pairs),
        "view": (lambda position: observe(position, position.turn), positions),
        "print a position": (str, positions),
        "parse a position": (Position.parse, texts),
    }
    return {name: 1e6 * cpu_seconds(operation, inputs) / len(pairs) for name, (operation, inputs) in work.items()}


def rules(games: int) -> None:
    """Print the medians of the rates and the times."""
    rows: list[list[str | float]] = []
    kinds = {"apply": engine_rates, "kernel": kernel_rates}
    if IS_COMPILED:
        kinds |= {"arrays": array_rates, "PettingZoo": agent_rates}
    for name, rates in kinds.items():
        for players in PLAYERS:
            found = [rates(players, games) for _ in range(ROUNDS)]
            rows.append([f"{name}, {players} players", *map(median, zip(*found, strict=True))])
    print_table(["per second of CPU time", "games", "actions"], rows)
    times = [operation_times(max(1, games // 4)) for _ in range(ROUNDS)]
    print()
    print_table(["microseconds of CPU time", ""], [[name, median(each[name] for each in times)] for name in times[0]])


# Reviews


class GameFigures(NamedTuple):
    """Whether a game is won, and what each action costs if it is reviewed."""

    won: bool
    rates: Sequence[RatedAction]


def played(make: Callable[[str], Bot], number: int, reviewer: Planner | None) -> GameFigures:
    """The figures of a deal with a bot in each seat: 1 to 4 of them in turn."""
    players, deal, rates = 1 + number % 4, f"reviews/{number}", list[RatedAction]()
    bots = [make(f"{deal}/{seat}") for seat in range(players)]
    position = Position.new(deal, players, number % players)
    while not position.outcome:
        view = seat_view(position, position.turn)
        action = bots[position.turn](view)
        if reviewer:
            rates.append(rated_action(rating_of(reviewer, view, action), view))
        position = apply(position, Action.parse(action))
    return GameFigures(position.outcome.won, rates)


def line(name: str, found: Sequence[GameFigures]) -> str:
    """The shares and means of games."""
    won, low, high = estimate_share(sum(each.won for each in found), len(found))
    text = f"{name}: {len(found)} games, {won:.1%} won ({low:.1%} to {high:.1%})"
    means = [fmean(rate["cost"] for rate in each.rates) for each in found if each.rates]
    if len(means) < 2:
        return text
    mean, error = fmean(means), Z * stdev(means) / sqrt(len(means))
    blunders = sum(is_blunder(rate) for each in found for rate in each.rates) / len(found)
    costs = f"mean cost of an action {mean:.2%} ({mean - error:.2%} to {mean + error:.2%})"
    return f"{text}, {costs}, {blunders:.2f} blunders per game"


def advised() -> Bot:
    """A bot that takes the first action of the advice that the adviser gives on servers."""
    adviser = find_bot(ADVISER).prepared().make(ADVISER_SEED)

    def follow(view: View) -> str:
        return advised_actions(advice_of(adviser, view).actions, view)[0]["action"]

    return follow


def reviews(games: int) -> None:
    """Print the figures of bots whose actions are reviewed, and of a bot that follows advice, on the same deals."""
    reviewer = Planner(ADVISER_SEED, FAST)
    for name in REVIEWED:
        make = find_bot(name).prepared().make
        print(line(name, [played(make, number, reviewer) for number in range(games)]), flush=True)
    follow = advised()
    print(line("advice", [played(lambda _: follow, number, None) for number in range(games)]))


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["rules", *chosen]:
            rules(int(chosen[0]) if chosen else 2000)
        case ["reviews", *chosen]:
            reviews(int(chosen[0]) if chosen else 500)
        case _:
            sys.exit("invalid argument: expected rules or reviews")
