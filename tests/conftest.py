"""Fixtures of all tests."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest
from clusters import redis_cluster
from hypothesis import settings
from servers import redis_server, regicide_server, valkey_server

settings.register_profile("suite", deadline=None)
settings.load_profile("suite")
signal.signal(signal.SIGINT, signal.default_int_handler)
"""A shell has what it runs in the background ignore Ctrl-C, with all that is started there; tests send it."""


def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores: many tests wait for servers and clocks most of the time."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(scope="session")
def valkey_url() -> Iterator[str]:
    """The URL of an embedded Valkey server."""
    with valkey_server() as url:
        yield url


@pytest.fixture(scope="session")
def server_url(valkey_url: str) -> Iterator[str]:
    """The URL of a server on that store, for tests that do nothing to it which another could notice."""
    with regicide_server(REDIS_URL=valkey_url) as url:
        yield url


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """The URL of a real Redis server."""
    with redis_server() as url:
        yield url


@pytest.fixture(scope="session")
def cluster_url() -> Iterator[str]:
    """The URL of a real Redis Cluster, for tests that do nothing to it which another could notice."""
    with redis_cluster() as cluster:
        yield cluster.url
