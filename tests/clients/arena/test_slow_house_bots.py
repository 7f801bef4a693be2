"""House bots that take long: they delay no others, and end with their command."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from arenas import Arena, await_true
from gunicorns import gunicorn
from players import BOTS_KEY
from servers import valkey_server
from slow_bots import Burning, has_ended

from regicide_client import CreateGameRequest, SeatRequest, Session

pytestmark = pytest.mark.costly


@pytest.fixture
def burning(tmp_path: Path) -> Iterator[Burning]:
    """The folder of a slow bot."""
    burning = Burning(tmp_path)
    yield burning
    burning.release()


def thinking(burning: Burning) -> int:
    """Wait until the slow bot is choosing, and return its process id."""
    await_true(lambda: burning.process)
    assert burning.process
    return burning.process


class House(Arena):
    """House bots with a slow bot as `random`."""

    def start(self, arguments: Sequence[str | Path], **options: Any) -> Any:
        """Start the program of the slow bot, which is a script."""
        with self.log.open("wb") as output:
            command, own = [sys.executable, "house.py", *arguments], options["environment"]
            return subprocess.Popen(command, cwd=options["cwd"], env=own, stdout=output, stderr=output)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """The URL of a server without house bots of its own, on its own database."""
    environment = {"BOTS_KEY": BOTS_KEY, "LIMIT_CREATE_GAME": "0"}
    with valkey_server() as url, gunicorn(tmp_path, REDIS_URL=url, **environment) as running:
        yield running.url


@pytest.fixture
def house(server: str, burning: Burning) -> Iterator[House]:
    """House bots on that server."""
    house = House("--server", server, "greedy", "random", directory=burning.directory, BOTS_KEY=BOTS_KEY)
    yield house
    burning.release()
    if house.process.poll() is None:
        house.end()


def given_to(agent: str, session: Session) -> str:
    """Create a game with a house bot alone, and return its id."""
    return session.games.create(CreateGameRequest(players=1, seats=[SeatRequest(agent=agent)])).game.id


@pytest.mark.usefixtures("house")
def test_a_slow_bot_delays_no_fast_one(session: Session, burning: Burning) -> None:
    """During its choice, the other bot plays a whole game."""
    slow = given_to("random", session)
    process = thinking(burning)
    fast = given_to("greedy", session)
    await_true(lambda: session.games.get(fast).result)
    assert (burning.process, session.games.get(slow).version) == (process, 1)
    burning.release()
    await_true(lambda: session.games.get(slow).result)


@pytest.mark.faults
def test_a_killed_command_leaves_no_processes(session: Session, house: House, burning: Burning) -> None:
    """Its process ends with its parent, even during a choice."""
    given_to("random", session)
    process = thinking(burning)
    house.process.kill()
    assert house.ended() == -signal.SIGKILL
    await_true(lambda: has_ended(process))


def test_a_house_that_is_told_to_end_gives_up_what_takes_too_long(
    session: Session, house: House, burning: Burning
) -> None:
    """No action replaces the cancelled choice, and no failure is logged."""
    slow = given_to("random", session)
    process = thinking(burning)
    house.process.terminate()
    assert (house.ended(), house.output) == (0, "")
    assert (has_ended(process), session.games.get(slow).version) == (True, 1)
