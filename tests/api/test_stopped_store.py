"""The store is stopped: it accepts connections and does not respond. A request waits for one timeout."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Thread
from uuid import uuid4

import pytest
from players import Player
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as StoreTimeoutError
from store_proxies import Loss, StoreProxy, store_proxy

from regicide_api.app import create_app
from regicide_api.config import Settings
from regicide_api.storage.connections import Connections
from regicide_api.storage.game_store import Store

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
