"""A cup that is played by a cluster of Dask whose workers come and go."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from arenas import await_true
from servers import PROGRAMS, children_of, free_port

WORKERS = 3
CUP = """
deals = 40
players = [1]
seed = "open"
[entrants]
greedy = "greedy"
policy = "policy"
deadly = "bots.py:deadly"
"""
BOTS = """
import os

def deadly(view):
    if view["enemy"]["card"] == "QS":
        os._exit(1)
    return view["legal_actions"][0]
"""


@contextmanager
def process(*command: str, cwd: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process of Dask, which is quiet."""
    everything = [sys.executable, "-W", "ignore", "-m", *command]
    with subprocess.Popen(everything, cwd=cwd, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as running:
        try:
            yield running
        finally:
            running.kill()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a cup, and a bot which ends its process now and then."""
    (tmp_path / "cup.toml").write_text(CUP)
    (tmp_path / "bots.py").write_text(BOTS)
    return tmp_path


def tournament(*arguments: str) -> list[str | Path]:
    """The command for the cup."""
    return [PROGRAMS / "regicide-arena", "tournament", "cup.toml", *arguments]


@pytest.mark.faults
def test_a_worker_that_is_killed_loses_no_game_and_doubles_none(folder: Path) -> None:
    """What comes out is what comes out without any cluster, byte for byte."""
    address = f"tcp://127.0.0.1:{free_port()}"
    host, port = "127.0.0.1", address.rpartition(":")[2]
    with ExitStack() as cluster:
        started = cluster.enter_context
        started(process("distributed.cli.dask_scheduler", "--host", host, "--port", port, "--no-dashboard", cwd=folder))
        options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", host, "--local-directory", str(folder))
        workers = [
            started(process("distributed.cli.dask_worker", address, *options, cwd=folder)) for _ in range(WORKERS)
        ]
        command = tournament("--scheduler", address, "--results", "there")
        with subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as running:
            await_true(lambda: any(children_of(worker.pid) for worker in workers))
            victim = next(worker for worker in workers if children_of(worker.pid))
            [games] = children_of(victim.pid)
            victim.kill()
            _, said = running.communicate(timeout=100)
        assert running.returncode == 0, said.decode()
        await_true(lambda: not Path(f"/proc/{games}").exists())
    subprocess.run(tournament("--results", "here", "--workers", "1"), cwd=folder, check=True, capture_output=True)
    assert (folder / "there" / "games.jsonl").read_bytes() == (folder / "here" / "games.jsonl").read_bytes()
    kinds = {each["kind"] for each in json.loads((folder / "here" / "standings.json").read_text())["failures"]}
    assert kinds == {"ended"}
