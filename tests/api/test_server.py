"""The command `regicide-server`, and the application under gunicorn: start, errors at start, and stop."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import pytest
from arenas import await_true
from commands import run_command
from gunicorns import gunicorn
from redis import Redis
from servers import PROGRAMS, fixed_answers, regicide_server, reserved_port, workers_of
from wire import Wire

from regicide_api.config import Settings

pytestmark = pytest.mark.costly

SERVER = PROGRAMS / "regicide-server"
COMMAND = "regicide_api.cli.server"
GRACEFUL_TIMEOUT_S = 30.0
"""Gunicorn's time for a stopping worker to finish its requests."""


STORE_EXPECTED = "expected a URL such as redis://localhost:6379/0, with one of the schemes redis, rediss, unix, "


def refused(**environment: str) -> str:
    """Start the server with an error. Returns its message."""
    own = {"PATH": os.environ["PATH"], "PORT": "0", **environment}
    ended = run_command(COMMAND, [], environment=own)
    assert (ended.code, ended.out) == (1, "")
    return ended.err


def get(url: str) -> dict[str, object]:
    """The JSON at a URL."""
    with urllib.request.urlopen(url) as answer:
        content: dict[str, object] = json.load(answer)
        return content


def is_served(url: str) -> bool:
    """Whether a server and its store respond."""
    with suppress(OSError), urllib.request.urlopen(url, timeout=5) as answer:
        return bool(answer.status == 200)
    return False


