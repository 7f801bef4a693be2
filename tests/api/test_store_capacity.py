"""The share of a store that creations may fill: above it games in progress go on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from applications import application
from arenas import await_true
from players import SEED, Player
from redis import Redis
from redis.exceptions import NoPermissionError
from servers import valkey_server

from regicide_api.storage import memory as store_memory
from regicide_api.storage.game_store import Store
from regicide_api.storage.memory import StoreMemory

MB = 1_000_000


@pytest.fixture(scope="module")
def store_url() -> Iterator[str]:
    """A store for these tests only."""
    with valkey_server() as url:
        yield url


@pytest.fixture
def store(store_url: str) -> Iterator[Redis]:
    """A client of the store, which has no limit of memory afterwards."""
    with Redis.from_url(store_url) as client:
        yield client
        client.config_set("maxmemory", 0)


def player(store_url: str, **settings: int) -> Player:
    """A player on a server that has not read the store's memory yet."""
    app = application(store_url, **settings)
    return Player(app.test_client())


def test_a_full_store_creates_nothing_and_games_go_on(store_url: str, store: Redis) -> None:
    """503 with the seconds until a retry for games and agents; actions and open seats are served."""
    game = player(store_url).create(2, seed=SEED, seats=[{"name": "Ana"}, {"open": True}])
    store.setrange("ballast", 16 * MB, b"x")  # so that the ninth that is left holds the buffers of connections
    store.config_set("maxmemory", store.info("memory")["used_memory"] * 9 // 8)
    late = player(store_url)
    bodies = {"/v1/games": {"players": 2}, "/v1/agents": {"name": "late"}}
    for path, body in bodies.items():
        answer = late.post(path, body)
        assert (answer.status_code, answer.json["code"], answer.headers["Retry-After"]) == (503, "store-full", "60")
    taken = late.post(f"{game.path}/seats/1", {"name": "Bo"})
    assert taken.status_code == 201
    assert late.act(game, "AD", taken.json["game"]["version"], game.tokens[0]).status_code == 200


def test_the_share_is_a_setting(store_url: str, store: Redis) -> None:
    """In percent; below it, there is room."""
    store.config_set("maxmemory", store.info("memory")["used_memory"] * 2)
    player(store_url).create()
    assert player(store_url, creation_share_percent=10).post("/v1/games", {"players": 1}).status_code == 503


def test_a_cluster_has_the_memory_of_each_primary(cluster_url: str) -> None:
    """The fullest one counts."""
    store = Store(cluster_url)
    await_true(lambda: len(store.read_memory()) >= 3)  # on a loaded machine, a primary may be too late for one reading
    readings = store.read_memory
    assert 0 < StoreMemory(readings, limit_mb=1000).used_share() < 1


@pytest.mark.parametrize(
    ("maxmemory", "limit_mb", "share"), [(200 * MB, 0, 0.5), (200 * MB, 125, 0.8), (0, 125, 0.8), (0, 0, 0.1)]
)
def test_the_smallest_limit_counts(maxmemory: int, limit_mb: int, share: float) -> None:
    """That of Redis or of the setting; without both, the memory of the machine."""
    memory = {"used_memory": 100 * MB, "maxmemory": maxmemory, "total_system_memory": 1000 * MB}
    assert StoreMemory(lambda: [memory], limit_mb).used_share() == share


def test_the_fullest_server_counts() -> None:
    """A creation writes to several servers of a cluster."""
    readings = [{"used_memory": used, "maxmemory": 10} for used in (1, 7, 3)]
    assert StoreMemory(lambda: readings, 0).used_share() == 0.7


def test_a_reading_is_used_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    """Creations read the memory seldom."""
    monkeypatch.setattr(store_memory, "CACHE_S", 3600.0)
    readings = iter([[{"used_memory": 1, "maxmemory": 10}]])
    memory = StoreMemory(lambda: next(readings), 0)
    assert [memory.used_share() for _ in range(3)] == [0.1] * 3


@pytest.mark.parametrize("readings", [[], [{}], [{"used_memory": 7}]])
def test_a_server_that_does_not_tell_its_memory_has_room(readings: list[Mapping[str, Any]]) -> None:
    """The store itself rejects what does not fit."""
    assert StoreMemory(lambda: readings, 0).used_share() == 0


def test_a_store_that_may_not_be_asked_has_room() -> None:
    """Its user has no permission for INFO."""

    def read() -> list[Mapping[str, Any]]:
        raise NoPermissionError

    assert StoreMemory(read, 0).used_share() == 0
