"""What the bots of an agent leave running ends with their process."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from threading import Thread
from uuid import uuid4

import pytest
from arenas import await_true
from bot_games import view_of
from slow_bots import has_ended

from regicide_arena.agent.bot_pool import BotPool
from regicide_arena.agent.host import stop_all
from regicide_arena.agent.play_log import LogStyle, PlayLog
from regicide_arena.agent.runner import AgentRunner, TurnTaker
from regicide_arena.bots.safe_chooser import SafeChooser
from regicide_arena.protocol.programs import program_of
from regicide_client import CreateGameRequest, SeatRequest, Session

pytestmark = pytest.mark.costly

LEAVING = """
import os, time
from pathlib import Path

def started():
    process = os.spawnlp(os.P_NOWAIT, "sleep", "sleep", "1000")
    with open("started", "a") as file:
        print(process, file=file)
    return process

loaded = started()

def choose(view):
    started()
    return view["legal_actions"][0]

class Maker:
    def __init__(self, seed):
        self.process = started()

    def __call__(self, view):
        assert os.waitpid(self.process, os.WNOHANG) == (0, 0)
        return view["legal_actions"][0]

def hanging(view):
    Path("hanging").write_text(str(os.getpid()))
    time.sleep(1000)
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with the file of the bots."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "leaving.py").write_text(LEAVING)
    return tmp_path


def started() -> list[int]:
    """The processes that the bots have started, in order."""
    return [int(number) for number in Path("started").read_text().split()]


@pytest.mark.parametrize("name", ["choose", "Maker"])
def test_what_a_bot_leaves_running_ends_with_its_process(name: str) -> None:
    """Also what its module starts when it is loaded. A bot may have processes of its own for all of its games."""
    with closing(BotPool(program_of(f"leaving.py:{name}"), "north")) as pool:
        for game in ("g", "h", "g"):
            assert pool.claim(game)
            pool(view_of(game))
            pool.release(game)
        assert not any(map(has_ended, started()))
    assert all(map(has_ended, started()))


def test_an_agent_that_stops_does_not_wait_for_a_bot_that_hangs(
    session: Session, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It says what it waits for, and kills the bot after a second."""
    agent = session.register_agent(f"bot-{uuid4().hex[:12]}")
    with closing(BotPool(program_of("leaving.py:hanging"), "north")) as pool:
        taker = TurnTaker(SafeChooser(pool), pool.claim, pool.release, pool.over, pool.close)
        log = PlayLog(agent.name, style=LogStyle.TEXT)
        runner = AgentRunner(agent.name, session.with_token(agent.token), taker, log)
        thread = Thread(target=runner.run)
        thread.start()
        game = session.create_game(CreateGameRequest(players=1, seats=[SeatRequest(agent=agent.name)])).game
        await_true((folder / "hanging").exists)
        stop_all([runner])
        assert runner.await_action(0)
        session.create_game(CreateGameRequest(players=1, seats=[SeatRequest(agent=agent.name)]))  # wakes the thread
        thread.join()
    expected = f"stopping: up to 1 s for the action in game {game.id}; Ctrl-C again ends at once"
    assert expected in capsys.readouterr().err
    assert session.get_game(game.id).version == 1
