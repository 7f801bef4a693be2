"""Slow house bots have processes of their own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from arenas import Arena, await_true
from bot_games import view_of
from gunicorns import gunicorn
from players import BOTS_KEY
from servers import valkey_server
from slow_bots import Burning, has_ended

from regicide_arena.agent.bot_pool import BotPool
from regicide_arena.agent.host import NICENESS
from regicide_arena.bots.failures import BotRaised, PlayerClosed
from regicide_arena.bots.safe_chooser import Fallback, SafeChooser
from regicide_arena.protocol.programs import program_of
from regicide_client import CreateGameRequest, SeatRequest, Session

pytestmark = pytest.mark.costly

COUNTING = """
class Counting:
    def __init__(self, seed):
        self.seed, self.asked = seed, 0

    def __call__(self, view):
        self.asked += 1
        return f"{self.seed}: {self.asked}"

def broken(view):
    raise ValueError("out of ideas")
"""
UNPREPARED = """
from regicide_arena.bots import planner

def fill():
    raise OSError(28, "No space left on device")

planner.compile_kernel = fill

def first(view):
    return view["legal_actions"][0]
"""


@pytest.fixture
def burning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Burning]:
    """A slow bot in the working directory."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "counting.py").write_text(COUNTING)
    burning = Burning(tmp_path)
    yield burning
    burning.release()


@pytest.fixture
def isolated(burning: Burning) -> Iterator[BotPool]:
    """The slow bot in a process of its own, at its turn in a game."""
    isolated = BotPool(program_of("burner:Burner", niceness=NICENESS), "north")
    isolated.claim("g")
    yield isolated
    burning.release()
    isolated.close()


def asked(bot: object, pool: ThreadPoolExecutor) -> Future[object]:
    """The future of a bot's choice."""
    return pool.submit(bot, view_of("g"))  # type: ignore[arg-type]


def asked_at(pool: BotPool, game: str) -> str:
    """The answer at a turn in a game."""
    assert pool.claim(game)
    try:
        return pool(view_of(game))
    finally:
        pool.release(game)


def thinking(burning: Burning, other_than: int | None = None) -> int:
    """Wait until the slow bot is choosing, and return its process id."""
    await_true(lambda: burning.process not in {None, other_than})
    assert burning.process
    return burning.process


def test_a_slow_bot_chooses_in_another_process(isolated: BotPool, burning: Burning) -> None:
    """The process has a lower priority."""
    with ThreadPoolExecutor() as pool:
        chosen = asked(isolated, pool)
        process = thinking(burning)
        assert os.getpriority(os.PRIO_PROCESS, process) == min(19, os.getpriority(os.PRIO_PROCESS, 0) + NICENESS)
        burning.release()
        assert (chosen.result(), process != os.getpid()) == ("yield", True)


def test_a_killed_process_is_replaced(isolated: BotPool, burning: Burning) -> None:
    """The second attempt uses a new process."""
    with ThreadPoolExecutor() as pool:
        chosen = asked(SafeChooser(isolated, Fallback.LEAVE), pool)
        first = thinking(burning)
        os.kill(first, signal.SIGKILL)
        assert thinking(burning, other_than=first) != first
        burning.release()
        assert chosen.result() == "yield"


def test_a_process_that_is_told_to_end_with_all_others_ends_its_turn_first(isolated: BotPool, burning: Burning) -> None:
    """Signals to the process group do not end the worker."""
    with ThreadPoolExecutor() as pool:
        chosen = asked(isolated, pool)
        for number in (signal.SIGINT, signal.SIGTERM):
            os.kill(thinking(burning), number)
        burning.release()
        assert chosen.result() == "yield"


def test_a_closed_bot_ends_at_once(isolated: BotPool, burning: Burning) -> None:
    """A closed bot is not restarted, and its end is not a failure."""
    with ThreadPoolExecutor() as pool:
        chosen = asked(SafeChooser(isolated), pool)
        process = thinking(burning)
        isolated.close()
        assert isinstance(chosen.exception(), PlayerClosed)
        await_true(lambda: has_ended(process))
        with pytest.raises(PlayerClosed):
            isolated(view_of("g"))


def test_an_error_at_the_start_of_a_process_is_told(tmp_path: Path) -> None:
    """As of a full disk, on which compiled code cannot be kept."""
    (tmp_path / "unprepared.py").write_text(UNPREPARED)
    location = f"{tmp_path / 'unprepared.py'}:first"
    with closing(BotPool(program_of(location), "north")) as unprepared, pytest.raises(BotRaised) as raised:
        asked_at(unprepared, "g")
    assert str(raised.value) == f"{location} cannot be loaded: OSError: [Errno 28] No space left on device"


@pytest.mark.usefixtures("burning")
def test_bots_remember_their_games_there() -> None:
    """Each seat of each game has its own bot until the game is over."""
    counting = BotPool(program_of("counting:Counting"), "north")
    said = [asked_at(counting, game) for game in "ghg"]
    counting.over("g")
    said += [asked_at(counting, game) for game in "gh"]
    counting.close()
    assert said == [f"north/{bot}" for bot in ("g/0: 1", "h/0: 1", "g/0: 2", "g/0: 1", "h/0: 2")]


@pytest.mark.usefixtures("burning")
def test_an_error_of_the_bot_is_raised_in_the_caller(caplog: pytest.LogCaptureFixture) -> None:
    """The exception is raised in this process and logged with the traceback of the bot."""
    broken = BotPool(program_of("counting:broken"), "north")
    broken.claim("g")
    assert SafeChooser(broken)(view_of("g"))
    broken.close()
    assert "ValueError: out of ideas" in caplog.text
    assert "in broken" in caplog.text


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
    return session.create_game(CreateGameRequest(players=1, seats=[SeatRequest(agent=agent)])).game.id


@pytest.mark.usefixtures("house")
def test_a_slow_bot_delays_no_fast_one(session: Session, burning: Burning) -> None:
    """During its choice, the other bot plays a whole game."""
    slow = given_to("random", session)
    process = thinking(burning)
    fast = given_to("greedy", session)
    await_true(lambda: session.get_game(fast).result)
    assert (burning.process, session.get_game(slow).version) == (process, 1)
    burning.release()
    await_true(lambda: session.get_game(slow).result)


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
    assert (has_ended(process), session.get_game(slow).version) == (True, 1)
