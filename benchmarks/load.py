"""Time of an action: with many players, and beside thousands of clients that wait, follow it, or are slow.

    .venv/bin/python benchmarks/load.py players [count …]            # 32, 128 and 256 of them
    .venv/bin/python benchmarks/load.py beside [actions a second]    # 300, beside 5,000 streams and 2,500 slow clients
    .venv/bin/python benchmarks/load.py waiting [count]              # memory of 5,000 clients that wait
    .venv/bin/python benchmarks/load.py followers [processes …]      # 1, 2, 4 and 8 worker processes
    .venv/bin/python benchmarks/load.py --check                      # exit code 1 if a further stream takes too much

Players act as fast as they are answered, on two worker processes, then with an action due at a fixed rate, whether or
not the server keeps up, when times count from the moment that it is due; the floor (floor.py) gets the same actions.
Beside other clients, games of four are played whose seats each follow a stream, on one worker process, which has a core
of its own: when is an action answered, and when do all four clients know of it?

With followers, the result is the processor time of all worker processes for each action, and that of the store, on one
server and on a cluster of three masters: both are to be the same for any number of processes. Some clients of each
process follow other games than the played ones, which have no follower or one, and with one process 50 and 200.
"""

from __future__ import annotations

import gc
import resource
import shutil
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from itertools import islice
from pathlib import Path
from statistics import median
from threading import Event, Thread
from typing import Final, NamedTuple

import gevent
from harness import Cluster, Server, floor_server, percentile, print_table, regicide_server, separate_cores, store
from redis import Redis

from clients import (
    Game,
    connected,
    create_game,
    drive,
    driver,
    open_stream,
    open_subscriptions,
    plans,
    read_until,
    receive,
    sleep_until,
)

PLAYERS: Final = (32, 128, 256)
WORKERS: Final = 2
ACTIONS: Final = 20
"""Actions of each player in a round."""
RATE: Final = 600
"""Actions per second of all players together."""
ROUNDS: Final = 6

SEATS: Final = 4
SETTLE_S: Final = 1.0
"""Time to open the streams of games before the first action."""
GAMES: Final = 60
"""Games of four that are played at the same time, in turn."""
ACTIONS_OF_FOUR: Final = 40
"""Actions of such a game, which is not over then."""

STREAMS: Final = 5000
SLOW: Final = 2500
DRIP_INTERVAL_S: Final = 1.0
MIN_BUFFER_BYTES: Final = 4096
DISCONNECT_DELAY_S: Final = 3
"""Time for the server to notice that clients have left."""

IDLE_S: Final = 30.0
"""Time in which the waiting clients are measured: two heartbeats of each stream."""
CHECKED_STREAMS: Final = 1000
MAX_KILOBYTES_PER_STREAM: Final = 32.0
"""With the process itself, 5,000 streams then take less than 30 KB each."""

PROCESSES: Final = (1, 2, 4, 8)
FOLLOWED_GAMES: Final = 16
FOLLOWED_ACTIONS: Final = 30
OTHERS: Final = 8
"""The clients of each process, about, that follow games which are not played."""
CROWDS: Final = (0, 1, 50, 200)
"""The clients that follow each game which is played."""

_HEAD: Final = b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"


# Players


def players(counts: Sequence[int]) -> None:
    """Measure the server and the floor in alternation, and print a table for each number of players."""
    deals = plans("players", ACTIONS)
    with (
        store() as url,
        driver() as process,
        regicide_server(url, WORKERS) as server,
        floor_server(url, WORKERS) as floor,
    ):
        for count, rate in [*((count, None) for count in counts), (counts[0], RATE)]:
            found: dict[str, list[tuple[float, ...]]] = {"server": [], "floor": []}
            for _ in range(ROUNDS + 1):
                scripts = [create_game(server.port, plan).actions for plan in islice(deals, count)]
                for name, each in zip(found, (server, floor), strict=True):
                    start = time.perf_counter()
                    seconds = process.submit(drive, each.port, scripts, rate).result().seconds
                    speed = len(seconds) / (time.perf_counter() - start)
                    found[name].append((speed, *_milliseconds(seconds)))
            rows = [[name, *map(median, zip(*rounds[1:], strict=True))] for name, rounds in found.items()]
            print(f"\n{count} players, {f'{rate} actions a second' if rate else 'as fast as they are answered'}\n")
            print_table(["milliseconds", "actions/s", "p50", "p99"], rows)


def _milliseconds(seconds: Sequence[float]) -> tuple[float, float]:
    return 1000 * percentile(seconds, 0.5), 1000 * percentile(seconds, 0.99)


# Games of four that streams follow


class Times(NamedTuple):
    """Seconds from when each action was due until it was answered, and until all four clients knew of it."""

    answered: list[float]
    known: list[float]


