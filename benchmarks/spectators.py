"""Processor time of an event with many spectators of one game, who follow streams or poll.

An action is sent when all spectators have the last one. The result is the processor time of the worker process for each
action, and how much of it one more spectator costs.

    .venv/bin/python benchmarks/spectators.py [rounds]
"""

from __future__ import annotations

import re
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from itertools import islice
from statistics import median
from typing import Final

from game_plans import Game, create_game, plans
from harness import Server, print_table, regicide_server, separate_cores, store
from load import allow_files
from stream_clients import open_stream, read_response, read_until, request

SPECTATORS: Final = (1, 50, 200)
ACTIONS: Final = 30
"""Actions of a game."""

_ETAG: Final = re.compile(rb"\r\nETag: ([^\r]+)", re.IGNORECASE)


def streams_cost(server: Server, game: Game, count: int) -> float:
    """Seconds of processor time for each action of a game that streams follow."""
    with ExitStack() as closing:
        streams = [closing.enter_context(open_stream(server, game.id)) for _ in range(count)]

        def receive(version: int) -> None:
            for stream in streams:
                read_until(stream, b"id: %d\n" % version)

        return _cost(server, game, receive)


def polls_cost(server: Server, game: Game, count: int) -> float:
    """Seconds of processor time for each action of a game that long polls follow."""
    with ExitStack() as closing:
        polls = [closing.enter_context(_connect(server)) for _ in range(count)]
        _send_all(polls, request(game.path))

        def receive(_: int) -> None:
            for poll in polls:
                etag = _ETAG.search(read_response(poll))
                assert etag  # noqa: S101 - a failed request invalidates the result
                poll.sendall(request(game.path, If_None_Match=etag[1].decode(), Prefer="wait=60"))

        receive(1)
        return _cost(server, game, receive)


def _cost(server: Server, game: Game, receive: Callable[[int], None]) -> float:
    """Seconds of processor time for each action; `receive` waits until all spectators have the event of a version."""
    first, *others = game.actions
    with _connect(server) as actor:
        _act(actor, first)
        receive(2)
        before = server.processor_seconds
        for version, action in enumerate(others, 3):
            _act(actor, action)
            receive(version)
        return (server.processor_seconds - before) / len(others)


def _act(actor: socket.socket, action: bytes) -> None:
    actor.sendall(action)
    read_response(actor)


def _send_all(connections: Sequence[socket.socket], content: bytes) -> None:
    for connection in connections:
        connection.sendall(content)


def _connect(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=30)


def main(rounds: int) -> None:
    """Measure each number of spectators in alternation, and print the medians."""
    allow_files(max(SPECTATORS))
    separate_cores()
    kinds = {"streams": streams_cost, "long polls": polls_cost}
    costs: dict[tuple[str, int], list[float]] = {(kind, count): [] for kind in kinds for count in SPECTATORS}
    games = plans("spectators", ACTIONS)
    with store() as url, regicide_server(url, WAITING_SHARE_PERCENT="100") as server:
        server.pin()
        created = [[create_game(server.port, plan) for _ in costs] for plan in islice(games, rounds)]
        for same in created:
            for game, ((kind, count), seconds) in zip(same, costs.items(), strict=True):
                seconds.append(kinds[kind](server, game, count))
    print("Milliseconds of processor time for each action, and microseconds for one more spectator\n")
    print_table(["", *map(str, SPECTATORS), "one more"], [[kind, *_row(kind, costs)] for kind in kinds])


def _row(kind: str, costs: dict[tuple[str, int], list[float]]) -> list[float]:
    each = [median(costs[kind, count]) for count in SPECTATORS]
    one_more = (each[-1] - each[0]) / (SPECTATORS[-1] - SPECTATORS[0])
    return [*(1e3 * seconds for seconds in each), 1e6 * one_more]


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 4)
