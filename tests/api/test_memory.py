"""Memory of a game in Redis, and Redis commands of a request: bounds that hold on every machine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from players import SEED, Game, Player, bearing
from redis import Redis
from servers import valkey_server

from regicide_api.app import create_app
from regicide_api.config import Settings
from regicide_api.endpoints.services import services_of
from regicide_api.services.serializer import StateCache
from regicide_api.storage.game_store import Store
from regicide_arena.bots.greedy import choose

NEW_GAME_BYTES = 1024
"""Maximum for a new game with a name at each seat."""

RECORD_BYTES = 1024
"""Maximum for a started game without its events."""

EVENT_BYTES = 48
"""Maximum for each event."""

MANY_EVENTS = 60
"""More events than most games have: with these bounds they take less than 4 KiB."""

LONG = "long-1"
"""The seed of a game of four in which `greedy` takes more actions."""


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """A store for this test only."""
    with valkey_server() as url:
        yield url


@pytest.fixture
def player(url: str) -> Player:
    """A player on that store."""
    return Player(create_app(Store(url), Settings(limits={})).test_client())


@pytest.fixture
def store(url: str) -> Iterator[Redis]:
    """A client of the store."""
    with Redis.from_url(url) as store:
        yield store


def size(store: Redis, game: Game) -> int:
    """The bytes of all keys of a game."""
    keys = list(store.scan_iter(f"game:{{{game.view['id']}}}*"))
    assert keys
    return sum(int(store.memory_usage(key, samples=0)) for key in keys)


def created(player: Player, players: int, seed: str) -> Game:
    """A game with names at its seats."""
    return player.create(players, seed=seed, seats=[{"name": f"player {seat}"} for seat in range(players)])


def played(player: Player, players: int, seed: str) -> Iterator[Game]:
    """A game in which `greedy` plays every seat, at each version; finished after the last."""
    game = created(player, players, seed)
    yield game
    while game.view["status"] == "active":
        assert player.act(game, choose(player.get_view(game, game.token))).status_code == 200
        yield game


def ran(store: Redis, send: Callable[[], Any]) -> dict[str, int]:
    """The number of executions of each command during a request, including those in scripts and transactions."""
    before = counted(store)
    send()
    after = counted(store)
    return {name: count - before.get(name, 0) for name, count in after.items() if count != before.get(name, 0)}


def counted(store: Redis) -> dict[str, int]:
    """The number of executions of each command so far."""
    calls = {name.removeprefix("cmdstat_"): stat["calls"] for name, stat in store.info("commandstats").items()}
    return {name: count for name, count in calls.items() if name != "info"}


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_new_game_takes_less_than_a_kibibyte(player: Player, store: Redis, players: int) -> None:
    """Its record, including names and token hashes."""
    assert size(store, created(player, players, SEED)) <= NEW_GAME_BYTES


@pytest.mark.parametrize(("players", "seed"), [(1, SEED), (2, SEED), (3, SEED), (4, LONG)])
def test_a_game_grows_by_few_bytes_for_each_event(player: Player, store: Redis, players: int, seed: str) -> None:
    """At each version; after its end it takes less than two thirds of its size before the last action."""
    sizes = [size(store, game) for game in played(player, players, seed)]
    assert [events for events, found in enumerate(sizes) if found > RECORD_BYTES + EVENT_BYTES * events] == []
    assert sizes[-1] < sizes[-2] * 2 / 3
    assert len(sizes) > MANY_EVENTS or seed != LONG


ACTION = ("get", "set", "rpush", "expire", "publish")
"""The commands inside the script of an action."""


def test_a_request_takes_these_commands(player: Player, store: Redis, game: Game) -> None:
    """One command or one script, which is one round trip, with no others in it than those."""
    known = bearing(game.token) | {
        "If-None-Match": player.client.get(game.path, headers=bearing(game.token)).headers["ETag"]
    }
    requests: dict[Callable[[], Any], tuple[str, ...]] = {
        player.create: ("multi", "evalsha", "get", "set", "expire", "exec"),
        lambda: player.get_view(game, game.token): ("get",),
        lambda: player.get_view(game): ("get",),
        lambda: player.client.get(game.path, headers=known): ("get",),
        lambda: player.client.get(f"{game.path}?include=previews", headers=bearing(game.token)): ("get",),
        lambda: player.act(game, "9S"): ("evalsha", *ACTION),
    }
    for send, commands in requests.items():
        assert ran(store, send) == dict.fromkeys(commands, 1)


def test_an_action_on_a_state_of_another_process_takes_these_commands(player: Player, store: Redis, game: Game) -> None:
    """Another script loads the record and events before."""
    services_of(player.client.application).repository.states = StateCache()
    commands = Counter(["evalsha", "get", "type", "lrange", "evalsha", *ACTION])
    assert ran(store, lambda: player.act(game, "9S")) == commands