def play(port: int, games: Sequence[Game], rate: float) -> Times:
    """Play games of four at a rate of actions per second in all, one game after the other."""
    gc.disable()
    start, interval = time.perf_counter() + SETTLE_S, len(games) / rate
    tables = [gevent.spawn(_play_game, port, game, start + n / rate, interval) for n, game in enumerate(games)]
    played = [table.get() for table in gevent.joinall(tables, raise_error=True)]
    return Times([s for each in played for s in each.answered], [s for each in played for s in each.known])


def _play_game(port: int, game: Game, first_due: float, interval: float) -> Times:
    """Play a game whose seats each follow a stream. An action is sent late if not all know of the last one."""
    times = Times([], [])
    with ExitStack() as closing:
        streams = [closing.enter_context(open_stream(port, game.id, token)) for token in game.tokens]
        actor = closing.enter_context(connected(port))
        responses = closing.enter_context(actor.makefile("rb"))
        for number, action in enumerate(game.actions[:ACTIONS_OF_FOUR]):
            due = first_due + number * interval
            sleep_until(due)
            event = b"id: %d\n" % (number + 2)
            followers = [gevent.spawn(read_until, stream, event) for stream in streams]
            actor.sendall(action)
            receive(responses)
            times.answered.append(time.perf_counter() - due)
            times.known.append(max(each.get() for each in gevent.joinall(followers, raise_error=True)) - due)
    return times


# Other clients


class SlowClients(NamedTuple):
    """What each connection sends at first, and then once a second. It reads no response."""

    name: str
    beginning: bytes
    drip: bytes = b""

    @contextmanager
    def connected(self, server: Server) -> Iterator[None]:
        """Keep SLOW connections open; those that the server closes are replaced."""
        stop = Event()
        thread = Thread(target=self._hold, args=[server, stop])
        thread.start()
        try:
            yield
        finally:
            stop.set()
            thread.join()

    def _hold(self, server: Server, stop: Event) -> None:
        with ExitStack() as closing:
            held: list[socket.socket] = []
            while not stop.wait(DRIP_INTERVAL_S if held else 0):
                held = [connection for connection in held if _is_open(connection, self.drip)]
                held += [closing.enter_context(self._connection(server)) for _ in range(SLOW - len(held))]

    def _connection(self, server: Server) -> socket.socket:
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, MIN_BUFFER_BYTES)
        connection.connect(("127.0.0.1", server.port))
        connection.setblocking(False)
        with suppress(OSError):  # the server may have closed it
            connection.send(self.beginning)
        return connection


def _is_open(connection: socket.socket, drip: bytes) -> bool:
    """Whether a connection is open after some more bytes; otherwise close it."""
    with suppress(OSError):
        if not connection.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) and connection.send(drip) == len(drip):
            return True
    connection.close()
    return False


HALF_SENT: Final = SlowClients("half-sent bodies, a byte a second", _HEAD + b"Content-Length: 5000\r\n\r\n{", b" ")
SLOW_CLIENTS: Final = (
    SlowClients("heads, a byte a second", _HEAD + b"X-Slow: ", b"x"),
    HALF_SENT,
    SlowClients(
        "the largest file, unread", b"GET /docs/static/swagger-ui/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n\r\n"
    ),
    SlowClients("the API document 8 times, unread", b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 8),
)


def streams(server: Server) -> AbstractContextManager[None]:
    """STREAMS clients that follow other games."""
    return open_subscriptions(server.port, STREAMS, streams=True)


def beside(rate: float) -> None:
    """Measure beside each kind of clients, and print the table."""
    conditions: dict[str, Sequence[Callable[[Server], AbstractContextManager[None]]]] = {
        "warm-up": [],
        "no other clients": [],
        f"{STREAMS:,} streams": [streams],
        **{f"{SLOW:,} {each.name}": [each.connected] for each in SLOW_CLIENTS},
        f"{STREAMS:,} streams, {SLOW:,} half-sent bodies": [streams, HALF_SENT.connected],
        "no other clients, afterwards": [],
    }
    separate_cores()
    four = plans("beside", ACTIONS_OF_FOUR + 1, [SEATS])
    rows: list[list[str | float]] = []
    with waiting_server(STREAMS + SLOW) as server, driver() as process:
        server.pin()
        for name, others in conditions.items():
            games = [create_game(server.port, plan) for plan in islice(four, GAMES)]
            with ExitStack() as held:
                for clients in others:
                    held.enter_context(clients(server))
                before, start = server.processor_seconds, time.perf_counter()
                times = process.submit(play, server.port, games, rate).result()
                share = (server.processor_seconds - before) / (time.perf_counter() - start)
                cells = [*_milliseconds(times.answered), *_milliseconds(times.known)]
                rows.append([name, *cells, f"{100 * share:.0f}%", server.kilobytes / 1000])
            time.sleep(DISCONNECT_DELAY_S)
    print(f"{rate:.0f} actions a second: milliseconds, share of a core, and MB of the worker process\n")
    print_table(["beside", "answered: p50", "p99", "known to all four: p50", "p99", "CPU", "MB"], rows[1:])


# Clients that wait


