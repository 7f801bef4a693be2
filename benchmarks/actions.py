"""What does a request cost, beside what it would cost any Flask application with the same store?

The server and the floor (floor.py) run side by side, with one worker process each. The same requests are sent to both,
in short rounds by turns, so that both see the same machine. What counts is how many requests are answered for each
second of processor time of the worker process, and the ratio of that to the floor's.

    .venv/bin/python benchmarks/actions.py [rounds]
    .venv/bin/python benchmarks/actions.py --check      # in half a minute: has a ratio fallen by a quarter?
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from itertools import chain, cycle, islice
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from harness import (
    Server,
    floor_server,
    percentile,
    print_table,
    regicide_server,
    store,
)
from load_driver import Script, drive, driver
from playing import Game, Plan, created, plans

LENGTH: Final = 40
"""The actions of each game."""
GAMES: Final = 8
"""The games of a round …"""
CLIENTS: Final = 4
"""… and the clients that share them: so many that the worker process is always busy."""
SLICE: Final = 20
"""The requests of each client until it is the other server's turn."""
MANY: Final = 32
"""The clients when it is measured how long an action takes, with a game for each."""

ACTION: Final = "action"
LOOK: Final = "look"
AGAIN: Final = "look, nothing new (304)"

RATIOS: Final = Path(__file__).with_name("ratios.json")
WORST: Final = 0.75
"""So much of a ratio has to be left."""
CHECKED: Final = 5
"""The rounds of a check."""


class Round(NamedTuple):
    """What came of a round: the processor time that was used, and the seconds that each request took."""

    used: float
    seconds: list[float]

    @property
    def rate(self) -> float:
        """Requests for each second of processor time."""
        return len(self.seconds) / self.used


class Pair(NamedTuple):
    """The same round of the server and of the floor."""

    server: Round
    floor: Round

    @property
    def ratio(self) -> float:
        """How much of the floor's requests the server answers in the same processor time."""
        return self.server.rate / self.floor.rate


class Both(NamedTuple):
    """The server and the floor on one store, who drives them, and the games to come."""

    server: Server
    floor: Server
    redis_url: str
    process: ProcessPoolExecutor
    plans: Iterator[Plan]

    def pairs(self, kinds: Sequence[str], rounds: int) -> dict[str, list[Pair]]:
        """So many rounds of each kind of requests, after one that does not count."""
        played = [self._round_of_each(kinds) for _ in range(rounds + 1)]
        return {kind: [pairs[kind] for pairs in played[1:]] for kind in kinds}

    def crowded(self) -> Pair:
        """A round of actions by many clients at a time."""
        return self.pair([game.actions[:SLICE] for game in self._new(MANY)])

    def _round_of_each(self, kinds: Sequence[str]) -> dict[str, Pair]:
        games = self._new(GAMES)
        return {kind: self.pair(_shared(self._requests(kind, games))) for kind in kinds}

    def _new(self, count: int) -> list[Game]:
        return [created(self.server.port, plan) for plan in islice(self.plans, count)]

    def _requests(self, kind: str, games: Sequence[Game]) -> list[Script]:
        """For each game, its actions; or as many looks, from all seats in turns."""
        if kind == ACTION:
            return [game.actions for game in games]
        looks = [game.looks if kind == LOOK else game.looks_again(self.server.port) for game in games]
        return [list(islice(cycle(looks_at_game), LENGTH)) for looks_at_game in looks]

    def pair(self, scripts: Sequence[Script]) -> Pair:
        """A round of the server and one of the floor, in slices by turns."""
        slices = [[script[start : start + SLICE] for script in scripts] for start in range(0, len(scripts[0]), SLICE)]
        played = [
            Pair(one_round(self.process, self.server, each), one_round(self.process, self.floor, each))
            for each in slices
        ]
        return Pair(_joined([pair.server for pair in played]), _joined([pair.floor for pair in played]))


def one_round(process: ProcessPoolExecutor, server: Server, scripts: Sequence[Script]) -> Round:
    """Let clients send their requests to a server."""
    before = server.processor_seconds
    seconds = process.submit(drive, server.port, scripts).result().seconds
    return Round(server.processor_seconds - before, seconds)


def _joined(slices: Sequence[Round]) -> Round:
    return Round(sum(each.used for each in slices), [seconds for each in slices for seconds in each.seconds])


def _shared(requests: Sequence[Script]) -> list[Script]:
    """The scripts of clients that each send the requests of some games, one game after the other."""
    return [list(chain.from_iterable(requests[client::CLIENTS])) for client in range(CLIENTS)]


@contextmanager
def both() -> Iterator[Both]:
    """The server, and a floor whose answers are as long as the server's."""
    games = plans("deal", LENGTH)
    with store() as url, driver() as process, regicide_server(url) as server:
        first = [created(server.port, plan) for plan in islice(games, GAMES)]
        actions = process.submit(drive, server.port, [game.actions for game in first]).result()
        looks = process.submit(drive, server.port, [game.looks for game in first]).result()
        with floor_server(url, POST_BYTES=str(actions.body), GET_BYTES=str(looks.body)) as floor:
            yield Both(server, floor, url, process, games)


def measure(rounds: int) -> None:
    """Print what each kind of requests costs, and how long an action takes."""
    with both() as servers:
        pairs = servers.pairs([ACTION, LOOK, AGAIN], rounds)
        crowded = [servers.crowded() for _ in range(rounds)]
    print(f"Requests for each second of processor time of the worker process ({rounds} rounds, medians)\n")
    print_table(["", "server", "floor", "ratio"], [[kind, *_rates(pairs[kind])] for kind in pairs])
    print(f"\nMilliseconds of an action, {MANY} clients at a time\n")
    print_table(["", "server", "floor", "ratio"], list(_times(crowded)))


def _rates(pairs: Sequence[Pair]) -> tuple[float, float, float]:
    rates = median(pair.server.rate for pair in pairs), median(pair.floor.rate for pair in pairs)
    return *rates, median(pair.ratio for pair in pairs)


def _times(pairs: Sequence[Pair]) -> Iterator[list[str | float]]:
    for name, share in (("p50", 0.5), ("p99", 0.99)):
        server = median(1000 * percentile(pair.server.seconds, share) for pair in pairs)
        floor = median(1000 * percentile(pair.floor.seconds, share) for pair in pairs)
        yield [name, server, floor, server / floor]


def check() -> int:
    """Compare the ratios with those that are kept; the exit code."""
    kept: dict[str, float] = json.loads(RATIOS.read_text())
    with both() as servers:
        pairs = servers.pairs(list(kept), CHECKED)
    return max(_judged(kind, median(pair.ratio for pair in pairs[kind]), kept[kind]) for kind in kept)


def _judged(kind: str, ratio: float, kept: float) -> int:
    """Say how a ratio stands; 1 if it has fallen too far."""
    least = WORST * kept
    fault = "" if ratio >= least else f": too little, it has to be {least:.2f} or more"
    print(f"{kind}: {ratio:.2f} of the floor's requests in the same processor time, kept as {kept:.2f}{fault}")
    return int(bool(fault))


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        sys.exit(check())
    measure(int(sys.argv[1]) if len(sys.argv) > 1 else 6)
