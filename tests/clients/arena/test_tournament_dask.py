"""A tournament on a Dask cluster whose workers come and go."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
from arenas import await_true
from results import standings
from servers import PROGRAMS, children_of, reserved_port

WORKERS = 3
CONFIG = """
deals = 40
players = [1]
seed = "open"
[entrants]
greedy = "greedy"
policy = "policy"
crashing = "bots.py:crashing"
"""
BOTS = """
import os

def crashing(view):
    if view["enemy"]["card"] == "QS":
        os._exit(1)
    return view["legal_actions"][0]
"""


def dataset(*arguments: str, folder: Path) -> None:
    """Write the dataset of a tournament, in several parts."""
    everything = [PROGRAMS / "regicide-arena", "dataset", *arguments, "--part-games", "50"]
    subprocess.run(everything, cwd=folder, check=True, capture_output=True)


def parts(results: Path) -> list[Path]:
    """The parts of a dataset in order."""
    return sorted((results / "dataset").glob("part-*.parquet"))


@contextmanager
def dask_process(*command: str, cwd: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run a process of Dask without output."""
    everything = [sys.executable, "-W", "ignore", "-m", *command]
    with subprocess.Popen(everything, cwd=cwd, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as running:
        try:
            yield running
        finally:
            running.kill()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a configuration and a bot that sometimes ends its process."""
    (tmp_path / "crash.toml").write_text(CONFIG)
    (tmp_path / "bots.py").write_text(BOTS)
    return tmp_path


def command(*arguments: str) -> list[str | Path]:
    """Return the command for the tournament."""
    return [PROGRAMS / "regicide-arena", "tournament", "crash.toml", *arguments]


def await_child(workers: Sequence[subprocess.Popen[bytes]]) -> tuple[subprocess.Popen[bytes], int]:
    """Wait until a Dask worker has a child that plays games; return both."""
    found: list[tuple[subprocess.Popen[bytes], int]] = []

    def has_found() -> bool:
        found.extend((worker, child) for worker in workers for child in children_of(worker.pid))
        return bool(found)

    await_true(has_found)
    return found[0]


def answers(host: str, port: int) -> bool:
    """Whether a process listens there."""
    with suppress(OSError), socket.create_connection((host, port)):
        return True
    return False


@pytest.mark.costly
@pytest.mark.parametrize("address", ["tcp://127.0.0.1:{port}", "tcp://nowhere.invalid:{port}", "nowhere://1"])
def test_a_missing_scheduler_is_reported(folder: Path, address: str) -> None:
    """The command says at once where it connects to, and after a few seconds what is expected."""
    address = address.format(port=reserved_port())
    ended = subprocess.run(command("--scheduler", address), cwd=folder, capture_output=True, text=True, check=False)
    _, connecting, failure = ended.stderr.splitlines()
    assert ended.returncode == 2
    assert connecting == f"connecting to the scheduler at {address}"
    assert failure.startswith(f"regicide-arena: no scheduler answers at {address}: expected the address ")
    assert not (folder / "crash").exists()


@pytest.mark.faults
def test_a_killed_worker_neither_loses_nor_doubles_games(folder: Path) -> None:
    """The results have the same bytes as those of a local tournament, and so has their dataset."""
    address = f"tcp://127.0.0.1:{reserved_port()}"
    host, port = "127.0.0.1", address.rpartition(":")[2]
    with ExitStack() as cluster:
        start = cluster.enter_context
        scheduler = ("distributed.cli.dask_scheduler", "--host", host, "--port", port, "--no-dashboard")
        start(dask_process(*scheduler, cwd=folder))
        await_true(lambda: answers(host, int(port)))
        options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", host, "--local-directory", str(folder))
        worker = ("distributed.cli.dask_worker", address, *options)
        workers = [start(dask_process(*worker, cwd=folder)) for _ in range(WORKERS)]
        tournament = command("--scheduler", address, "--results", "there")
        with subprocess.Popen(tournament, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as running:
            victim, child = await_child(workers)
            victim.kill()
            _, err = running.communicate()
        assert running.returncode == 0, err.decode()
        await_true(lambda: not Path(f"/proc/{child}").exists())
        dataset("there", "--scheduler", address, folder=folder)
    subprocess.run(command("--results", "here", "--workers", "1"), cwd=folder, check=True, capture_output=True)
    assert (folder / "there" / "games.jsonl").read_bytes() == (folder / "here" / "games.jsonl").read_bytes()
    dataset("here", "--workers", "1", folder=folder)
    there, here = ([part.read_bytes() for part in parts(folder / each)] for each in ("there", "here"))
    assert there == here != []
    kinds = {each["kind"] for each in standings(folder / "here")["failures"]}
    assert kinds == {"ended"}
