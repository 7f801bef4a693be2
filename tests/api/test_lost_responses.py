"""A response of the store is lost: the command is executed once, and its effect is detected."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4

import pytest
from redis import Redis
from redis.exceptions import RedisError
from servers import valkey_server

from regicide_api.storage.game_store import Commit, Snapshot, Store

pytestmark = pytest.mark.costly


@pytest.fixture
def url() -> Iterator[str]:
    """A store for this test only."""
    with valkey_server() as url:
        yield url


@contextmanager
def stopped(url: str) -> Iterator[None]:
    """Suspend the store's process; it executes buffered commands when it resumes."""
    with Redis.from_url(url) as client:
        process = int(client.info("server")["process_id"])
        os.kill(process, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(process, signal.SIGCONT)
            client.ping()


def with_short_timeout(url: str) -> Store:
    """A store with a read timeout of a second."""
    return Store(f"{url}?socket_timeout=1")


def test_a_commit_with_a_late_response_is_not_retried(url: str) -> None:
    """It is executed once, and the next commit gets the conflict."""
    store, game_id = with_short_timeout(url), uuid4().hex
    change = Commit(before=b"one", after=b"two", event=b"first", ttl_s=60)
    store.create(game_id, b"one", 60)
    store.commit(game_id, change._replace(before=b"none"))  # the script is cached now
    with stopped(url), pytest.raises(RedisError):
        store.commit(game_id, change)
    assert Store(url).load_with_events(game_id, 0) == Snapshot(b"two", [b"first"])
    assert not Store(url).commit(game_id, change)
