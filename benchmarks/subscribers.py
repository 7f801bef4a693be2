"""Cost of many subscribers on one worker process, and their effect on the duration of an action.

Streams, or a fifth as many long polls, are opened on one worker process; its memory and growth are divided by their
number. Then, alternately without and with the streams, games are played in the same process at a given rate (0:
unlimited), and one game of four whose seats each follow a stream: how long does an action take, and when have all four
received it? The load shares the machine with the server, so that only the ratios are meaningful.

    .venv/bin/python benchmarks/subscribers.py [clients] [rounds] [actions per second elsewhere]
    .venv/bin/python benchmarks/subscribers.py --check    # exit code 1 if a further stream takes too much memory
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from threading import Event, Thread
from typing import Any

from harness import (
    Server,
    percentile,
    regicide_server,
    store,
)
from stream_clients import (
    call,
    connect,
    open_stream,
    open_subscriptions,
    read_until,
)

PART_DURATION_S = 8.0
"""Duration of each part."""

ACTION_INTERVAL_S = 0.05
"""Pause between actions in the game of four."""

PLAYER_THREADS = 4
"""Threads that play other games."""

STREAMS = 1000
MAX_KILOBYTES_PER_STREAM = 20.0
"""With the process itself, 5,000 streams then take less than 30 KB each."""

DISCONNECT_DELAY_S = 2
"""Time for the server to detect disconnects."""


@dataclass
class Times:
    """Durations in seconds of actions, of deliveries to all four seats, and of actions elsewhere."""

    actions: list[float] = field(default_factory=list)
    heard: list[float] = field(default_factory=list)
    elsewhere: list[float] = field(default_factory=list)
    lasted: float = 0.0


def moves(connection: HTTPConnection, players: int) -> Iterator[tuple[dict[str, Any], list[str], float]]:
    """Play games endlessly. Yields after each action the view, the tokens of the seats, and the time of the request."""
    while True:
        created = call(connection, "POST", "/v1/games", {"players": players})
        game, tokens = created["game"], [seat["token"] for seat in created["seats"]]
        yield game, tokens, 0.0
        while game["status"] == "active":
            token, path = tokens[game["turn"]], f"/v1/games/{game['id']}"
            view = game if game["legal_actions"] else call(connection, "GET", path, token=token)
            move = {"version": view["version"], "action": view["legal_actions"][0]}
            start = time.perf_counter()
            game = call(connection, "POST", f"{path}/actions", move, token)
            yield game, tokens, start


def play_elsewhere(server: Server, rate: float, times: Times, stop: Event) -> None:
    """Play games of one at this rate of actions per second (0: unlimited)."""
    connection = connect(server)
    due = time.perf_counter()
    for _, _, start in moves(connection, 1):
        if start:
            times.elsewhere.append(time.perf_counter() - start)
        if stop.is_set():
            return
        if rate and start:
            due = max(due + 1 / rate, start)
            time.sleep(max(0.0, due - time.perf_counter()))


def play_four(server: Server, times: Times) -> None:
    """Play games of four whose seats each follow a stream, and measure the delivery of each action."""
    connection, end = connect(server), time.perf_counter() + PART_DURATION_S
    with ExitStack() as closing, ThreadPoolExecutor(4) as ears:
        for game, tokens, start in moves(connection, 4):
            if not start:
                streams = [closing.enter_context(open_stream(server, game["id"], token)) for token in tokens]
                continue
            times.actions.append(time.perf_counter() - start)
            mark = b"id: %d\n" % game["version"]
            heard = list(ears.map(read_until, streams, [mark] * len(streams)))
            times.heard.append(max(heard) - start)
            if time.perf_counter() > end:
                return
            time.sleep(ACTION_INTERVAL_S)


def measure(server: Server, rate: float, times: Times) -> None:
    """Play the game of four beside the other games for a while."""
    stop = Event()
    others = [
        Thread(target=play_elsewhere, args=[server, rate / PLAYER_THREADS, times, stop]) for _ in range(PLAYER_THREADS)
    ]
    start = time.perf_counter()
    for other in others:
        other.start()
    try:
        play_four(server, times)
    finally:
        stop.set()
        for other in others:
            other.join()
        times.lasted += time.perf_counter() - start


@contextmanager
def subscriber_server(count: int) -> Iterator[Server]:
    """A server with one worker process and capacity for this number of subscribers."""
    connections = str(count * 8 // 7 + 128)
    with store() as url, regicide_server(url, WEB_CONNECTIONS=connections, WAITING_SHARE_PERCENT="100") as server:
        yield server


def milliseconds(times: list[float], share: float) -> float:
    """A percentile of durations, in milliseconds."""
    return 1000 * percentile(times, share)


def print_cost(server: Server, count: int, before: int, kind: str) -> None:
    """Print the cost of the current subscribers."""
    after, used = server.kilobytes, server.processor_seconds
    time.sleep(PART_DURATION_S)
    used = server.processor_seconds - used
    share = 100 * used / PART_DURATION_S
    print(f"{count:7} {kind:20}{after / count:12.1f}{(after - before) / count:12.1f}{share:14.0f} %")


def compare(server: Server, count: int, rounds: int, rate: float) -> None:
    """Measure in alternation, and print the tables."""
    measure(server, rate, Times())
    alone, beside, before = Times(), Times(), server.kilobytes
    for number in range(rounds):
        measure(server, rate, alone)
        with open_subscriptions(server, count, streams=True):
            if not number:
                print_cost(server, count, before, "streams")
            measure(server, rate, beside)
        time.sleep(DISCONNECT_DELAY_S)
    print(
        f"\n{'milliseconds (p50, p99)':28}{'an action':>16}{'delivered to four':>18}{'elsewhere':>16}{'per second':>12}"
    )
    for name, times in (("no subscribers", alone), (f"{count} subscribers", beside)):
        shown = [f"{milliseconds(kind, 0.5):.1f} {milliseconds(kind, 0.99):8.1f}" for kind in kinds(times)]
        print(f"{name:28}{shown[0]:>16}{shown[1]:>18}{shown[2]:>16}{len(times.elsewhere) / times.lasted:12.0f}")
    both = zip(kinds(alone), kinds(beside), strict=True)
    ratios = [" ".join(f"{percentile(b, share) / percentile(a, share):8.2f}" for share in (0.5, 0.99)) for a, b in both]
    print(f"{'ratio':28}{ratios[0]:>16}{ratios[1]:>18}{ratios[2]:>16}")


def kinds(times: Times) -> tuple[list[float], list[float], list[float]]:
    """The measured durations by kind."""
    return times.actions, times.heard, times.elsewhere


def allow_files(clients: int) -> None:
    """Raise the limit of open files of this process and its children for a number of clients."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 4 * clients + 1000), most))


