"""Memory of games in Redis, and Redis commands of requests.

The embedded store measures itself: bytes are those of MEMORY USAGE with SAMPLES 0, over all keys of the game; commands
are those of INFO commandstats, including those in scripts and transactions. The results are deterministic.

    .venv/bin/python benchmarks/memory.py [deals]
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from flask.testing import FlaskClient
from harness import store
from redis import Redis
from werkzeug.test import TestResponse

from regicide_api.app import create_app
from regicide_api.config import Settings
from regicide_api.storage import Store
from regicide_arena.bots.greedy import choose


@dataclass
class Sizes:
    """Bytes of games at their start, before their last action and after their end; events, and bytes of each."""

    start: list[int] = field(default_factory=list)
    last: list[int] = field(default_factory=list)
    over: list[int] = field(default_factory=list)
    events: list[int] = field(default_factory=list)
    event: list[float] = field(default_factory=list)


class Game:
    """A game that is played over HTTP, in process."""

    def __init__(self, client: FlaskClient, players: int, seed: str) -> None:
        self._client = client
        seats = [{"name": f"player {seat}"} for seat in range(players)]
        self.created = client.post("/v1/games", json={"players": players, "seed": seed, "seats": seats})
        reported = self.created.get_json()
        self.view: dict[str, Any] = reported["game"]
        self.tokens: list[str] = [seat["token"] for seat in reported["seats"]]
        self.path = f"/v1/games/{self.view['id']}"

    def get_view(self, **headers: str) -> TestResponse:
        """Get the view of the seat that has the turn."""
        return self._client.get(self.path, headers={"Authorization": f"Bearer {self._token}", **headers})

    def act(self) -> TestResponse:
        """Take the action that a bot chooses."""
        view: Any = self.view if self.view["legal_actions"] else self.get_view().get_json()
        move = {"version": view["version"], "action": choose(view)}
        path = f"{self.path}/actions"
        answer = self._client.post(path, json=move, headers={"Authorization": f"Bearer {self._token}"})
        self.view = answer.get_json()
        return answer

    @property
    def _token(self) -> str:
        return self.tokens[self.view["turn"] or 0]


def size(redis: Redis, game: Game) -> tuple[int, int]:
    """The bytes of a game: of all its keys, and of its events."""
    keys = list(redis.scan_iter(f"game:{{{game.view['id']}}}*"))
    sizes = {key: int(redis.memory_usage(key, samples=0) or 0) for key in keys}
    return sum(sizes.values()), sum(taken for key, taken in sizes.items() if key.endswith(b":events"))


def measure_game(client: FlaskClient, redis: Redis, players: int, seed: str, sizes: Sizes) -> None:
    """Play a game to its end, and measure it."""
    game = Game(client, players, seed)
    sizes.start.append(size(redis, game)[0])
    while game.view["status"] == "active":
        taken, of_events = size(redis, game)
        game.act()
    sizes.last.append(taken)
    sizes.over.append(size(redis, game)[0])
    sizes.events.append(game.view["version"] - 1)
    sizes.event.append(of_events / (sizes.events[-1] - 1))


def commands(redis: Redis, send: Callable[[], TestResponse]) -> tuple[str, TestResponse]:
    """The Redis commands of a request, and its response."""
    before = command_counts(redis)
    answer = send()
    after = command_counts(redis)
    ran = {name: count - before.get(name, 0) for name, count in after.items() if name != "info"}
    return ", ".join(f"{count} {name}" for name, count in sorted(ran.items()) if count), answer


def command_counts(redis: Redis) -> dict[str, int]:
    """The number of executions of each command so far."""
    return {name.removeprefix("cmdstat_"): reported["calls"] for name, reported in redis.info("commandstats").items()}


def print_sizes(client: FlaskClient, redis: Redis, deals: int) -> None:
    """Print the sizes of games."""
    columns = ("start", "last", "most", "over", "most", "events", "most", "an event")
    print(f"{'bytes in Redis':16}", *(f"{column:>9}" for column in columns))
    for players in (1, 2, 3, 4):
        sizes = Sizes()
        for deal in range(deals):
            measure_game(client, redis, players, f"memory-{players}-{deal}", sizes)
        figures = [max(sizes.start)]
        for each in (sizes.last, sizes.over, sizes.events):
            figures += [round(statistics.median(each)), max(each)]
        figures.append(round(statistics.median(sizes.event)))
        print(f"{players:7} players ", *(f"{figure:9}" for figure in figures))


def print_commands(client: FlaskClient, redis: Redis) -> None:
    """Print the commands of requests."""
    game = Game(client, 2, "warmed-up")
    game.act()  # the scripts are there
    print()
    print(f"{'create a game':24}{commands(redis, lambda: Game(client, 2, 'commands').created)[0]}")
    reported, seen = commands(redis, game.get_view)
    print(f"{'view':24}{reported}")
    reported, known = commands(redis, lambda: game.get_view(**{"If-None-Match": seen.headers["ETag"]}))
    assert known.status_code == 304  # noqa: S101 - a failed request invalidates the result
    print(f"{'view, not modified (304)':24}{reported}")
    game.view = seen.get_json()
    reported, taken = commands(redis, game.act)
    assert taken.status_code == 200  # noqa: S101 - the same
    print(f"{'act':24}{reported}")


def main(deals: int) -> None:
    """Measure, and print the tables."""
    with store() as url, Redis.from_url(url) as redis:
        client = create_app(Store(url), Settings(limits={})).test_client()
        print_sizes(client, redis, deals)
        print_commands(client, redis)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10)
