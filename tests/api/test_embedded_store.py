"""The embedded store: one server for a directory, restarted if it ends, gone with its server."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event

import pytest
from arenas import await_true
from redis import Redis
from redis.exceptions import RedisError
from servers import PROGRAMS, children_of, regicide_process
from slow_bots import has_ended

from regicide_api.cli import embedded
from regicide_api.cli.embedded import EmbeddedStore, data_directory
from regicide_api.cli.guardian import Guardian
from regicide_api.config import ConfigError


def value(store: EmbeddedStore) -> bytes | None:
    """The value of a key in a store; None if it does not respond."""
    with suppress(RedisError), Redis.from_url(store.url) as client:
        return client.get("key")
    return None


@contextmanager
def running(path: Path, on_failure: Callable[[], object] = lambda: None) -> Iterator[tuple[EmbeddedStore, int]]:
    """A store with a value, and its process id."""
    with data_directory(path) as directory:
        store = EmbeddedStore(directory)
        with store.running(on_failure):
            with Redis.from_url(store.url) as client:
                client.set("key", "value")
                process = client.info("server")["process_id"]
            yield store, process


def test_a_directory_has_one_server(tmp_path: Path) -> None:
    """The message names the directory."""
    wanted = f"^DATA_DIR={tmp_path}: another server uses this directory: expected its own$"
    with data_directory(tmp_path), pytest.raises(ConfigError, match=wanted), data_directory(tmp_path):
        pass


def test_the_files_of_a_store_are_for_their_owner(tmp_path: Path) -> None:
    """Also in a directory that was there before, which others may read."""
    tmp_path.chmod(0o755)
    with running(tmp_path):
        assert {file.stat().st_mode & 0o077 for file in tmp_path.rglob("*.aof")} == {0}


def test_a_store_holds_the_lock(tmp_path: Path) -> None:
    """While it runs, no other one starts, even if its server has ended."""
    with data_directory(tmp_path) as directory, EmbeddedStore(directory).running():
        with Path(os.devnull).open() as null:
            os.dup2(null.fileno(), directory.lock)  # closes the server's descriptor of the lock
        with pytest.raises(ConfigError), data_directory(tmp_path):
            pass


@pytest.mark.faults
def test_a_killed_store_is_restarted(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """With its data; the log says so."""
    with running(tmp_path) as (store, process):
        os.kill(process, signal.SIGKILL)
        await_true(lambda: caplog.messages and value(store) == b"value")
    assert caplog.messages == ["the embedded store ended with exit code -9; restarting it"]


@pytest.mark.faults
def test_a_replaced_store_is_guarded_no_more(tmp_path: Path) -> None:
    """Its process id may be used again."""
    reading, writing = os.pipe()
    with open(reading, "rb") as lines, data_directory(tmp_path) as directory:  # noqa: PTH123 - a descriptor
        store = EmbeddedStore(directory, Guardian(writing))
        with store.running():
            first = int(lines.readline())
            os.kill(first, signal.SIGKILL)
            assert int(lines.readline()) == -first
        os.close(writing)
        second, ended = map(int, lines)
    assert ended == -second


@pytest.mark.faults
def test_a_store_that_cannot_be_restarted_is_a_failure(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The server is told, and the log has the last line of the store's own log."""
    failed = Event()
    with running(tmp_path, failed.set) as (store, process):
        for file in (tmp_path / "appendonlydir").glob("*.aof"):
            file.write_bytes(b"no file of commands\n" * 99)
        os.kill(process, signal.SIGKILL)
        assert failed.wait(60)
        assert store.failed
    assert f"DATA_DIR={tmp_path}: the store does not start: " in caplog.messages[-1]
    assert "Bad file format" in caplog.messages[-1]


