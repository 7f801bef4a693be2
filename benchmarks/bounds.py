"""Bounds on the creation of many games and on the memory of streams: exit code 1 beyond one of them.

.venv/bin/python benchmarks/bounds.py
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from statistics import median
from typing import Final, NamedTuple

from creation import GAMES, creation_seconds
from harness import regicide_server, separate_cores, store
from stream_clients import open_subscriptions
from subscribers import allow_files, subscriber_server

MAX_CREATIONS: Final = 32.0
"""The cost of 100 games by one request, as a multiple of that of one game: 16 to 27, depending on the machine."""

STREAMS: Final = 1000
MAX_KILOBYTES_PER_STREAM: Final = 20.0
"""With the process itself, 5,000 streams then take less than 30 KB each."""

ROUNDS: Final = 4


class Measure(NamedTuple):
    """A measured value, and its bound."""

    name: str
    value: float
    maximum: float


def measures() -> Iterator[Measure]:
    """Measure each value."""
    with store() as url, regicide_server(url) as server:
        rounds = creation_seconds(server.pin(), ROUNDS)
    yield Measure(f"creations that {GAMES} games cost", median(batch / one for one, batch in rounds), MAX_CREATIONS)
    with subscriber_server(STREAMS) as server, open_subscriptions(server, STREAMS // 10, streams=True):
        before = server.kilobytes
        with open_subscriptions(server, STREAMS - STREAMS // 10, streams=True):
            grown = (server.kilobytes - before) / (STREAMS - STREAMS // 10)
    yield Measure("KB that a further stream takes", grown, MAX_KILOBYTES_PER_STREAM)


def main() -> int:
    """Print each value. Returns the exit code."""
    allow_files(2 * STREAMS)
    separate_cores()
    is_beyond = False
    for name, value, maximum in measures():
        is_beyond |= value > maximum
        print(f"{name}: {value:.1f}, at most {maximum:.0f}{': too many' if value > maximum else ''}")
    return int(is_beyond)


if __name__ == "__main__":
    sys.exit(main())
