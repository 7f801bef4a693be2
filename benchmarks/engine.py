"""Benchmark of the rules: random games per second of CPU time, and microseconds per operation of the engine.

A random player lists all legal actions and takes any of them. Measures the engine, whose games are positions, and the
kernel of the bots, whose games are records: in plain Python and compiled by numba, in alternating processes. All games
include the deal.

    .venv/bin/python benchmarks/engine.py [games] [rounds]
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from random import Random
from time import process_time
from typing import Any, Final

import regicide
from regicide_arena.commands.options import Parser, integer
from regicide_arena.kernel.backend import IS_COMPILED
from regicide_arena.kernel.deals import play_random_games, random_run

PLAYERS: Final = (1, 2, 3, 4)
MAX_ROUNDS: Final = 1_000
COMPILED_FACTOR: Final = 100
"""The compiled kernel plays this many times the number of games."""
MICROSECONDS: Final = ": us"
"""The end of the names of figures that are microseconds; the others are rates per second."""

Measured = dict[str, float]


def arguments(given: Sequence[str] | None = None) -> argparse.Namespace:
    """The arguments of the command line; exits with a message for invalid ones."""
    parser = Parser(description="Measure the rules: random games per second, and microseconds per operation.")
    games = integer("number of games")
    parser.add_argument("games", type=games, nargs="?", default=2000, help="games of each measurement (default: 2000)")
    rounds = integer("number of rounds", most=MAX_ROUNDS)
    about = "measurements, of which the medians are printed (default: 3)"
    parser.add_argument("rounds", type=rounds, nargs="?", default=3, help=about)
    parser.add_argument("--process", choices=[*MEASUREMENTS], help="measure this once, and print JSON")
    return parser.parse_args(given)


def cpu_seconds(work: Callable[[Any], object], inputs: Iterable[Any]) -> float:
    """The CPU time of a function called with each of the inputs, in seconds."""
    start = process_time()
    for item in inputs:
        work(item)
    return process_time() - start


def apply_at_random(first: regicide.Position, rng: Random) -> int:
    """Play a random game with `apply`; returns the number of actions."""
    position, count = first, 0
    while actions := position.legal_actions:
        position = regicide.apply(position, actions[int(rng.random() * len(actions))])
        count += 1
    return count


def engine_rates(players: int, games: int) -> Measured:
    """Games and actions of `apply` per second of CPU time."""
    rng, count = Random(players), 0  # noqa: S311 - a benchmark

    def apply_game(game: int) -> None:
        nonlocal count
        count += apply_at_random(regicide.Position.new(f"engine/{game}", players), rng)

    seconds = cpu_seconds(apply_game, range(games))
    return {
        f"apply, {players} players: games/s": games / seconds,
        f"apply, {players} players: actions/s": count / seconds,
    }


def kernel_rates(players: int, games: int) -> Measured:
    """Games and moves of the kernel per second of CPU time."""
    run = random_run("benchmark")
    play_random_games(run, players, 1)  # compiles
    before = int(run.sums[0].moves)
    seconds = cpu_seconds(lambda number: play_random_games(run, players, number), [games])
    return {
        f"kernel, {players} players: games/s": games / seconds,
        f"kernel, {players} players: moves/s": (int(run.sums[0].moves) - before) / seconds,
    }


def sample_pairs(games: int) -> list[tuple[regicide.Position, regicide.Action]]:
    """The positions of random games of two players, each with a legal action."""
    rng, pairs = Random(0), []  # noqa: S311 - a benchmark
    for game in range(games):
        position = regicide.Position.new(f"operations/{game}", 2)
        while actions := position.legal_actions:
            pairs.append((position, actions[int(rng.random() * len(actions))]))
            position = regicide.apply(*pairs[-1])
    return pairs


def operation_times(games: int) -> Measured:
    """Microseconds per operation, in games of two players; every call has new arguments."""
    pairs = sample_pairs(games)
    positions = [position for position, _ in pairs]
    texts = [str(position) for position in positions]
    fresh = [regicide.Position.parse(text) for text in texts]
    work: dict[str, tuple[Callable[[Any], object], list[Any]]] = {
        "deal a game": (lambda game: regicide.Position.new(f"dealt/{game}", 2), [*range(len(pairs))]),
        "legal actions": (attrgetter("legal_actions"), fresh),
        "apply": (lambda pair: regicide.apply(*pair), pairs),
        "observe": (lambda position: regicide.observe(position, position.turn), positions),
        "print a position": (str, positions),
        "parse a position": (regicide.Position.parse, texts),
    }
    return {
        name + MICROSECONDS: 1e6 * cpu_seconds(operation, inputs) / len(pairs)
        for name, (operation, inputs) in work.items()
    }


def measure_kernel(games: int) -> Measured:
    """The figures of the kernel in this process."""
    found: Measured = {}
    for players in PLAYERS:
        found |= kernel_rates(players, COMPILED_FACTOR * games if IS_COMPILED else games)
    return found


def measure_engine(games: int) -> Measured:
    """The figures of the engine."""
    found: Measured = {}
    for players in PLAYERS:
        found |= engine_rates(players, games)
    return found | operation_times(max(1, games // 4))


MEASUREMENTS: Final = {"engine": measure_engine, "kernel": measure_kernel}


def in_another_process(measurement: str, games: int, **environment: str) -> Measured:
    """The figures of a new process."""
    command = [sys.executable, __file__, str(games), "--process", measurement]
    done = subprocess.run(command, env=os.environ | environment, check=True, stdout=subprocess.PIPE)  # noqa: S603 - ours
    found: Measured = json.loads(done.stdout)
    return found


def medians(rounds: Sequence[Measured]) -> Measured:
    """The median of each figure."""
    return {name: statistics.median(found[name] for found in rounds) for name in rounds[0]}


def print_rates(plain: Measured, compiled: Measured) -> None:
    """Print the rates in plain Python, and beside them those that numba has, too."""
    print(f"{'per second of CPU time':36}{'plain':>12}{'numba':>12}{'faster':>8}")
    for name, rate in plain.items():
        if not name.endswith(MICROSECONDS):
            faster = f"{compiled[name]:12,.0f}{compiled[name] / rate:8.1f}" if name in compiled else ""
            print(f"{name:36}{rate:12,.0f}{faster}")


def print_times(plain: Measured) -> None:
    """Print the times of operations."""
    print(f"\n{'microseconds of CPU time':36}{'plain':>12}")
    for name, time_us in plain.items():
        if name.endswith(MICROSECONDS):
            print(f"{name.removesuffix(MICROSECONDS):36}{time_us:12,.1f}")


def compare(games: int, rounds: int) -> None:
    """Measure in turns, and print the medians."""
    plain, compiled = list[Measured](), list[Measured]()
    for _ in range(rounds):
        engine = in_another_process("engine", games)
        plain.append(engine | in_another_process("kernel", games, REGICIDE_KERNEL="plain"))
        compiled.append(in_another_process("kernel", games))
    print(f"Medians of {rounds}\n")
    print_rates(medians(plain), medians(compiled))
    print_times(medians(plain))


def main() -> None:
    """Measure in turns, or once in this process."""
    given = arguments()
    if given.process:
        print(json.dumps(MEASUREMENTS[given.process](given.games)))
    else:
        compare(given.games, given.rounds)


if __name__ == "__main__":
    main()
