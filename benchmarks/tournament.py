"""Measures the overhead of the tournament and the speed-up by worker processes.

First, without workers: a tournament of random bots, journal included, beside the same games of the same bots in a plain
loop. Each shard is played by the tournament and then by the loop, so that both run under the same conditions; the ratio
is the result. Then tournaments of another bot with 0, 1 and 2 workers in turns. Two independent tournaments at the same
time show the upper limit of two cores.

    .venv/bin/python benchmarks/tournament.py [games] [bot] [games of that bot] [rounds]
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import regicide
from regicide_arena.bots.uniform import random_bot
from regicide_arena.bots.view_types import seat_view
from regicide_arena.tournament.config import parse_config
from regicide_arena.tournament.engine import OnShard, TournamentEngine
from regicide_arena.tournament.executors import in_process, process_pool
from regicide_arena.tournament.games.runner import hash_entrants
from regicide_arena.tournament.journal import Journal
from regicide_arena.tournament.model import Environment
from regicide_arena.tournament.schedule import Shard, derive_deal

PLAYERS = [1, 2, 3, 4]


class Setup(NamedTuple):
    """Concurrent tournaments with this number of workers each."""

    name: str
    workers: int
    tournaments: int = 1


SETUPS = [
    Setup("no workers", 0),
    Setup("1 worker", 1),
    Setup("2 workers", 2),
    Setup("2 tournaments, no workers", 0, tournaments=2),
]


def play_tournament(bot: str, games: int, workers: int, on_shard: OnShard = lambda _: None) -> float:
    """Play a tournament of one entrant without exporting results; return the seconds taken."""
    members = {"entrants": {"bot": bot}, "players": PLAYERS, "deals": games // len(PLAYERS)}
    tournament = parse_config({"name": "bench", "seed": "x"} | members)
    environment = Environment(".", hash_entrants(tournament.entrants, "."))
    with tempfile.TemporaryDirectory() as folder, Journal(Path(folder, "journal.jsonl")) as journal:
        engine, start = TournamentEngine(tournament, journal), time.perf_counter()
        executor = process_pool(tournament, environment, workers) if workers else in_process(tournament, environment)
        with executor as execute:
            engine.play(execute, on_shard)
        return time.perf_counter() - start


class LoopComparison:
    """Plays each shard of a tournament again in a plain loop.

    The loop runs in another process: the engine caches results, so the same process plays the same games faster a
    second time.
    """

    def __init__(self, other: ProcessPoolExecutor) -> None:
        self.total_s = self.loop_s = 0.0
        """Time that the tournament waits for the loop, and time that the loop takes for its games."""
        self._other = other

    def __call__(self, engine: TournamentEngine) -> None:
        """Play the last shard again."""
        start = time.perf_counter()
        shard = next(reversed(engine.spans))
        self.loop_s += self._other.submit(play_in_loop, engine.tournament.seed, shard).result()
        self.total_s += time.perf_counter() - start


def play_in_loop(seed: str, shard: Shard) -> float:
    """Play a shard with random bots; return the seconds taken."""
    deals = [derive_deal(seed, len(shard.lineup), number) for number in range(shard.first, shard.end)]
    start = time.perf_counter()
    for deal in deals:
        bots = [random_bot(f"{deal.seed}/{seat}/{name}") for seat, name in enumerate(shard.lineup)]
        position = regicide.Position.new(deal.seed, len(bots), deal.first_player)
        while position.outcome is None:
            action = bots[position.turn](seat_view(position, position.turn))
            position = regicide.apply(position, regicide.Action.parse(action))
    return time.perf_counter() - start


def compare_with_loop(games: int) -> None:
    """Measure the overhead of the tournament, and print a table."""
    with ProcessPoolExecutor(1, get_context("spawn")) as other:
        comparison = LoopComparison(other)
        tournament_s = play_tournament("random", games, 0, comparison) - comparison.total_s
    print(f"{'':26}{'ms per game':>14}{'ratio':>8}  ({games} games of random bots)")
    for name, seconds in (("a plain loop", comparison.loop_s), ("tournament, no workers", tournament_s)):
        print(f"{name:26}{1000 * seconds / games:14.3f}{seconds / comparison.loop_s:8.3f}")


def games_per_second(setup: Setup, bot: str, games: int) -> float:
    """Play the tournaments in processes of their own; return the games per second of all together."""
    command = [sys.executable, __file__, "tournament", bot, str(games), str(setup.workers)]
    running = [
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603 - ours
        for _ in range(setup.tournaments)
    ]
    return sum(games / float(each.communicate()[0]) for each in running)


def compare_workers(bot: str, games: int, rounds: int) -> None:
    """Measure the setups in turns, and print a table."""
    rates: dict[Setup, list[float]] = {setup: [] for setup in SETUPS}
    for _ in range(rounds):
        for setup in SETUPS:
            rates[setup].append(games_per_second(setup, bot, games))
    one = statistics.median(rates[SETUPS[1]])
    print(f"\n{'':26}{'games/s':>14}{'ratio':>8}  ({games} games of {bot} bots, median of {rounds})")
    for setup, measured in rates.items():
        print(f"{setup.name:26}{statistics.median(measured):14.1f}{statistics.median(measured) / one:8.3f}")


def main(games: str = "10000", bot: str = "greedy", games_of_bot: str = "2000", rounds: str = "3") -> None:
    """Run both comparisons."""
    compare_with_loop(int(games))
    compare_workers(bot, int(games_of_bot), int(rounds))


if __name__ == "__main__":
    if sys.argv[1:2] == ["tournament"]:
        print(play_tournament(sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
    else:
        main(*sys.argv[1:])
