"""What does it cost that games are played by a tournament, and what do its workers bring?

First, without workers: a cup of random bots, journal and all, beside the same games of the same bots in a plain loop.
Each shard is played by the cup and then by the loop, so that both see the same machine; the ratio is what counts.
Then cups of another bot, with 0, 1 and 2 workers in turns. What two cores can bring at most is told by two cups at the
same time that know nothing of each other.

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
from regicide_arena.cup.cluster import cluster_here
from regicide_arena.cup.deals import deal
from regicide_arena.cup.games.entries import codes
from regicide_arena.cup.journal import Journal
from regicide_arena.cup.order import Shard
from regicide_arena.cup.plan import Setting
from regicide_arena.cup.reading import cup_of
from regicide_arena.cup.run import OnPlayed, Run
from regicide_arena.cup.workers import nobody_else

PLAYERS = [1, 2, 3, 4]


class Way(NamedTuple):
    """A way of playing: so many cups at the same time, each with so many workers."""

    name: str
    workers: int
    cups: int = 1


WAYS = [
    Way("no workers", 0),
    Way("1 worker", 1),
    Way("2 workers", 2),
    Way("2 cups without workers", 0, cups=2),
]


def hold(bot: str, games: int, workers: int, on_played: OnPlayed = lambda _: None) -> float:
    """Play a cup of one entrant, but report nothing; the seconds that it took."""
    said = {"name": "bench", "entrants": {"bot": bot}, "players": PLAYERS, "deals": games // len(PLAYERS), "seed": "x"}
    cup = cup_of(said)
    setting = Setting(".", codes(cup.entrants, "."))
    with tempfile.TemporaryDirectory() as folder, Journal(Path(folder, "journal.jsonl")) as journal:
        run, start = Run(cup, journal), time.perf_counter()
        with cluster_here(cup, setting, workers) if workers else nobody_else(cup, setting) as play_all:
            run.play(play_all, on_played)
        return time.perf_counter() - start


class Beside:
    """Has each shard that a cup has played played once more, in a plain loop.

    That is done by a process of its own: the engine remembers some of what it worked out, so that the same games are
    played faster a second time.
    """

    def __init__(self, other: ProcessPoolExecutor) -> None:
        self.all = self.loop = 0.0
        """The seconds that the cup waits for the loop, and those that the loop takes for its games."""
        self._other = other

    def __call__(self, run: Run) -> None:
        """A shard was played."""
        start = time.perf_counter()
        self.loop += self._other.submit(play, run.cup.seed, next(reversed(run.places))).result()
        self.all += time.perf_counter() - start


def play(seed: str, shard: Shard) -> float:
    """Play a shard with random bots; the seconds that it took."""
    deals = [deal(seed, len(shard.lineup), number) for number in range(shard.first, shard.end)]
    start = time.perf_counter()
    for dealt in deals:
        bots = [random_bot(f"{dealt.seed}/{seat}/{name}") for seat, name in enumerate(shard.lineup)]
        position = regicide.start(dealt.seed, len(bots), dealt.first_player)
        while position.outcome is None:
            action = bots[position.turn](seat_view(position, position.turn))
            position = regicide.act(position, regicide.parse_action(action))
    return time.perf_counter() - start


def compare_with_loop(games: int) -> None:
    """Measure what is not the bots' and not the engine's, and print a table."""
    with ProcessPoolExecutor(1, get_context("spawn")) as other:
        beside = Beside(other)
        by_cup = hold("random", games, 0, beside) - beside.all
    print(f"{'':26}{'ms per game':>14}{'ratio':>8}  ({games} games of random bots)")
    for name, seconds in (("a plain loop", beside.loop), ("a cup without workers", by_cup)):
        print(f"{name:26}{1000 * seconds / games:14.3f}{seconds / beside.loop:8.3f}")


def games_per_second(way: Way, bot: str, games: int) -> float:
    """Play so, in processes of their own; the games per second of all cups together."""
    command = [sys.executable, __file__, "cup", bot, str(games), str(way.workers)]
    cups = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(way.cups)]  # noqa: S603 - ours
    return sum(games / float(cup.communicate()[0]) for cup in cups)


def compare_workers(bot: str, games: int, rounds: int) -> None:
    """Measure in turns, and print a table."""
    rates: dict[Way, list[float]] = {way: [] for way in WAYS}
    for _ in range(rounds):
        for way in WAYS:
            rates[way].append(games_per_second(way, bot, games))
    one = statistics.median(rates[WAYS[1]])
    print(f"\n{'':26}{'games/s':>14}{'ratio':>8}  ({games} games of {bot} bots, median of {rounds})")
    for way, measured in rates.items():
        print(f"{way.name:26}{statistics.median(measured):14.1f}{statistics.median(measured) / one:8.3f}")


def main(games: str = "10000", bot: str = "greedy", games_of_bot: str = "2000", rounds: str = "3") -> None:
    """Measure both, and print a table of each."""
    compare_with_loop(int(games))
    compare_workers(bot, int(games_of_bot), int(rounds))


if __name__ == "__main__":
    if sys.argv[1:2] == ["cup"]:
        print(hold(sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
    else:
        main(*sys.argv[1:])
