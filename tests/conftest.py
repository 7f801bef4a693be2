"""Fixtures of all tests."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Generator, Iterator

import pytest
from clusters import redis_cluster
from hypothesis import is_hypothesis_test, settings
from servers import oldest_redis, redis_server, regicide_server, system_redis, valkey_server

settings.register_profile("suite", deadline=None, max_examples=40)
settings.register_profile("thorough", deadline=None, max_examples=1_000)
settings.load_profile("suite")
signal.signal(signal.SIGINT, signal.default_int_handler)
"""Background jobs of a shell ignore SIGINT, and so do their children; tests send it."""

os.environ.pop("SSL_CERT_FILE", None)
os.environ["SSL_CERT_DIR"] = "/etc/ssl/certs"
"""OpenSSL reads a directory of certificates for a TLS connection alone, and tests open none. httpx reads all of a file
for each client, which takes 20 ms. Processes that tests start inherit this."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of properties."""
    for item in items:
        if isinstance(item, pytest.Function) and is_hypothesis_test(item.obj):
            item.add_marker(pytest.mark.property)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Exempt the imported libraries and the collected tests from garbage collection, which is less frequent then."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(50_000)
        gc.enable()


@pytest.fixture(scope="session")
def valkey_url() -> Iterator[str]:
    """The URL of an embedded Valkey server."""
    with valkey_server() as url:
        yield url


@pytest.fixture(scope="session")
def server_url(valkey_url: str) -> Iterator[str]:
    """The URL of a server on that store, for tests that do not affect each other."""
    with regicide_server(REDIS_URL=valkey_url) as url:
        yield url


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """The URL of a real Redis server."""
    with redis_server(system_redis()) as url:
        yield url


@pytest.fixture(scope="session")
def oldest_redis_url() -> Iterator[str]:
    """The URL of a Redis server of the oldest supported version."""
    with redis_server(oldest_redis()) as url:
        yield url


@pytest.fixture(scope="session")
def cluster_url() -> Iterator[str]:
    """The URL of a real Redis Cluster, for tests that do not affect each other."""
    with redis_cluster() as cluster:
        yield cluster.url
