"""Cost of a request with more games, more worker processes, and longer games.

    .venv/bin/python benchmarks/growth.py games [count …]    # 10, 10,000 and 1,000,000 live games
    .venv/bin/python benchmarks/growth.py workers            # 1 and 2 worker processes
    .venv/bin/python benchmarks/growth.py length             # the first and the last actions of long games

The live games are copies of partly played ones, written into the store directly; views are of random copies, and
actions are taken in new games among them. A floor (floor.py) gets the same requests in alternation, so that other load
of the machine affects both.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import islice
from statistics import median

from actions import ACTION, ACTIONS_PER_GAME, CLIENTS, BenchmarkServers, Pair, Round, benchmark_servers, measure_round
from game_plans import Game, create_game, plans
from harness import (
    floor_server,
    percentile,
    print_table,
    regicide_server,
    store,
)
from load_driver import drive, driver
from redis import Redis

COUNTS = (10, 10_000, 1_000_000)
ROUNDS = 3
TEMPLATES = 10
COPIED_ACTIONS = 20
"""Actions in a game before it is copied."""

LONG_GAME_ACTIONS = 60
"""The actions of a long game."""
EDGE = 10
"""The actions at its beginning, and at its end, that are compared."""

_COPY = """\
local record, events, ttl = redis.call('GET', KEYS[1]), redis.call('LRANGE', KEYS[2], 0, -1), redis.call('TTL', KEYS[1])
for number = ARGV[1], ARGV[2] do
  local key = string.format('game:{%020x}', number)
  redis.call('SET', key, record, 'EX', ttl)
  redis.call('RPUSH', key .. ':events', unpack(events))
  redis.call('EXPIRE', key .. ':events', ttl)
end
"""


class Crowd:
    """Copies of some games, numbered consecutively, grouped by original."""

    def __init__(self, servers: BenchmarkServers, client: Redis) -> None:
        self.client = client
        self.copy = client.register_script(_COPY)
        self.count = 0
        self.games = [create_game(servers.server.port, plan) for plan in islice(servers.plans, TEMPLATES)]
        servers.process.submit(
            drive, servers.server.port, [game.actions[:COPIED_ACTIONS] for game in self.games]
        ).result()

    def grow(self, count: int) -> None:
        """Create copies up to this number."""
        share = count // TEMPLATES
        for place, game in enumerate(self.games):
            keys = [f"game:{{{game.id}}}", f"game:{{{game.id}}}:events"]
            for first in range(place * share, (place + 1) * share, 1000):
                self.copy(keys, [first, min(first + 1000, (place + 1) * share) - 1])
        self.count = count

    def view_requests(self, count: int) -> list[bytes]:
        """Views of random copies."""
        share = self.count // TEMPLATES
        drawn = [random.randrange(share * TEMPLATES) for _ in range(count)]  # noqa: S311 - no secret
        return [self._view_request(self.games[number // share], number) for number in drawn]

    def _view_request(self, game: Game, number: int) -> bytes:
        return game.view_requests[0].replace(game.id.encode(), b"%020x" % number)


def games(counts: Sequence[int]) -> None:
    """Measure with more and more live games."""
    rows: list[list[str | float]] = []
    with benchmark_servers() as servers, Redis.from_url(servers.redis_url) as client:
        client.config_set("appendonly", "no")  # so that the disk is not measured
        crowd = Crowd(servers, client)
        for count in counts:
            crowd.grow(count)
            rows.append([f"{count:,}", *_at(servers, crowd), int(client.info("memory")["used_memory"]) / 1e6])
    print_table(["live games", "action/s", "ratio", "view/s", "ratio", "p99 ms", "ratio", "MB in the store"], rows)


def _at(servers: BenchmarkServers, crowd: Crowd) -> list[float]:
    """The requests per processor second with their ratios to the floor's, and the p99 of an action."""
    actions = servers.pairs([ACTION], ROUNDS)[ACTION]
    views = [servers.pair([crowd.view_requests(2 * ACTIONS_PER_GAME) for _ in range(CLIENTS)]) for _ in range(ROUNDS)]
    crowded = [servers.crowd_round() for _ in range(ROUNDS)]
    return [*_rate(actions), *_rate(views), *_p99(crowded)]


def _rate(pairs: Sequence[Pair]) -> tuple[float, float]:
    return median(pair.server.rate for pair in pairs), median(pair.ratio for pair in pairs)


def _p99(pairs: Sequence[Pair]) -> tuple[float, float]:
    server, floor = (median(1000 * percentile(pair[side].seconds, 0.99) for pair in pairs) for side in (0, 1))
    return server, server / floor


def workers() -> None:
    """Measure one and two worker processes on one store, in alternation."""
    with ExitStack() as stack:
        url, process = stack.enter_context(store()), stack.enter_context(driver())
        servers = {count: stack.enter_context(regicide_server(url, count)) for count in (1, 2)}
        floors = {count: stack.enter_context(floor_server(url, count)) for count in (1, 2)}
        deals = plans("workers", ACTIONS_PER_GAME)
        rounds: dict[tuple[str, int], list[Round]] = {(name, n): [] for name in ("server", "floor") for n in (1, 2)}
        for _ in range(ROUNDS + 1):
            for count in (1, 2):
                new = [create_game(servers[count].port, plan).actions for plan in islice(deals, 2 * CLIENTS)]
                rounds["server", count].append(measure_round(process, servers[count], new))
                rounds["floor", count].append(measure_round(process, floors[count], new))
    rates = {key: median(each.rate for each in played[1:]) for key, played in rounds.items()}
    rows = [[name, rates[name, 1], rates[name, 2], 2 * rates[name, 2] / rates[name, 1]] for name in ("server", "floor")]
    print("Actions for each second of processor time of a worker process; two processes have two such seconds\n")
    print_table(["", "1 process", "each of 2", "2 beside 1"], rows)


def length() -> None:
    """Measure the first and the last actions of long games, with an empty and a full discard pile."""
    early: list[float] = []
    late: list[float] = []
    with store() as url, driver() as process, regicide_server(url) as server:
        deals = plans("long", LONG_GAME_ACTIONS)
        for _ in range(ROUNDS + 1):
            new = [create_game(server.port, plan).actions for plan in islice(deals, 2 * CLIENTS)]
            early.append(measure_round(process, server, [actions[:EDGE] for actions in new]).rate)
            process.submit(drive, server.port, [actions[EDGE:-EDGE] for actions in new]).result()
            late.append(measure_round(process, server, [actions[-EDGE:] for actions in new]).rate)
    ratio = median(after / before for before, after in zip(early[1:], late[1:], strict=True))
    print(f"Actions for each second of processor time, in games of {LONG_GAME_ACTIONS} actions\n")
    print_table([f"first {EDGE}", f"last {EDGE}", "ratio"], [[f"{median(early):.0f}", median(late), ratio]])


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["games", *chosen]:
            games([int(count) for count in chosen] or COUNTS)
        case ["workers"]:
            workers()
        case ["length"]:
            length()
        case _:
            sys.exit("invalid argument: expected games, workers or length")
