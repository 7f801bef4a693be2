"""Processor time of requests, relative to a minimal Flask application with the same store.

The server and the floor (floor.py) run side by side, with one worker process each. Both get the same requests in short
alternating rounds, so that other load of the machine affects both. The result is the number of requests per second of
processor time of the worker process, and its ratio to the floor's.

    .venv/bin/python benchmarks/actions.py [rounds]
    .venv/bin/python benchmarks/actions.py --check      # 30 seconds: has a ratio fallen by a quarter?
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

from harness import Server, floor_server, print_table, regicide_server, separate_cores, store

from clients import Game, Plan, Script, create_game, drive, driver, plans

ACTIONS_PER_GAME: Final = 40
GAMES: Final = 8
"""Games of a round."""
CLIENTS: Final = 4
"""Clients that share the games: enough to keep the worker process busy."""
SLICE_REQUESTS: Final = 20
"""Requests of each client before the servers alternate."""

ACTION: Final = "action"
VIEW: Final = "view"
NOT_MODIFIED: Final = "view, not modified (304)"

RATIOS: Final = Path(__file__).with_name("ratios.json")
MIN_RATIO_SHARE: Final = 0.75
"""The share of a stored ratio below which the check fails."""
CHECK_ROUNDS: Final = 5


class Rates(NamedTuple):
    """Requests per second of processor time, the same ones to the server and to the floor."""

    server: float
    floor: float

    @property
    def ratio(self) -> float:
        """The server's rate relative to the floor's."""
        return self.server / self.floor


class BenchmarkServers(NamedTuple):
    """The server and the floor on one store, the load process, and the next games."""

    server: Server
    floor: Server
    redis_url: str
    process: ProcessPoolExecutor
    plans: Iterator[Plan]

    def rates(self, kinds: Sequence[str], rounds: int) -> dict[str, list[Rates]]:
        """Rounds of each kind of request, after one round as warm-up."""
        found: dict[str, list[Rates]] = {kind: [] for kind in kinds}
        for _ in range(rounds + 1):
            games = [create_game(self.server.port, plan) for plan in islice(self.plans, GAMES)]
            for kind in kinds:
                found[kind].append(self._round(_distribute(self._requests(kind, games))))
        return {kind: rates[1:] for kind, rates in found.items()}

    def _requests(self, kind: str, games: Sequence[Game]) -> list[Script]:
        """The actions of each game, or as many views from all its seats in turn."""
        if kind == ACTION:
            return [game.actions for game in games]
        views = [
            game.view_requests if kind == VIEW else game.conditional_view_requests(self.server.port) for game in games
        ]
        return [list(islice(cycle(requests_of_game), ACTIONS_PER_GAME)) for requests_of_game in views]

    def _round(self, scripts: Sequence[Script]) -> Rates:
        """A round of the server and one of the floor, in alternating slices."""
        used = [0.0, 0.0]
        for start in range(0, len(scripts[0]), SLICE_REQUESTS):
            part = [script[start : start + SLICE_REQUESTS] for script in scripts]
            for place, server in enumerate((self.server, self.floor)):
                used[place] += processor_seconds(self.process, server, part)
        requests = sum(map(len, scripts))
        return Rates(*(requests / seconds for seconds in used))


def processor_seconds(process: ProcessPoolExecutor, server: Server, scripts: Sequence[Script]) -> float:
    """The processor time that a server takes for requests."""
    before = server.processor_seconds
    process.submit(drive, server.port, scripts).result()
    return server.processor_seconds - before


def _distribute(requests: Sequence[Script]) -> list[Script]:
    """The scripts of clients that each send the requests of some games, one game after the other."""
    return [list(chain.from_iterable(requests[client::CLIENTS])) for client in range(CLIENTS)]


@contextmanager
def benchmark_servers() -> Iterator[BenchmarkServers]:
    """The server, and a floor with responses of the same length."""
    separate_cores()
    games = plans("deal", ACTIONS_PER_GAME)
    with store() as url, driver() as process, regicide_server(url) as server:
        first = [create_game(server.port, plan) for plan in islice(games, GAMES)]
        actions = process.submit(drive, server.port, [game.actions for game in first]).result()
        views = process.submit(drive, server.port, [game.view_requests for game in first]).result()
        with floor_server(url, POST_BYTES=str(actions.body), GET_BYTES=str(views.body)) as floor:
            yield BenchmarkServers(server.pin(), floor.pin(), url, process, games)


def measure(rounds: int) -> None:
    """Print the rate of each kind of request."""
    with benchmark_servers() as servers:
        found = servers.rates([ACTION, VIEW, NOT_MODIFIED], rounds)
    print(f"Requests for each second of processor time of the worker process ({rounds} rounds, medians)\n")
    rows = [[kind, *map(median, zip(*rates, strict=True)), _ratio(rates)] for kind, rates in found.items()]
    print_table(["", "server", "floor", "ratio"], rows)


def _ratio(rates: Sequence[Rates]) -> float:
    return median(each.ratio for each in rates)


def check() -> int:
    """Compare the ratios with the stored ones. Returns the exit code."""
    stored: dict[str, float] = json.loads(RATIOS.read_text())
    with benchmark_servers() as servers:
        found = servers.rates(list(stored), CHECK_ROUNDS)
    return max(_print_verdict(kind, _ratio(rates), stored[kind]) for kind, rates in found.items())


def _print_verdict(kind: str, ratio: float, stored: float) -> int:
    """Print a ratio. Returns 1 if it is too low."""
    least = MIN_RATIO_SHARE * stored
    fault = "" if ratio >= least else f": too low, expected at least {least:.2f}"
    print(f"{kind}: {ratio:.2f} of the floor's requests in the same processor time, stored as {stored:.2f}{fault}")
    return int(bool(fault))


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        sys.exit(check())
    measure(int(sys.argv[1]) if len(sys.argv) > 1 else 6)