def load_slowly(path: Path, loops: str) -> None:
    """Make a store load its data slowly: it executes a command with this number of loops."""
    with running(path):
        pass
    [log] = (path / "appendonlydir").glob("*.incr.aof")
    words = ["EVAL", f"for i = 1, {loops} do end", "0"]
    command = f"*{len(words)}\r\n" + "".join(f"${len(word)}\r\n{word}\r\n" for word in words)
    log.write_bytes(log.read_bytes() + command.encode())


def test_a_store_that_loads_its_data_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And how to stop it."""
    monkeypatch.setattr(embedded, "LOADING_NOTICE_S", 0)
    load_slowly(tmp_path, "1e7")
    with running(tmp_path):
        pass
    assert "the embedded store loads its data (" in caplog.text
    assert "Ctrl-C stops the server" in caplog.text


@pytest.mark.faults
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_a_server_whose_store_loads_its_data(tmp_path: Path, number: signal.Signals) -> None:
    """At once, with exit code 0; the store ends, too."""
    load_slowly(tmp_path, "1e12")
    environment = {"PATH": os.environ["PATH"], "PORT": "0", "DATA_DIR": str(tmp_path)}
    with subprocess.Popen([PROGRAMS / "regicide-server"], env=environment, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr
        assert "loads its data" in server.stderr.readline()
        children = descendants(server.pid)
        server.send_signal(number)
        assert server.wait() == 0
        assert all(map(has_ended, children))


def test_a_store_that_cannot_be_executed_is_an_error(tmp_path: Path) -> None:
    """One line, which names the directory."""
    (tmp_path / "valkey.log").mkdir()
    with data_directory(tmp_path) as directory, pytest.raises(ConfigError, match="cannot start the store"):
        EmbeddedStore(directory).running().__enter__()


@pytest.mark.faults
def test_a_restart_that_the_system_refuses_is_a_failure(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The server is told."""
    failed = Event()
    with running(tmp_path, failed.set) as (store, process):
        (tmp_path / "valkey.log").unlink()
        (tmp_path / "valkey.log").mkdir()
        os.kill(process, signal.SIGKILL)
        assert failed.wait(60)
        assert store.failed
    assert "cannot start the store" in caplog.messages[-1]


def descendants(process: int) -> set[int]:
    """All processes below a process."""
    found = children_of(process)
    return {*found}.union(*map(descendants, found))


@pytest.mark.faults
def test_the_children_of_a_killed_server_end(tmp_path: Path) -> None:
    """Gunicorn and its workers, the store and the bots; then the directory is free."""
    with regicide_process(DATA_DIR=str(tmp_path)) as (_, server):
        await_true(lambda: len(descendants(server)) >= 5)  # guardian, gunicorn, two workers, store, and bots
        left = descendants(server)
        os.kill(server, signal.SIGKILL)
        await_true(lambda: all(map(has_ended, left)))
    with data_directory(tmp_path):
        pass


@pytest.mark.faults
def test_one_of_two_servers_gets_a_fresh_directory(tmp_path: Path) -> None:
    """The other one says why it ends."""
    environment = {"PATH": os.environ["PATH"], "PORT": "0", "DATA_DIR": str(tmp_path / "data")}
    command = [PROGRAMS / "regicide-server"]
    servers = [
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    await_true(lambda: sum(server.poll() is not None for server in servers) == len(servers) - 1)
    [winner] = [server for server in servers if server.poll() is None]
    winner.stdout.readline()
    winner.terminate()
    outputs = [server.communicate()[1] for server in servers]
    message = f"regicide-server: DATA_DIR={tmp_path}/data: another server uses this directory: expected its own\n"
    assert sorted(outputs) == ["", *[message] * 3]


def test_a_damaged_key_is_reported(tmp_path: Path) -> None:
    """A lost write may leave an empty file; bots without a key would not play."""
    with data_directory(tmp_path) as directory:
        key = directory.load_or_create_key()
        assert directory.load_or_create_key() == key
        (tmp_path / "bots.key").write_text("")
        with pytest.raises(ConfigError, match=r"bots\.key is damaged: expected 32 characters or more"):
            directory.load_or_create_key()
