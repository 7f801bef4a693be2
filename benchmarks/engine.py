"""How many random games does the engine play in a second of CPU time, and how long does each of its parts take?

Once in plain Python, and once compiled where `make compiled` has left a build; in turns, so that both see the same
machine. A random player lists all legal actions at each step and takes any of them. A game of `act` is dealt from a
seed, as games of record are; a `Simulation` goes on from a position, as searches do.

    .venv/bin/python benchmarks/engine.py [games] [rounds]
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import regicide
from regicide.simulation import Simulation

BUILD = Path(__file__).parents[1] / "dist" / "compiled" / "site"
PLAYERS = (1, 2, 3, 4)

Measured = dict[str, float]


def seconds(work: Callable[[Any], object], each: Iterable[Any]) -> float:
    """The CPU time of some work with each of these."""
    start = process_time()
    for one in each:
        work(one)
    return process_time() - start


def act_at_random(first: regicide.Position, rng: Random) -> int:
    """Play a game of positions to its end; how many actions it took."""
    position, count = first, 0
    while actions := regicide.legal_actions(position):
        position = regicide.act(position, actions[int(rng.random() * len(actions))])
        count += 1
    return count


def simulate_at_random(first: regicide.Position, rng: Random) -> int:
    """Play a simulation to its end; how many moves it took."""
    game, count = Simulation(first), 0
    while moves := game.moves():
        game.take(moves[int(rng.random() * len(moves))], rng)
        count += 1
    return count


def rates(players: int, games: int) -> Measured:
    """Games and actions for each second of CPU time."""
    rng, counts = Random(players), [0, 0]  # noqa: S311 - a benchmark
    seeds = [f"engine/{game}" for game in range(games)]
    dealt = [regicide.start(seed, players) for seed in seeds]

    def act_out(seed: str) -> None:
        counts[0] += act_at_random(regicide.start(seed, players), rng)

    def simulate(first: regicide.Position) -> None:
        counts[1] += simulate_at_random(first, rng)

    acting, simulating = seconds(act_out, seeds), seconds(simulate, dealt)
    return {
        f"act, {players} players: games/s": games / acting,
        f"act, {players} players: actions/s": counts[0] / acting,
        f"Simulation, {players} players: games/s": games / simulating,
        f"Simulation, {players} players: actions/s": counts[1] / simulating,
    }


def some_positions(games: int) -> list[tuple[regicide.Position, regicide.Action]]:
    """All positions of random games of two, and an action to take in each."""
    rng, met = Random(0), []  # noqa: S311 - a benchmark
    for game in range(games):
        position = regicide.start(f"parts/{game}", 2)
        while actions := regicide.legal_actions(position):
            met.append((position, actions[int(rng.random() * len(actions))]))
            position = regicide.act(*met[-1])
    return met


def parts(games: int) -> Measured:
    """Microseconds for each thing that the engine is asked for, in games of two; nothing is asked for twice."""
    met = some_positions(games)
    positions = [position for position, _ in met]
    texts = [str(position) for position in positions]
    fresh = [regicide.parse_position(text) for text in texts]
    work: dict[str, tuple[Callable[[Any], object], list[Any]]] = {
        "deal a game": (lambda game: regicide.start(f"dealt/{game}", 2), [*range(len(met))]),
        "legal actions": (regicide.legal_actions, fresh),
        "act": (lambda pair: regicide.act(*pair), met),
        "view": (lambda position: regicide.view(position, position.turn), positions),
        "print a position": (str, positions),
        "parse a position": (regicide.parse_position, texts),
    }
    return {f"{name}: us": 1e6 * seconds(*each) / len(met) for name, each in work.items()}


def measured(games: int) -> Measured:
    """All figures, of the engine as it is imported here."""
    found: Measured = {}
    for players in PLAYERS:
        found |= rates(players, games)
    return found | parts(games // 4)


def in_turns(games: int, rounds: int) -> dict[str, Measured]:
    """The medians of each way, measured in processes of their own."""
    ways = {"plain": {}, "compiled": {"PYTHONPATH": str(BUILD)}} if BUILD.exists() else {"plain": {}}
    found: dict[str, list[Measured]] = {way: [] for way in ways}
    for _ in range(rounds):
        for way, settings in ways.items():
            command = [sys.executable, __file__, "once", str(games)]
            done = subprocess.run(command, env=os.environ | settings, check=True, stdout=subprocess.PIPE)  # noqa: S603 - ours
            found[way].append(json.loads(done.stdout))
    return {
        way: {name: statistics.median(each[name] for each in rows) for name in rows[0]} for way, rows in found.items()
    }


def main(games: str = "2000", rounds: str = "3") -> None:
    """Measure in turns, and print a table."""
    found = in_turns(int(games), int(rounds))
    print(f"{'':36}{'plain':>10}{'compiled':>10}{'faster':>8}  (per second of CPU time, medians of {rounds})")
    for name, plain in found["plain"].items():
        print(f"{name:36}{plain:10,.1f}", end="")
        if compiled := found.get("compiled", {}).get(name):
            print(f"{compiled:10,.1f}{compiled / plain if name.endswith('/s') else plain / compiled:8.2f}", end="")
        print()


if __name__ == "__main__":
    if sys.argv[1:2] == ["once"]:
        print(json.dumps(measured(int(sys.argv[2]))))
    else:
        main(*sys.argv[1:])
