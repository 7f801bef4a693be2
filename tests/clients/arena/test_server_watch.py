"""The watch over a game server during a tournament."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest
from proxies import BAD_GATEWAY, Fault, dropped, proxy
from servers import KillableServer, killable_server
from tournament_processes import start_tournament

from regicide_arena.tournament.games.server import ServerWatch

BOT = """
import time

def choose(view):
    time.sleep(0.01)
    return view["legal_actions"][0]
"""


@pytest.mark.parametrize(
    ("fault", "cause"),
    [
        (dropped, "RemoteProtocolError: Server disconnected without sending a response."),
        (BAD_GATEWAY, "unexpected-response (502): text/html, not a problem: "),
    ],
)
def test_a_loss_and_a_return_are_reported_once(server: str, fault: Fault, cause: str) -> None:
    """Several failures in a row are one loss; the first message has the cause and the end of the retries."""
    messages = SimpleQueue[str]()
    with proxy(server) as between:
        between.faults = [fault] * 3
        with ServerWatch(between.url, messages.put, interval_s=0.01):
            lost, returned = messages.get(), messages.get()
    assert lost.startswith(f"the server {between.url} does not answer ({cause}")
    assert re.search(r"\); retrying until about \d\d:\d\d:\d\d$", lost)
    assert returned == f"the server {between.url} answers again"
    assert messages.empty()


@pytest.fixture
def killable(valkey_url: str) -> Iterator[KillableServer]:
    """A server that can be killed."""
    with killable_server(REDIS_URL=valkey_url) as server:
        yield server


@pytest.mark.faults
def test_a_tournament_reports_a_lost_server(killable: KillableServer, tmp_path: Path) -> None:
    """It plays on when the server answers again."""
    (tmp_path / "bot.py").write_text(BOT)
    arguments = ["--entrant", "bot.py:choose", "--players", "1", "--deals", "3", "--workers", "1"]
    running = start_tournament(tmp_path, *arguments, "--server", killable.url)
    assert next_line(running) == "results folder: tournament"
    killable.kill()
    assert next_line(running).startswith(f"the server {killable.url} does not answer (ConnectError: ")
    killable.start()
    assert next_line(running) == f"the server {killable.url} answers again"
    running.communicate()
    assert running.returncode == 0


def next_line(running: subprocess.Popen[str]) -> str:
    """The next line on standard error."""
    assert running.stderr
    return running.stderr.readline().rstrip("\n")
