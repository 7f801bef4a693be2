"""Time until all four clients of a game know of an action, at a fixed rate of actions in many games.

Each seat of each game follows a stream. Actions are due at a fixed rate, whether or not the server keeps up, and times
count from when an action is due. One worker process has a core of its own; the clients and the store use others.

    .venv/bin/python benchmarks/delivery.py [actions per second] [seconds]
"""

from __future__ import annotations

import gc
import select
import socket
import sys
import time
from contextlib import ExitStack
from itertools import islice
from typing import Final, NamedTuple

from game_plans import Game, create_game, plans
from harness import Server, percentile, print_table, regicide_server, separate_cores, store
from stream_clients import open_stream

SEATS: Final = 4
GAMES: Final = 60
"""Games that are played at the same time, in turn."""
ACTIONS: Final = 40
"""Actions of a game, which is not over then; a new one takes its place."""

_REFUSED: Final = (b"HTTP/1.1 4", b"HTTP/1.1 5")


class Times(NamedTuple):
    """Seconds from when each action was due until it was sent, answered, and known to all four clients."""

    sent: list[float]
    answered: list[float]
    known: list[float]


class Table:
    """A game with its connections: one that acts, and a stream for each seat."""

    def __init__(self, server: Server, game: Game, closing: ExitStack) -> None:
        self.actions = iter(game.actions[:ACTIONS])
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


def play(server: Server, games: list[list[Game]], rate: float) -> Times:
    """Play groups of games, one after the other, at a rate of actions per second in all."""
    times = Times([], [], [])
    for group in games:
        with ExitStack() as closing:
            _play_group([Table(server, game, closing) for game in group], rate, times)
    return times


def _play_group(tables: list[Table], rate: float, times: Times) -> None:
    poll = select.epoll()
    owners = {each.fileno(): (table, each) for table in tables for each in (table.actor, *table.streams)}
    for number in owners:
        poll.register(number, select.EPOLLIN)
    start = time.perf_counter() + 0.1
    schedule = [(start + number / rate, table) for number, table in enumerate(tables * ACTIONS)]
    for due, table in schedule:
        while (left_s := due - time.perf_counter()) > 0:
            _receive(poll.poll(left_s), owners, times)
        while table.missing:  # the server does not keep up
            _receive(poll.poll(), owners, times)
        times.sent.append(time.perf_counter() - due)
        table.act(due)
        _receive(poll.poll(0), owners, times)
    while any(table.missing for table in tables):
        _receive(poll.poll(), owners, times)
    poll.close()


def _receive(ready: list[tuple[int, int]], owners: dict[int, tuple[Table, socket.socket]], times: Times) -> None:
    for number, _ in ready:
        table, connection = owners[number]
        table.receive(connection, times)


def main(rate: float, seconds: float) -> None:
    """Measure, and print the table."""
    separate_cores()
    count = max(1, round(seconds * rate / (GAMES * ACTIONS)))
    four = (plan for plan in plans("delivery", ACTIONS + 1) if plan.players == SEATS)
    with store() as url, regicide_server(url, WAITING_SHARE_PERCENT="100") as server:
        server.pin()
        games = [[create_game(server.port, plan) for plan in islice(four, GAMES)] for _ in range(count + 1)]
        gc.disable()
        play(server, games[:1], rate)
        before, start = server.processor_seconds, time.perf_counter()
        times = play(server, games[1:], rate)
        share = (server.processor_seconds - before) / (time.perf_counter() - start)
    print(f"{len(times.known)} actions, {rate:.0f} per second; the worker process used {100 * share:.0f}% of a core\n")
    rows: list[list[str | float]] = [
        ["sent", *_milliseconds(times.sent)],
        ["answered", *_milliseconds(times.answered)],
        ["known to all four", *_milliseconds(times.known)],
    ]
    print_table(["milliseconds", "p50", "p90", "p99", "maximum"], rows)


def _milliseconds(seconds: list[float]) -> list[float]:
    return [1000 * percentile(seconds, share) for share in (0.5, 0.9, 0.99, 1)]


if __name__ == "__main__":
    given = [float(text) for text in sys.argv[1:]]
    main(*(*given, *(300.0, 20.0)[len(given) :]))
