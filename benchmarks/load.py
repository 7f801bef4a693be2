"""Time of an action: with many players, and beside thousands of clients that wait or are slow. Memory of these.

    .venv/bin/python benchmarks/load.py players [count …]            # 32, 128 and 256 of them
    .venv/bin/python benchmarks/load.py beside [actions a second]    # 300, beside 5,000 streams and 2,500 slow clients
    .venv/bin/python benchmarks/load.py waiting [count]              # memory of 5,000 clients that wait
    .venv/bin/python benchmarks/load.py --check                      # exit code 1 if a further stream takes too much

Players act as fast as they are answered, on two worker processes, then with an action due at a fixed rate, whether or
not the server keeps up, when times count from the moment that it is due; the floor (floor.py) gets the same actions.
Beside other clients, games of four are played whose seats each follow a stream, on one worker process, which has a core
of its own: when is an action answered, and when do all four clients know of it?
"""

from __future__ import annotations

import gc
import resource
import select
import socket
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext, suppress
from itertools import islice
from statistics import median
from threading import Event, Thread
from typing import Final, NamedTuple

from game_plans import Game, create_game, plans
from harness import Server, floor_server, percentile, print_table, regicide_server, separate_cores, store
from load_driver import drive, driver
from stream_clients import open_stream, open_subscriptions

PLAYERS: Final = (32, 128, 256)
WORKERS: Final = 2
ACTIONS: Final = 20
"""Actions of each player in a round."""
RATE: Final = 600
"""Actions per second of all players together."""
ROUNDS: Final = 6

SEATS: Final = 4
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

_REFUSED: Final = (b"HTTP/1.1 4", b"HTTP/1.1 5")
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


class Table:
    """A game with its connections: one that acts, and a stream for each seat."""

    def __init__(self, server: Server, game: Game, closing: ExitStack) -> None:
        self.actions = iter(game.actions)
        self.actor = closing.enter_context(socket.create_connection(("127.0.0.1", server.port)))
        self.actor.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.streams = [closing.enter_context(open_stream(server, game.id, token)) for token in game.tokens]
        self.version = 1
        self.due = 0.0
        self.missing = 0

    def act(self, due: float) -> None:
        """Send the next action. All clients know of the last one."""
        self.version, self.due, self.missing = self.version + 1, due, SEATS
        self.actor.sendall(next(self.actions))

    def receive(self, connection: socket.socket, times: Times) -> None:
        """Receive a response or an event."""
        received, now = connection.recv(65536), time.perf_counter()
        if connection is self.actor:
            assert not received.startswith(_REFUSED), received  # noqa: S101 - a failed request invalidates the result
            if received.startswith(b"HTTP/1.1 200"):  # the rest may follow
                times.answered.append(now - self.due)
        elif b"id: %d\n" % self.version in received:
            self.missing -= 1
            if not self.missing:
                times.known.append(now - self.due)


def play(server: Server, games: Sequence[Game], rate: float) -> Times:
    """Play games of four at a rate of actions per second in all."""
    gc.disable()
    times = Times([], [])
    with ExitStack() as closing:
        tables = [Table(server, game, closing) for game in games]
        owners = {each.fileno(): (table, each) for table in tables for each in (table.actor, *table.streams)}
        poll = closing.enter_context(select.epoll())
        for number in owners:
            poll.register(number, select.EPOLLIN)

        def receive(seconds: float | None = None) -> None:
            for number, _ in poll.poll(seconds):
                table, connection = owners[number]
                table.receive(connection, times)

        start = time.perf_counter() + 0.1
        for number, table in enumerate(tables * ACTIONS_OF_FOUR):
            due = start + number / rate
            while (left_s := due - time.perf_counter()) > 0:
                receive(left_s)
            while table.missing:  # the server does not keep up
                receive()
            table.act(due)
            receive(0)
        while any(table.missing for table in tables):
            receive()
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
    return open_subscriptions(server, STREAMS, streams=True)


@contextmanager
def streams_and_half_sent(server: Server) -> Iterator[None]:
    """Both at the same time."""
    with streams(server), HALF_SENT.connected(server):
        yield


def no_others(_: Server) -> AbstractContextManager[None]:
    """No other clients."""
    return nullcontext()


def beside(rate: float) -> None:
    """Measure beside each kind of clients, and print the table."""
    conditions: dict[str, Callable[[Server], AbstractContextManager[None]]] = {
        "no other clients": no_others,
        f"{STREAMS:,} streams": streams,
        **{f"{SLOW:,} {each.name}": each.connected for each in SLOW_CLIENTS},
        f"{STREAMS:,} streams, {SLOW:,} half-sent bodies": streams_and_half_sent,
        "no other clients, afterwards": no_others,
    }
    separate_cores()
    four = (plan for plan in plans("beside", ACTIONS_OF_FOUR + 1) if plan.players == SEATS)
    rows: list[list[str | float]] = []
    with waiting_server(STREAMS + SLOW) as server, driver() as process:
        server.pin()
        for name, condition in [("warm-up", no_others), *conditions.items()]:
            games = [create_game(server.port, plan) for plan in islice(four, GAMES)]
            with condition(server):
                before, start = server.processor_seconds, time.perf_counter()
                times = process.submit(play, server, games, rate).result()
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
            with open_subscriptions(server, count, streams=is_stream):
                after, used = server.kilobytes, server.processor_seconds
                time.sleep(IDLE_S)
                share = (server.processor_seconds - used) / IDLE_S
        rows.append([f"{count:,} {name}", after / count, (after - before) / count, f"{100 * share:.1f}%"])
    print_table(["waiting clients", "KB each (process)", "KB each (growth)", "CPU"], rows)


def check() -> int:
    """Print the memory of a further stream. Returns the exit code."""
    first = CHECKED_STREAMS // 10
    with waiting_server(2 * CHECKED_STREAMS) as server, open_subscriptions(server, first, streams=True):
        before = server.kilobytes
        with open_subscriptions(server, CHECKED_STREAMS - first, streams=True):
            grown = (server.kilobytes - before) / (CHECKED_STREAMS - first)
    print(f"KB that a further stream takes: {grown:.1f}, at most {MAX_KILOBYTES_PER_STREAM:.0f}")
    return int(grown > MAX_KILOBYTES_PER_STREAM)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["players", *chosen]:
            players([int(count) for count in chosen] or PLAYERS)
        case ["beside", *chosen]:
            beside(float(chosen[0]) if chosen else 300)
        case ["waiting", *chosen]:
            waiting(int(chosen[0]) if chosen else STREAMS)
        case ["--check"]:
            sys.exit(check())
        case _:
            sys.exit("invalid argument: expected players, beside, waiting or --check")
