"""Processor time of an action with more worker processes, and with more clients that follow the game.

    .venv/bin/python benchmarks/followers.py [processes …]    # 1, 2, 4 and 8 of them

On one server and on a cluster of three masters. Some clients of each process follow other games than those that are
played; the games that are played have no follower or one, and with one process 50 and 200. The result is the time of
all processes for each action, and the time of the store: both are to be the same for any number of processes.
"""

from __future__ import annotations

import shutil
import socket
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from itertools import chain, islice
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from game_plans import Game, create_game, plans
from harness import Server, print_table, regicide_server, store
from load import allow_files
from load_driver import drive, driver
from redis import Redis
from stream_clients import open_stream, read_until

sys.path.append(str(Path(__file__).parents[1] / "tests" / "support"))
from clusters import Cluster

COUNTS: Final = (1, 2, 4, 8)
ROUNDS: Final = 5
GAMES: Final = 16
"""The games of a round, which are played at the same time."""
ACTIONS: Final = 30
OTHERS: Final = 8
"""The clients of each process, about, that follow games which are not played."""
CROWDS: Final = (0, 1, 50, 200)
"""The clients that follow each game which is played."""


class Stored(NamedTuple):
    """A store: its URL, and clients of its servers."""

    url: str
    servers: Sequence[Redis]

    @property
    def processor_seconds(self) -> float:
        """The processor time of its servers so far."""
        found = (server.info("cpu") for server in self.servers)
        return sum(float(each["used_cpu_user"]) + float(each["used_cpu_sys"]) for each in found)


@contextmanager
def one_server() -> Iterator[Stored]:
    """An embedded store."""
    with store() as url, Redis.from_url(url) as client:
        yield Stored(url, [client])


@contextmanager
def three_masters() -> Iterator[Stored]:
    """A cluster of the `redis-server` of the system."""
    with tempfile.TemporaryDirectory(prefix="regicide-") as directory:
        cluster = Cluster(shutil.which("redis-server") or "redis-server", Path(directory))
        yield Stored(cluster.url, [master.client for master in cluster.masters])
        for master in cluster.masters:
            master.kill()


class Measured(NamedTuple):
    """A server with the driver of its load."""

    stored: Stored
    server: Server
    process: ProcessPoolExecutor

    def action(self, games: Sequence[Game], followers: int) -> tuple[float, float]:
        """The microseconds of processor time for each action, of the server and of the store."""
        with ExitStack() as closing:
            streams = [
                (closing.enter_context(open_stream(self.server, game.id)), len(game.actions) + 1)
                for game in games
                for _ in range(followers)
            ]
            before = self.server.processor_seconds, self.stored.processor_seconds
            with ThreadPoolExecutor(1) as reader:
                received = reader.submit(read_all, streams)
                self.process.submit(drive, self.server.port, [game.actions for game in games]).result()
                received.result()
            used = self.server.processor_seconds - before[0], self.stored.processor_seconds - before[1]
        count = sum(len(game.actions) for game in games)
        return 1e6 * used[0] / count, 1e6 * used[1] / count


def read_all(streams: Sequence[tuple[socket.socket, int]]) -> None:
    """Read each stream to the event of its last version."""
    for stream, version in streams:
        read_until(stream, b"id: %d\n" % version)


def measure(counts: Sequence[int], stored: Stored) -> Iterator[list[str | float]]:
    """A row of the table for each number of processes."""
    deals = plans("followers", ACTIONS)
    for count in counts:
        with ExitStack() as held:
            server = held.enter_context(
                regicide_server(stored.url, count, WAITING_SHARE_PERCENT="100", CREATION_SHARE_PERCENT="100")
            )
            others = [create_game(server.port, plan) for plan in islice(deals, OTHERS * count)]
            for game in others:
                held.enter_context(open_stream(server, game.id))
            measured = Measured(stored, server, held.enter_context(driver()))
            crowds = CROWDS if count == 1 else CROWDS[:2]
            created = [  # all at first: a server that many streams have just left refuses new games for a moment
                [[create_game(server.port, plan) for plan in islice(deals, GAMES if n < 2 else 1)] for n in crowds]
                for _ in range(ROUNDS + 1)
            ]
            rounds = [[*map(measured.action, games, crowds)] for games in created][1:]
        kinds = zip(*rounds, strict=True)
        figures = [f"{median(each[side] for each in kind):.0f}" for kind in kinds for side in (0, 1)]
        yield [str(count), *figures, *[""] * (2 * len(CROWDS) - len(figures))]


def main(counts: Sequence[int]) -> None:
    """Measure, and print a table for each store."""
    allow_files(OTHERS * max(counts) + max(CROWDS))
    head = [
        "processes",
        *chain.from_iterable((f"{followers} followers: server µs", "store µs") for followers in CROWDS),
    ]
    for name, started in (("One server", one_server), ("Three masters", three_masters)):
        with started() as stored:
            print(f"{name}, for each action with a number of followers\n")
            print_table(head, list(measure(counts, stored)))
            print()


if __name__ == "__main__":
    main([int(count) for count in sys.argv[1:]] or COUNTS)
