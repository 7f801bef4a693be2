"""Cost of a request with more entries in the store, and in longer games.

    .venv/bin/python benchmarks/growth.py stores [size …]    # 10, 1,000 and 100,000 entries of each kind
    .venv/bin/python benchmarks/growth.py length             # the first and the last actions of long games

The requests to the stores are those of worst_requests.py that are legal; exit code 1 if one costs more than three times
as much with the most entries as with fewer, unless its response grows.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from statistics import median
from typing import Any, NamedTuple

import worst_states as states
from actions import CLIENTS, processor_seconds
from harness import regicide_server, separate_cores, store
from redis import Redis
from worst_cases import Bench
from worst_requests import Values, Variant, operations, variants
from worst_states import STATES, State, World

from clients import create_game, driver, plans
from regicide_api.app import create_app
from regicide_api.core.tokens import TokenSource
from regicide_api.domain.game import HostedGame
from regicide_api.endpoints.services import services_of
from regicide_api.services.questions import MAX_WAITING
from regicide_api.storage.client import write_commands
from regicide_api.storage.game_store import Store, game_keys

SIZES = (10, 1_000, 100_000)
PART = 1000
"""Games that are copied at a time."""
REQUESTS = 5
"""Requests of each kind in a store of each size."""
SHOWN = 20
MAX_GROWTH = 3.0
"""The most that a request may cost with the most entries, relative to fewer, and to the length of the response.

