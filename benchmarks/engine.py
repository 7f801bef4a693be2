"""Benchmark of the engine: random games per second of CPU time, and microseconds per operation.

Measures plain Python and, if `make compiled` has built it, the compiled engine, in alternating processes. A random
player lists all legal actions and takes any of them. Games of `apply` include the deal; games of `Rollout` start from a
position, as in searches.

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
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import regicide
from regicide.rollout import Rollout

BUILD = Path(__file__).parents[1] / "dist" / "compiled" / "site"
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


def roll_out_at_random(first: regicide.Position, rng: Random) -> int:
    """Play a random rollout; returns the number of moves."""
    game, count = Rollout(first), 0
    while moves := game.legal_moves():
        game.play(moves[int(rng.random() * len(moves))], rng)
        count += 1
    return count


def rates(players: int, games: int) -> Measured:
    """Games and actions per second of CPU time."""
    rng, counts = Random(players), [0, 0]  # noqa: S311 - a benchmark
    seeds = [f"engine/{game}" for game in range(games)]
    dealt = [regicide.Position.new(seed, players) for seed in seeds]

    def apply_game(seed: str) -> None:
        counts[0] += apply_at_random(regicide.Position.new(seed, players), rng)

    def roll_out(first: regicide.Position) -> None:
        counts[1] += roll_out_at_random(first, rng)

    applying, rolling = cpu_seconds(apply_game, seeds), cpu_seconds(roll_out, dealt)
    return {
        f"apply, {players} players: games/s": games / applying,
        f"apply, {players} players: actions/s": counts[0] / applying,
        f"Rollout, {players} players: games/s": games / rolling,
        f"Rollout, {players} players: actions/s": counts[1] / rolling,
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


def measure(games: int) -> Measured:
    """All figures of the imported engine."""
    found: Measured = {}
    for players in PLAYERS:
        found |= rates(players, games)
    return found | parts(games // 4)


def compare_builds(games: int, rounds: int) -> dict[str, Measured]:
    """The medians of each build, measured in separate processes."""
    builds = {"plain": {}, "compiled": {"PYTHONPATH": str(BUILD)}} if BUILD.exists() else {"plain": {}}
    found: dict[str, list[Measured]] = {build: [] for build in builds}
    for _ in range(rounds):
        for build, settings in builds.items():
            command = [sys.executable, __file__, "once", str(games)]
            done = subprocess.run(command, env=os.environ | settings, check=True, stdout=subprocess.PIPE)  # noqa: S603 - ours
            found[build].append(json.loads(done.stdout))
    return {
        build: {name: statistics.median(each[name] for each in rows) for name in rows[0]}
        for build, rows in found.items()
    }


def main(games: str = "2000", rounds: str = "3") -> None:
    """Measure the builds in turns, and print a table."""
    found = compare_builds(int(games), int(rounds))
    print(f"{'':36}{'plain':>10}{'compiled':>10}{'faster':>8}  (per second of CPU time, medians of {rounds})")
    for name, plain in found["plain"].items():
        print(f"{name:36}{plain:10,.1f}", end="")
        if compiled := found.get("compiled", {}).get(name):
            print(f"{compiled:10,.1f}{compiled / plain if name.endswith('/s') else plain / compiled:8.2f}", end="")
        print()


if __name__ == "__main__":
    if sys.argv[1:2] == ["once"]:
        print(json.dumps(measure(int(sys.argv[2]))))
    else:
        main(*sys.argv[1:])