def main(count: int, rounds: int, rate: float) -> None:
    """Measure the cost of subscribers, and their effect on other requests."""
    allow_files(count)
    print(f"{'':28}{'KB in all':>12}{'KB more':>12}{'processor':>16}")
    with subscriber_server(count) as server:
        before = server.kilobytes
        with open_subscriptions(server, count // 5, streams=False):
            print_cost(server, count // 5, before, "long polls")
    with subscriber_server(count) as server:
        compare(server, count, rounds, rate)


def check() -> int:
    """Print the memory of a further stream. Returns the exit code."""
    allow_files(2 * STREAMS)
    with subscriber_server(STREAMS) as server, open_subscriptions(server, STREAMS // 10, streams=True):
        before = server.kilobytes
        with open_subscriptions(server, STREAMS - STREAMS // 10, streams=True):
            grown = (server.kilobytes - before) / (STREAMS - STREAMS // 10)
    print(f"KB that a further stream takes: {grown:.1f}, at most {MAX_KILOBYTES_PER_STREAM:.0f}")
    return int(grown > MAX_KILOBYTES_PER_STREAM)


if __name__ == "__main__":
    given = sys.argv[1:]
    if given == ["--check"]:
        sys.exit(check())
    main(*(int(text) for text in [*given, *("5000", "1", "100")[len(given) :]][:3]))
