"""What the bots of an agent leave running ends with the turn, with the game, or when the agent stops."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from threading import Thread
from uuid import uuid4

import pytest
from arenas import await_true
from bot_games import view_of
from slow_bots import has_ended

from regicide_arena.agent.bot_process import BotPool, BotProcess
from regicide_arena.agent.host import stop_all
from regicide_arena.agent.play_log import LogStyle, PlayLog
from regicide_arena.agent.runner import AgentRunner, TurnTaker
from regicide_arena.bots.registry import find_bot
from regicide_arena.bots.safe_chooser import SafeChooser
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


def test_the_processes_of_a_function_end_with_its_turn() -> None:
    """Those that its module starts when it is loaded stay."""
    with closing(BotProcess("leaving.py:choose", "north")) as bot:
        for _ in range(3):
            bot(view_of("g"))
        loaded, *turns = started()
        assert [has_ended(process) for process in (loaded, *turns[:2])] == [False, True, True]
        await_true(lambda: has_ended(turns[2]))
    assert has_ended(loaded)


def test_the_processes_of_a_bot_with_a_memory_end_with_its_game() -> None:
    """At once when it is over; those of other games stay."""
    with closing(BotProcess("leaving.py:Maker", "north")) as bot:
        for game in ("g", "h", "g"):
            bot(view_of(game))
        _, over, other = started()
        assert not has_ended(over)
        bot.forget("g")
        await_true(lambda: has_ended(over))
        bot(view_of("h"))
        assert not has_ended(other)


def test_an_agent_that_stops_does_not_wait_for_a_bot_that_hangs(
    session: Session, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It says what it waits for, and kills the bot after a second."""
    agent = session.register_agent(f"bot-{uuid4().hex[:12]}")
    with closing(BotPool(find_bot("leaving.py:hanging"), "north")) as pool:
        taker = TurnTaker(SafeChooser(pool), pool.claim, pool.release, pool.forget, pool.close)
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