The smaller number of entries exceeds a page, since a request costs more when it reads a whole page than ten entries.
"""
SLACK = (500.0, 200.0, 6.0)
"""Differences of each cost that do not count."""
_OWN_COMMANDS = ("cmdstat_info", "cmdstat_ping")

ROUNDS = 3
LONG_GAME_ACTIONS = 60
"""The actions of a long game."""
EDGE = 10
"""The actions at its beginning, and at its end, that are compared."""


class Cost(NamedTuple):
    """What a request costs: microseconds of a worker process and of the store, commands, and KB of the response.

    A stream ends with what it reads, and sends meanwhile: it costs as much as the client wants of it.
    """

    worker: float
    store: float
    commands: float
    kilobytes: float
    is_stream: float = False

    def is_beyond(self, small: Cost) -> bool:
        """Whether it is more than MAX_GROWTH times the cost in a smaller store, for a response of the same length."""
        allowed = MAX_GROWTH * max(1.0, self.kilobytes / max(1.0, small.kilobytes))
        return not self.is_stream and any(
            self[part] > allowed * small[part] + SLACK[part] for part in range(len(SLACK))
        )

    def __str__(self) -> str:
        return f"{self.worker:,.0f}, {self.store:,.0f}, {self.commands:.0f}"


class Crowd:
    """An owner and an agent with many games, running and ended, among as many other agents and waiting questions.

    The games are copies of two that were created by requests, with the entries that the server writes for each.
    """

    def __init__(self, url: str, bench: Bench, client: Redis) -> None:
        self.client, self.services = client, services_of(create_app(Store(url)))
        self.call, self.count = bench.world.call, 0
        values = states.of_agent(bench.world)
        self.agent = values["agent"]
        bench.world = World(self.call, (self.agent, values["token of agentToken"]), values["token of owner"])
        self.running, self.ended = (self._game(make(bench.world)) for make in (states.of_agent, states.ended_of_agent))

    def _game(self, values: Values) -> HostedGame:
        return self.services.repository.get(values["game_id"])

    def grow(self, count: int) -> None:
        """Have this number of games running and ended, of agents, and questions, half as many as may wait."""
        for first in range(self.count, count, PART):
            numbers = range(first, min(first + PART, count))
            with self.client.pipeline(transaction=False) as pipeline:
                for number in numbers:
                    self._copy(pipeline, self.running, f"{number:020x}", None)
                    self._copy(pipeline, self.ended, f"{number + (1 << 40):020x}", self.running)
                pipeline.execute()
            for number in numbers:
                self.services.agents.register(f"n{number:09d}", TokenSource.new())
        for number in range(self.count, min(count, MAX_WAITING // 2)):
            question = {"agent": self.agent, "version": 1, "seat": 0}
            self.call("POST", f"/v1/games/{number + (1 << 40):020x}/advice", question)
        self.count = count

    def _copy(self, pipeline: Any, game: HostedGame, game_id: str, before: HostedGame | None) -> None:
        repository = self.services.repository
        copy = replace(game, id=game_id)
        entries = [
            *repository.entries(before, copy),
            *repository.owners.entries(None, copy),
            *repository.lists.entries(None, copy),
        ]
        for source, target in zip(game_keys(game.id), game_keys(game_id), strict=True):
            pipeline.copy(source, target)
        for command in write_commands(entries):
            pipeline.execute_command(*command)


def store_requests(bench: Bench) -> Iterator[tuple[Variant, State]]:
    """The plain request to each operation, and those with its largest parameters, in a state that accepts them."""
    for operation in operations():
        plain, *others = variants(operation)
        is_of_agent = not operation.is_safe and "{" not in operation.path  # it may end the agent
        made = [partial(of_another_agent, state) if is_of_agent else state for state in (states.over, *STATES)]
        accepting = next((state for state in made if bench.answer(plain, state).status < 400), None)
        if accepting:
            legal = [each for each in others if each.kind == "largest legal" and each.place.startswith("?")]
            yield from ((variant, accepting) for variant in (plain, *legal))


def of_another_agent(state: State, world: World) -> Values:
    """A state with an agent of its own."""
    return state(world._replace(agent=None))


def store_cost(bench: Bench, client: Redis, variant: Variant, state: State) -> Cost:
    """The cost of a request: the median of several."""
    found: list[tuple[float, ...]] = []
    while len(found) < REQUESTS and sum(microseconds for microseconds, *_ in found) < 1e6:
        sent = bench.sent(variant, state)
        before = _spent(client)
        answer = bench.deliver(sent, variant, state)
        spent, commands = (after - earlier for after, earlier in zip(_spent(client), before, strict=True))
        found.append((1e6 * answer.seconds, spent, commands, len(answer.content) / 1e3, answer.is_stream))
    return Cost(*map(median, zip(*found, strict=True)))


def _spent(client: Redis) -> tuple[float, float]:
    """The microseconds that the store has spent on commands, and their number, those inside scripts included."""
    used = [each for name, each in client.info("commandstats").items() if name not in _OWN_COMMANDS]
    return sum(each["usec"] for each in used), sum(each["calls"] for each in used)


def stores(sizes: Sequence[int]) -> int:
    """Measure with more and more entries in the store. Returns 1 if a request costs more with the most than it may."""
    found: dict[str, list[Cost]] = {}
    separate_cores()
    with store() as url, regicide_server(url) as server, Redis.from_url(url) as client:
        client.config_set("appendonly", "no")  # so that the disk is not measured
        bench = Bench(server.pin())
        crowd, requests = Crowd(url, bench, client), [*store_requests(bench)]
        for size in sizes:
            crowd.grow(size)
            for variant, state in requests:
                found.setdefault(str(variant), []).append(store_cost(bench, client, variant, state))
    beyond = {name for name, costs in found.items() if costs[-1].is_beyond(costs[-2])}
    rows = sorted(found.items(), key=lambda row: row[1][-1].worker / max(1.0, row[1][0].worker), reverse=True)
    print("| request |", " | ".join(f"{size:,}" for size in sizes), "|")
    print(f"|---|{'---|' * len(sizes)}")
    for name, costs in rows:
        if name in beyond or name in dict(rows[:SHOWN]):
            print(f"| `{name}` |", " | ".join(map(str, costs)), "| beyond the bound" if name in beyond else "|")
    print(f"\n{len(found)} requests: microseconds of the worker process and of the store, commands")
    return int(bool(beyond))


def length() -> None:
    """Measure the first and the last actions of long games, with an empty and a full discard pile."""
    ratios: list[float] = []
    with store() as url, driver() as process, regicide_server(url) as server:
        deals = plans("long", LONG_GAME_ACTIONS)
        for _ in range(ROUNDS + 1):
            new = [create_game(server.port, plan).actions for plan in islice(deals, 2 * CLIENTS)]
            parts = (slice(EDGE), slice(EDGE, -EDGE), slice(-EDGE, None))
            early, _, late = (processor_seconds(process, server, [actions[part] for actions in new]) for part in parts)
            ratios.append(early / late)
    print(
        f"The rate of the last {EDGE} of {LONG_GAME_ACTIONS} actions, relative to the first: {median(ratios[1:]):.2f}"
    )


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["stores", *chosen]:
            sys.exit(stores([int(size) for size in chosen] or SIZES))
        case ["length"]:
            length()
        case _:
            sys.exit("invalid argument: expected stores or length")