def create(url: str) -> str:
    """Create a game. Returns its path."""
    request = urllib.request.Request(f"{url}/v1/games", b'{"players": 1}', {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return str(answer.headers["Location"])


def test_games_survive_a_restart(tmp_path: Path) -> None:
    """The embedded store keeps them in its directory."""
    with regicide_server(DATA_DIR=str(tmp_path / "data")) as url:
        path = create(url)
    with regicide_server(DATA_DIR=str(tmp_path / "data")) as url:
        assert get(f"{url}{path}")["version"] == 1


@pytest.mark.faults
def test_games_survive_a_store_that_is_killed(tmp_path: Path) -> None:
    """The server restarts it. Writes are on disk or in the system's cache, unless the disk was busy just before."""
    with regicide_server(DATA_DIR=str(tmp_path)) as url:
        path = create(url)
        with Redis(unix_socket_path=str(tmp_path / "valkey.sock")) as store:
            await_true(lambda: store.info("persistence")["aof_buffer_length"] == 0)
        subprocess.run(["pkill", "-KILL", "-f", f"valkey-server.*{tmp_path}"], check=True)
        await_true(lambda: is_served(f"{url}{path}"))
        assert get(f"{url}{path}")["version"] == 1


class Running(NamedTuple):
    """A server with an embedded store: the first line of its output, and its data directory."""

    banner: str
    directory: Path


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that was started with the default host."""
    directory = tmp_path_factory.mktemp("server") / "data"
    environment = {"PATH": os.environ["PATH"], "PORT": "0", "DATA_DIR": str(directory)}
    with subprocess.Popen([SERVER], env=environment, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        yield Running(server.stdout.readline(), directory)
        server.terminate()


def test_the_data_directory_is_private(running: Running) -> None:
    """It contains seeds."""
    assert running.directory.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("host", ["localhost", "0.0.0.0", "::1"])
def test_the_server_listens_on_the_configured_host(host: str, valkey_url: str) -> None:
    """The banner has a URL that works."""
    with regicide_server(HOST=host, REDIS_URL=valkey_url) as url:
        assert urllib.request.urlopen(f"{url}/readyz").status == 200


def test_the_banner_starts_with_the_address_to_play_at(running: Running) -> None:
    """The first line of the output is `Play:` and the URL of the web client, by default on the loopback interface."""
    found = re.fullmatch(r"Play: (http://127\.0\.0\.1:\d+)\n", running.banner)
    assert found
    assert urllib.request.urlopen(f"{found[1]}/readyz").status == 200


def test_help_lists_all_settings() -> None:
    """Each in few lines, with its default."""
    ended = run_command(COMMAND, ["--help"], environment={"PORT": "nonsense", "COLUMNS": "80"})
    assert (ended.code, ended.err) == (0, "")
    assert re.findall(r"^  ([A-Z_]{4,}) ", ended.out, re.MULTILINE) == [each.name for each in Settings.variables()]
    assert {"(8000)", "(120/minute,3000/day)", "(quiet)"} <= {*ended.out.split()}
    assert max(map(len, ended.out.splitlines())) <= 80


def test_version_is_the_packages() -> None:
    """`--version` prints it."""
    assert run_command(COMMAND, ["--version"], environment={}).out == f"regicide {version('regicide-server')}\n"


@pytest.mark.parametrize("arguments", [["--port", "9000"], ["9000"]])
def test_arguments_are_rejected(arguments: list[str]) -> None:
    """Settings are environment variables."""
    ended = run_command(COMMAND, arguments, environment={})
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.endswith(f"regicide-server: error: unrecognized arguments: {' '.join(arguments)}\n")


def test_a_port_in_use_is_reported_in_one_line(tmp_path: Path) -> None:
    """Before any process starts."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = refused(PORT=str(port), DATA_DIR=str(tmp_path / "data"))
    assert (
        said == f"regicide-server: HOST=127.0.0.1 PORT={port}: cannot listen on this address: Address already in use\n"
    )
    assert not (tmp_path / "data").exists()


def test_an_unreachable_redis_is_reported_in_one_line() -> None:
    """Without its password."""
    port = reserved_port()
    said = refused(REDIS_URL=f"redis://:password@127.0.0.1:{port}/0")
    assert said.startswith(f"regicide-server: REDIS_URL=redis://127.0.0.1:{port}/0: ")
    assert said.count("\n") == 1
    assert refused(REDIS_URL="user:password@host").startswith(f"regicide-server: REDIS_URL=host: {STORE_EXPECTED}")


def test_an_unsupported_redis_is_reported_in_one_line() -> None:
    """With its version and the oldest supported one."""
    with fixed_answers({"INFO": "$20\r\nredis_version:6.0.16\r\n"}) as url:
        said = refused(REDIS_URL=url)
    assert said == f"regicide-server: REDIS_URL={url}: found Redis 6.0.16: expected Redis 6.2 or newer, or Valkey\n"


@pytest.mark.parametrize(
    ("send", "number"), [(os.kill, signal.SIGTERM), (os.kill, signal.SIGINT), (os.killpg, signal.SIGINT)]
)
def test_a_signal_stops_the_server(send: Callable[[int, int], None], number: signal.Signals, tmp_path: Path) -> None:
    """And its store; the exit code is 0. A terminal sends SIGINT to all processes of the group."""
    environment = {"PATH": os.environ["PATH"], "PORT": "0", "DATA_DIR": str(tmp_path)}
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([SERVER], env=environment, start_new_session=True, **streams) as server:
        server.stdout.readline()
        send(server.pid, number)
        assert server.wait() == 0
        assert server.stderr.read() == b""
    assert subprocess.run(["pgrep", "-f", f"valkey-server.*{tmp_path}"], check=False).returncode == 1


def test_a_repeated_signal_is_not_reported(tmp_path: Path) -> None:
    """Until the worker processes have ended: the master may send one to a process that ends already."""
    environment = {"PATH": os.environ["PATH"], "PORT": "0", "DATA_DIR": str(tmp_path)}
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([SERVER], env=environment, start_new_session=True, **streams) as server:
        server.stdout.readline()
        server.stdout.readline()
        workers = workers_of(server.pid)
        os.killpg(server.pid, signal.SIGINT)
        while server.poll() is None:
            for worker in workers:
                with suppress(ProcessLookupError):
                    os.kill(worker, signal.SIGQUIT)
        assert (server.returncode, server.stderr.read()) == (0, b"")


CONFIGURED = ("--config", "python:regicide_api.gunicorn_conf")
NO_STORE = "regicide: REDIS_URL is not set: expected the URL of a store"


@pytest.mark.parametrize(
    ("options", "environment", "message"),
    [
        (CONFIGURED, {}, NO_STORE),
        ((), {}, NO_STORE.removeprefix("regicide: ")),
        (CONFIGURED, {"REDIS_URL": "redis://localhost", "GAME_TTL": "soon"}, "GAME_TTL=soon"),
    ],
    ids=["without a store", "without the configuration", "with an invalid setting"],
)
def test_gunicorn_rejects_its_settings(options: tuple[str, ...], environment: dict[str, str], message: str) -> None:
    """As started by the Procfile: one line, and no traceback; the application checks them, too."""
    command = [sys.executable, "-m", "gunicorn", "--bind", "127.0.0.1:0", *options]
    own = {"PATH": os.environ["PATH"], **environment}
    started = [*command, "regicide_api.app:from_environment()"]
    ended = subprocess.run(started, env=own, check=False, capture_output=True, text=True)
    assert ended.returncode != 0
    assert message in ended.stderr
    assert "Traceback" not in (ended.stderr + ended.stdout if options else "")


@pytest.mark.faults
def test_workers_exit_with_a_killed_master(valkey_url: str, tmp_path: Path) -> None:
    """They end their streams at once; otherwise they would keep the port for half a minute."""
    with gunicorn(tmp_path, REDIS_URL=valkey_url, LOG_FORMAT="quiet", WEB_CONCURRENCY="1") as server:
        game = Wire(server.url).send("POST", "/v1/games", {"players": 1}).json["game"]["id"]
        with Wire(server.url).stream(f"/v1/games/{game}/events") as stream:
            killed = time.monotonic()
            os.kill(server.pid, signal.SIGKILL)
            assert list(stream) == []
    assert time.monotonic() - killed < GRACEFUL_TIMEOUT_S / 2


def test_a_signal_during_the_start_of_a_worker_is_not_lost(valkey_url: str, tmp_path: Path) -> None:
    """It is blocked until the worker handles it."""
    program = (
        "import os, signal, regicide_api.gunicorn_conf\n"
        "if os.fork() == 0:\n"
        "    os.kill(os.getpid(), signal.SIGTERM)\n"
        "    print(signal.SIGTERM in signal.sigpending())\n"
        "else:\n"
        "    os.wait()\n"
        "    print(signal.SIGTERM in signal.pthread_sigmask(signal.SIG_BLOCK, []))\n"
    )
    own = {"PATH": os.environ["PATH"], "REDIS_URL": valkey_url, "TMPDIR": str(tmp_path)}
    ended = subprocess.run([sys.executable, "-uc", program], env=own, capture_output=True, text=True, check=True)
    assert ended.stdout.split() == ["True", "False"]


@pytest.mark.parametrize(
    ("environment", "reason"),
    [
        ({"HOST": "nowhere.invalid", "PORT": "0"}, "cannot listen on this address: "),
        ({"HOST": "192.0.2.1", "PORT": "0"}, "cannot listen on this address: "),
        *(({"REDIS_URL": url}, STORE_EXPECTED) for url in ("foo", "localhost:6379", "http://localhost", "redis://")),
        ({"REDIS_URL": "redis://localhost:port"}, "Port could not be cast to integer"),
        ({"PORT": "http"}, "expected an integer from "),
        ({"PORT": "65536"}, "expected an integer from "),
        ({"PORT": "²"}, "expected an integer from "),
        ({"GAME_TTL": "0"}, "expected an integer from "),
        ({"DATA_DIR": "/dev/null/data"}, "cannot write files there: Not a directory\n"),
    ],
    ids=str,
)
def test_an_error_at_the_start_is_reported_in_one_line(environment: dict[str, str], reason: str) -> None:
    """With the variables and their values, and what is expected."""
    said = refused(**environment)
    assert said.startswith(f"regicide-server: {' '.join(f'{name}={text}' for name, text in environment.items())}: ")
    assert reason in said
    assert said.count("\n") == 1


def test_a_too_long_data_directory_is_reported_in_one_line(tmp_path: Path) -> None:
    """Systems limit the path of a socket to about a hundred bytes."""
    said = refused(DATA_DIR=str(tmp_path / ("deep/" * 20)))
    assert "expected at most 100 bytes" in said
    assert said.count("\n") == 1
