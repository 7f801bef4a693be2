"""The command `regicide-server`, and the application under gunicorn: what starts, and what is said where it cannot."""

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
from importlib.metadata import version
from pathlib import Path

import pytest
from servers import PROGRAMS, free_port, regicide_process, regicide_server, workers_of

SERVER = PROGRAMS / "regicide-server"


def run(command: list[str | Path], environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a command that is expected to end by itself, with no settings but these."""
    own = {"PATH": os.environ["PATH"], **environment}
    return subprocess.run(command, env=own, check=False, capture_output=True, text=True, timeout=30)


def refused(**environment: str) -> str:
    """Start the server where it cannot start; what it says."""
    ended = run([SERVER], {"PORT": "0", **environment})
    assert ended.returncode == 1
    assert ended.stdout == ""
    return ended.stderr


def get(url: str) -> dict[str, object]:
    """The JSON at a URL."""
    with urllib.request.urlopen(url) as answer:
        content: dict[str, object] = json.load(answer)
        return content


def create(url: str) -> str:
    """Create a game; its path."""
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
    """What was answered has been written."""
    with regicide_server(DATA_DIR=str(tmp_path)) as url:
        path = create(url)
        subprocess.run(["pkill", "-KILL", "-f", f"valkey-server.*{tmp_path}"], check=True)
    with regicide_server(DATA_DIR=str(tmp_path)) as url:
        assert get(f"{url}{path}")["version"] == 1


def test_the_data_are_for_their_owner_alone(tmp_path: Path) -> None:
    """Seeds are secret."""
    with regicide_server(DATA_DIR=str(tmp_path / "data")):
        assert (tmp_path / "data").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "0.0.0.0", "::1"])
def test_the_server_listens_where_it_is_told(host: str, valkey_url: str) -> None:
    """And says where it is found."""
    with regicide_server(HOST=host, REDIS_URL=valkey_url) as url:
        assert urllib.request.urlopen(f"{url}/readyz").status == 200


def test_the_banner_starts_with_the_address_to_play_at(tmp_path: Path) -> None:
    """The first line of the output is `Play:` and the URL of the web client."""
    environment = {"PATH": os.environ["PATH"], "PORT": "0", "DATA_DIR": str(tmp_path)}
    with subprocess.Popen([SERVER], env=environment, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        first = server.stdout.readline()
        server.terminate()
    assert re.fullmatch(r"Play: http://127\.0\.0\.1:\d+\n", first)


def test_the_command_tells_its_settings() -> None:
    """All those of the table in the documentation with their defaults, but for the log's, and starts nothing."""
    told = run([SERVER, "--help"], {"PORT": "nonsense", "COLUMNS": "80"})
    assert (told.returncode, told.stderr) == (0, "")
    table = (Path(__file__).parents[2] / "docs/reference/settings.md").read_text()
    documented = dict(re.findall(r"^\| `([A-Z_]+)` \| `?([^ `|]*)`? ?\|", table, re.MULTILINE))
    ours = dict(re.findall(r"^  ([A-Z_]{4,}) .*?(?:\((\S+)\))?$", told.stdout, re.MULTILINE))
    assert ours == {name: default for name, default in documented.items() if name != "SERVER_URL"} | {
        "LOG_FORMAT": "quiet"
    }
    assert max(map(len, told.stdout.splitlines())) <= 80


def test_the_command_tells_its_version() -> None:
    """That of the package."""
    assert run([SERVER, "--version"], {}).stdout == f"regicide {version('regicide')}\n"


@pytest.mark.parametrize("arguments", [["--port", "9000"], ["9000"]])
def test_settings_are_no_arguments(arguments: list[str | Path]) -> None:
    """What could be taken for one is refused, and not passed over."""
    told = run([SERVER, *arguments], {})
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr.endswith(f"regicide-server: error: unrecognized arguments: {' '.join(map(str, arguments))}\n")


def test_a_port_that_is_taken_is_said_in_one_line(tmp_path: Path) -> None:
    """Before anything else is started."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = refused(PORT=str(port), DATA_DIR=str(tmp_path / "data"))
    assert said == f"regicide-server: HOST=127.0.0.1 PORT={port}: cannot listen there: Address already in use\n"
    assert not (tmp_path / "data").exists()


def test_a_host_that_is_nowhere_is_said_in_one_line() -> None:
    """Whether its name is unknown or its address another machine's."""
    for host in ("nowhere.invalid", "192.0.2.1"):
        said = refused(HOST=host)
        assert said.startswith(f"regicide-server: HOST={host} PORT=0: cannot listen there: ")
        assert said.count("\n") == 1


def test_a_redis_that_is_not_there_is_said_in_one_line() -> None:
    """Without its password."""
    port = free_port()
    said = refused(REDIS_URL=f"redis://:password@127.0.0.1:{port}/0")
    assert said.startswith(f"regicide-server: REDIS_URL=redis://127.0.0.1:{port}/0: ")
    assert said.count("\n") == 1


@pytest.mark.parametrize("url", ["localhost:6379", "http://localhost", "redis://localhost:port"])
def test_a_redis_url_that_is_none_is_said_in_one_line(url: str) -> None:
    """What would be right comes with it."""
    said = refused(REDIS_URL=url)
    assert said.startswith(f"regicide-server: REDIS_URL={url}: ")
    assert said.count("\n") == 1


def test_a_data_directory_that_cannot_be_written_is_said_in_one_line(tmp_path: Path) -> None:
    """As when a file is in its way."""
    (tmp_path / "file").touch()
    said = refused(DATA_DIR=str(tmp_path / "file" / "data"))
    assert said == f"regicide-server: DATA_DIR={tmp_path}/file/data: files cannot be written there: Not a directory\n"


def test_a_data_directory_in_use_is_said_in_one_line(tmp_path: Path) -> None:
    """Two stores on one file would spoil it."""
    with regicide_server(DATA_DIR=str(tmp_path)):
        said = refused(DATA_DIR=str(tmp_path))
    assert said.startswith(f"regicide-server: DATA_DIR={tmp_path}: ")
    assert said.count("\n") == 1


def test_a_data_directory_too_deep_for_a_socket_is_said_in_one_line(tmp_path: Path) -> None:
    """The system's limit is about a hundred characters."""
    said = refused(DATA_DIR=str(tmp_path / ("deep/" * 20)))
    assert "choose a shorter path" in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "text"),
    [("PORT", "http"), ("PORT", "65536"), ("GAME_TTL", "0"), ("RECORD_TTL", "-1"), ("WEB_THREADS", "x"), ("PORT", "²")],
)
def test_a_setting_that_is_none_is_said_in_one_line(name: str, text: str) -> None:
    """With what would be right."""
    said = refused(**{name: text})
    assert said.startswith(f"regicide-server: {name}={text}: a whole number from ")
    assert said.count("\n") == 1


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_server_stops_when_told(number: signal.Signals, tmp_path: Path) -> None:
    """Its store with it; the exit code is 0."""
    environment = {"PATH": os.environ["PATH"], "PORT": "0", "DATA_DIR": str(tmp_path)}
    with subprocess.Popen([SERVER], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as server:
        server.stdout.readline()
        server.send_signal(number)
        assert server.wait(timeout=20) == 0
        assert server.stderr.read() == b""
    assert subprocess.run(["pgrep", "-f", f"valkey-server.*{tmp_path}"], check=False).returncode == 1


def gunicorn(*options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the application under gunicorn until it has ended."""
    command = [sys.executable, "-m", "gunicorn", "--bind", "127.0.0.1:0", *options, "regicide_api.wsgi:app"]
    return run(command, environment)


def test_gunicorn_without_a_store_refuses_to_start() -> None:
    """The Procfile's way: one line, no worker process, no traceback."""
    ended = gunicorn("--config", "python:regicide_api.gunicorn_conf")
    assert ended.returncode != 0
    assert "regicide: REDIS_URL is not set: say where games are kept" in ended.stderr
    assert "Traceback" not in ended.stderr + ended.stdout


def test_gunicorn_with_a_setting_that_is_none_refuses_to_start(valkey_url: str) -> None:
    """In the same way."""
    ended = gunicorn("--config", "python:regicide_api.gunicorn_conf", REDIS_URL=valkey_url, GAME_TTL="soon")
    assert ended.returncode != 0
    assert "GAME_TTL=soon" in ended.stderr
    assert "Traceback" not in ended.stderr + ended.stdout


def test_gunicorn_without_our_configuration_refuses_to_start_too() -> None:
    """However the application is loaded, it does not forget its games."""
    ended = gunicorn()
    assert ended.returncode != 0
    assert "REDIS_URL is not set" in ended.stderr


def test_a_chunked_body_over_the_limit_is_refused(server_url: str) -> None:
    """It has no length to go by, and is not cut in silence."""
    host, port = server_url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as connection:
        connection.sendall(b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n")
        connection.sendall(b"Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n")
        body = b'{"players": 1}'.ljust(20_000)
        connection.sendall(b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body))
        assert connection.recv(64).startswith(b"HTTP/1.1 413 ")


def test_a_chunked_body_within_the_limit_is_read(server_url: str) -> None:
    """In as many chunks as it comes."""
    host, port = server_url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as connection:
        connection.sendall(b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n")
        connection.sendall(b"Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n")
        for chunk in (b'{"play', b'ers"', b": 1}"):
            connection.sendall(b"%x\r\n%s\r\n" % (len(chunk), chunk))
            time.sleep(0.02)
        connection.sendall(b"0\r\n\r\n")
        assert connection.recv(64).startswith(b"HTTP/1.1 201 ")


def test_a_worker_that_is_just_starting_is_told_to_stop_too(valkey_url: str, tmp_path: Path) -> None:
    """Until it heeds such signals, they wait for it."""
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


def test_workers_that_have_started_heed_signals(valkey_url: str) -> None:
    """None is held back for good."""
    with regicide_process(REDIS_URL=valkey_url, WEB_CONCURRENCY="2") as (_, process):
        for _ in range(200):
            workers = workers_of(process)
            if len(workers) == 2 and all(map(heeds_sigterm, workers)):
                return
            time.sleep(0.05)
    raise AssertionError("after ten seconds there is a worker that does not heed SIGTERM")


def heeds_sigterm(process: int) -> bool:
    """Whether a process has a handler of its own for it, and does not hold it back, as Linux says."""
    status = Path(f"/proc/{process}/status").read_text()
    blocked, caught = (int(status.split(f"{name}:")[1].split()[0], 16) for name in ("SigBlk", "SigCgt"))
    return not blocked >> (signal.SIGTERM - 1) & 1 and bool(caught >> (signal.SIGTERM - 1) & 1)
