"""Benchmark of the rules: random games per second of CPU time, and microseconds per operation of the engine.

A random player lists all legal actions and takes any of them. Measures the engine, whose games are positions, and the
kernel of the bots, whose games are records: in plain Python and compiled by numba, in alternating processes. All games
include the deal.

    .venv/bin/python benchmarks/engine.py [games] [rounds]
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterable
from operator import attrgetter
from random import Random
from time import process_time
from typing import Any

import regicide
from regicide_arena.kernel.backend import IS_COMPILED
from regicide_arena.kernel.deals import play_random_games, random_run

PLAYERS = (1, 2, 3, 4)

Measured = dict[str, float]


def cpu_seconds(work: Callable[[Any], object], each: Iterable[Any]) -> float:
    """The CPU time of a function called with each item, in seconds."""
    start = process_time()
    for one in each:
        work(one)
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
        position = regicide.Position.new(f"parts/{game}", 2)
        while actions := position.legal_actions:
            pairs.append((position, actions[int(rng.random() * len(actions))]))
            position = regicide.apply(*pairs[-1])
    return pairs


def parts(games: int) -> Measured:
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
    return {f"{name}: us": 1e6 * cpu_seconds(*each) / len(pairs) for name, each in work.items()}


def measure_kernel(games: int) -> Measured:
    """The figures of the kernel in this process."""
    found: Measured = {}
    for players in PLAYERS:
        found |= kernel_rates(players, 100 * games if IS_COMPILED else games)
    return found


def measure_engine(games: int) -> Measured:
    """The figures of the engine."""
    found: Measured = {}
    for players in PLAYERS:
        found |= engine_rates(players, games)
    return found | parts(games // 4)


def in_another_process(what: str, games: int, **environment: str) -> Measured:
    """The figures of a new process."""
    command = [sys.executable, __file__, what, str(games)]
    done = subprocess.run(command, env=os.environ | environment, check=True, stdout=subprocess.PIPE)  # noqa: S603 - ours
    found: Measured = json.loads(done.stdout)
    return found


def main(games: str = "2000", rounds: str = "3") -> None:
    """Measure in turns, and print the medians."""
    found: dict[str, list[Measured]] = {"plain": [], "numba": []}
    for _ in range(int(rounds)):
        plain = in_another_process("kernel", int(games), REGICIDE_KERNEL="plain")
        found["plain"].append(in_another_process("engine", int(games)) | plain)
        found["numba"].append(in_another_process("kernel", int(games)))
    plain, compiled = (
        {name: statistics.median(each[name] for each in rows) for name in rows[0]} for rows in found.values()
    )
    print(f"{'':36}{'plain':>12}{'numba':>12}{'faster':>8}  (per second of CPU time, medians of {rounds})")
    for name, rate in plain.items():
        faster = f"{compiled[name]:12,.1f}{compiled[name] / rate:8.1f}" if name in compiled else ""
        print(f"{name:36}{rate:12,.1f}{faster}")


if __name__ == "__main__":
    if sys.argv[1:2] in (["engine"], ["kernel"]):
        measure = measure_engine if sys.argv[1] == "engine" else measure_kernel
        print(json.dumps(measure(int(sys.argv[2]))))
    else:
        main(*sys.argv[1:])