@contextmanager
def waiting_server(count: int) -> Iterator[Server]:
    """A server with one worker process and capacity for this number of waiting clients."""
    allow_files(count)
    connections = str(count * 8 // 7 + 1000)
    with store() as url, regicide_server(url, WEB_CONNECTIONS=connections, WAITING_SHARE_PERCENT="100") as server:
        yield server


def allow_files(clients: int) -> None:
    """Raise the limit of open files of this process and its children for a number of clients."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 4 * clients + 1000), most))


def waiting(count: int) -> None:
    """Print the memory of streams and of long polls, and what they cost while nothing happens."""
    rows: list[list[str | float]] = []
    for name, is_stream in (("streams", True), ("long polls", False)):
        with waiting_server(count) as server:
            before = server.kilobytes
            with open_subscriptions(server.port, count, streams=is_stream):
                after, used = server.kilobytes, server.processor_seconds
                time.sleep(IDLE_S)
                share = (server.processor_seconds - used) / IDLE_S
        rows.append([f"{count:,} {name}", after / count, (after - before) / count, f"{100 * share:.1f}%"])
    print_table(["waiting clients", "KB each (process)", "KB each (growth)", "CPU"], rows)


def check() -> int:
    """Print the memory of a further stream. Returns the exit code."""
    first = CHECKED_STREAMS // 10
    with waiting_server(2 * CHECKED_STREAMS) as server, open_subscriptions(server.port, first, streams=True):
        before = server.kilobytes
        with open_subscriptions(server.port, CHECKED_STREAMS - first, streams=True):
            grown = (server.kilobytes - before) / (CHECKED_STREAMS - first)
    print(f"KB that a further stream takes: {grown:.1f}, at most {MAX_KILOBYTES_PER_STREAM:.0f}")
    return int(grown > MAX_KILOBYTES_PER_STREAM)


# Followers


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


def followed(stored: Stored, server: Server, games: Sequence[Game], crowd: int) -> tuple[float, float]:
    """The microseconds of processor time for each action of followed games, of the server and of the store."""
    with ExitStack() as closing, driver() as process:
        streams = [closing.enter_context(open_stream(server.port, game.id)) for game in games for _ in range(crowd)]
        before = server.processor_seconds, stored.processor_seconds
        process.submit(drive, server.port, [game.actions for game in games]).result()
        for stream in streams:
            read_until(stream, b"id: %d\n" % (FOLLOWED_ACTIONS + 1))
        used = server.processor_seconds - before[0], stored.processor_seconds - before[1]
    each_us = 1e6 / (FOLLOWED_ACTIONS * len(games))
    return used[0] * each_us, used[1] * each_us


def followers(counts: Sequence[int], stored: Stored) -> Iterator[list[str | float]]:
    """A row of the table for each number of processes."""
    deals = plans("followers", FOLLOWED_ACTIONS)
    shares = {"WAITING_SHARE_PERCENT": "100", "CREATION_SHARE_PERCENT": "100"}
    for count in counts:
        with ExitStack() as held:
            server = held.enter_context(regicide_server(stored.url, count, **shares))

            def create(number: int, port: int = server.port) -> list[Game]:
                return [create_game(port, plan) for plan in islice(deals, number)]

            for game in create(OTHERS * count):
                held.enter_context(open_stream(server.port, game.id))
            crowds = CROWDS if count == 1 else CROWDS[:2]
            # all at first: a server that many streams have just left refuses new games for a moment
            rounds = [[create(FOLLOWED_GAMES if crowd < 2 else 1) for crowd in crowds] for _ in range(ROUNDS)]
            costs = [[followed(stored, server, *each) for each in zip(games, crowds, strict=True)] for games in rounds]
        kinds = zip(*costs[1:], strict=True)
        figures = [f"{median(each[side] for each in kind):.0f}" for kind in kinds for side in (0, 1)]
        yield [str(count), *figures, *[""] * (2 * len(CROWDS) - len(figures))]


def compare_followers(counts: Sequence[int]) -> None:
    """Print a table for each store."""
    allow_files(OTHERS * max(counts) + max(CROWDS))
    head = ["processes", *(text for crowd in CROWDS for text in (f"{crowd} followers: server µs", "store µs"))]
    for name, started in (("One server", one_server), ("Three masters", three_masters)):
        with started() as stored:
            print(f"{name}, for each action with a number of followers\n")
            print_table(head, list(followers(counts, stored)))
            print()


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["players", *chosen]:
            players([int(count) for count in chosen] or PLAYERS)
        case ["beside", *chosen]:
            beside(float(chosen[0]) if chosen else 300)
        case ["waiting", *chosen]:
            waiting(int(chosen[0]) if chosen else STREAMS)
        case ["followers", *chosen]:
            compare_followers([int(count) for count in chosen] or PROCESSES)
        case ["--check"]:
            sys.exit(check())
        case _:
            sys.exit("invalid argument: expected players, beside, waiting, followers or --check")
