"""Server processes for tests: stores, and the whole game server."""

from __future__ import annotations

import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as RedisConnectionError

from regicide_api.cli.embedded import EmbeddedStore

PROGRAMS = Path(sys.executable).parent
PORTS = range(16384, 32768)
"""Below the ephemeral ports: from 49152 by RFC 6335, from 32768 on Linux."""


@contextmanager
def valkey_server() -> Iterator[str]:
    """An embedded Valkey server. Yields its URL."""
    with tempfile.TemporaryDirectory(prefix="regicide-") as directory:
        store = EmbeddedStore(Path(directory))
        with store.running():
            yield store.url


@contextmanager
def redis_server() -> Iterator[str]:
    """A Redis server of the system. Yields its URL. Skips the test without Redis, but not in CI."""
    program = shutil.which("redis-server")
    if program is None:
        assert "CI" not in os.environ, "CI installs redis-server before it runs the tests"
        pytest.skip("redis-server is not installed: tools/install-system-packages")
    port = free_port()
    with subprocess.Popen([program, "--port", str(port), "--save", "", "--loglevel", "warning"]) as server:
        try:
            url = f"redis://127.0.0.1:{port}"
            await_store(url)
            yield url
        finally:
            server.terminate()


def await_store(url: str) -> None:
    """Wait until a store responds."""
    for _ in range(200):
        try:
            with Redis.from_url(url) as client:
                client.ping()
            return
        except RedisConnectionError:
            time.sleep(0.05)
    raise AssertionError(f"no store answers at {url}")


def free_port() -> int:
    """A free port outside the system's range for outgoing connections."""
    while True:
        port = random.SystemRandom().choice(PORTS)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


@contextmanager
def regicide_process(**environment: str) -> Iterator[tuple[str, int]]:
    """`regicide-server` on a free port, without rate limits. Yields its URL and process id."""
    own = {"PATH": os.environ["PATH"], "PORT": "0", "LIMIT_CREATE_GAME": "0", "LIMIT_OPEN_STREAM": "0"}
    own |= {"LIMIT_CREATE_AGENT": "0", "LIMIT_HOUSE_SEATS": "0", **environment}
    with subprocess.Popen([PROGRAMS / "regicide-server"], env=own, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        try:
            yield server.stdout.readline().split()[-1], server.pid
        finally:
            server.terminate()


@contextmanager
def regicide_server(**environment: str) -> Iterator[str]:
    """`regicide-server`. Yields its URL."""
    with regicide_process(**environment) as (url, _):
        yield url


def workers_of(server: int) -> list[int]:
    """The worker processes of a server: the children of its child gunicorn."""
    return [worker for child in children_of(server) for worker in children_of(child)]


def children_of(process: int) -> list[int]:
    """The child processes of a process."""
    found = subprocess.run(["pgrep", "-P", str(process)], check=False, capture_output=True, text=True)
    return list(map(int, found.stdout.split()))
