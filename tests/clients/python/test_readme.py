"""The README of the client is correct and complete."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import regicide_client
from regicide_client import ApiError, CreateGameRequest, RetryPolicy, SeatRequest, Session

README = (Path(__file__).parents[3] / "clients/python/README.md").read_text()
PROGRAMS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize("program", PROGRAMS[:2], ids=["sync", "async"])
def test_a_program_plays_a_game_to_its_end(program: str, server: str) -> None:
    """With another port."""
    ended = subprocess.run([sys.executable, "-c", at(server, program)], check=True, capture_output=True, text=True)
    assert re.search(r"\b(won|lost)\b", ended.stdout)


def test_the_bot_plays_from_its_inbox(server: str) -> None:
    """All seats of a game, until it is stopped."""
    with (
        Session(server) as session,
        subprocess.Popen([sys.executable, "-c", at(server, PROGRAMS[2])], stdout=subprocess.PIPE, text=True) as bot,
    ):
        assert bot.stdout
        seat = SeatRequest(agent=bot.stdout.readline().split()[0])
        created = session.games.create(CreateGameRequest(players=2, seats=[seat, seat]))
        assert session.games.wait(created.game.id, timeout=60).status in {"won", "lost"}
        bot.terminate()


def at(server: str, program: str) -> str:
    """The program with the URL of a server."""
    return program.replace("http://127.0.0.1:8000", server)


def test_every_call_is_in_the_readme() -> None:
    """In the table of its group, with its result."""
    with Session("http://127.0.0.1:1") as session:
        groups = {name: group for name, group in vars(session).items() if not name.startswith("_")}
    tables = {name: README.partition(f"| `session.{name}`")[2].partition("\n\n")[0] for name in groups}
    for name, group in groups.items():
        returned = dict(re.findall(r"^\| `(\w+)\(.*?\)` \| (.*?) \|", tables[name], re.MULTILINE))
        calls = [call for call in dir(group) if not call.startswith("_")]
        types = {call: getattr(group, call).__annotations__["return"].strip("]").rpartition("[")[2] for call in calls}
        assert returned.keys() == types.keys()
        assert not [call for call in calls if f"`{types[call]}`" not in returned[call]]


def test_every_error_is_in_the_readme() -> None:
    """With its meaning; and the package has it."""
    names = {kind.__name__ for kind in ApiError.__subclasses__() if kind.__module__ == ApiError.__module__}
    assert {name for name in names if f"`{name}`" not in README or not hasattr(regicide_client, name)} == set()


def test_the_default_retry_policy_is_in_the_readme() -> None:
    """As a program would write it."""
    default = RetryPolicy()
    numbers = f"deadline={default.deadline:g}, timeout={default.timeout:g}, initial_backoff={default.initial_backoff:g}"
    assert (
        f"RetryPolicy({numbers}, max_backoff={default.max_backoff:g}, limit_deadline={default.limit_deadline:g})"
        in README
    )
