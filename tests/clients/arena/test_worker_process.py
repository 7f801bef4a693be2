"""Worker processes of a tournament: bots that crash, hang or misbehave fail in their own games alone."""

from __future__ import annotations

import json
import os
import pickle
import secrets
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tournament_processes import await_no_processes

from regicide_arena.tournament.config import parse_config
from regicide_arena.tournament.errors import PlayFailed
from regicide_arena.tournament.games.game import GameRow
from regicide_arena.tournament.games.runner import hash_entrants
from regicide_arena.tournament.games.worker_main import WholeReads
from regicide_arena.tournament.games.worker_process import WorkerProcess
from regicide_arena.tournament.model import Environment, Tournament
from regicide_arena.tournament.schedule import Shard

BOTS = '''
import itertools, os, signal, subprocess, sys, threading, time

def first(view):
    return view["legal_actions"][0]

def begins(view):
    return not view["discard"] and not view["played"] and view["castle_size"] in {11, 12}

def exits_hard(view):
    if begins(view):
        os._exit(0)
    return first(view)

def kills_itself(view):
    os.kill(os.getpid(), signal.SIGKILL)

def stops_itself(view):
    os.kill(os.getpid(), signal.SIGSTOP)

def kills_its_group(view):
    os.killpg(0, signal.SIGTERM)
    time.sleep(30)

def closes_files(view):
    os.closerange(0, 256)
    return first(view)

def dies_with_a_child(view):
    if not os.fork():
        time.sleep(30)
    os._exit(0)

def exits(view):
    sys.exit(0)

def raises_unprintable(view):
    class Unprintable(Exception):
        def __str__(self):
            raise ValueError
    raise Unprintable

def raises_surrogate(view):
    raise ValueError("\\ud800")

def answers_object(view):
    return object()

def answers_false_equal(view):
    class FalseEqual(str):
        __hash__ = str.__hash__
        def __eq__(self, other):
            return True
        def __str__(self):
            return "QQ"
    return FalseEqual("x")

def answers_broken_class(view):
    class BrokenClass:
        @property
        def __class__(self):
            raise ZeroDivisionError
    return BrokenClass()

def hangs(view):
    while True:
        pass

def prints(view):
    print("hello")
    os.write(1, b"hello")
    sys.__stdout__.write("hello")
    return first(view)

def clears_its_view(view):
    action = first(view)
    view["legal_actions"].clear()
    view.clear()
    return action

def forks(view):
    os.fork()
    return first(view)

def daemonizes(view):
    if begins(view) and not os.fork():
        os.setsid()
        if not os.fork():
            time.sleep(60)
        os._exit(0)
    return first(view)

def reads(view):
    sys.stdin.read()
    return first(view)

def leaves_children(view):
    subprocess.Popen(["sleep", "30"])
    return first(view)

def leaves_threads(view):
    def spin():
        while True:
            pass
    if begins(view):
        threading.Thread(target=spin, daemon=True).start()
    return first(view)

class Falsy:
    """A bot that is falsy."""

    def __init__(self, seed):
        self.turns = 0

    def __len__(self):
        return 0

    def __call__(self, view):
        self.turns += 1
        if self.turns == 2:
            raise ValueError("second turn")
        return first(view)

def blocks_signals(view):
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    time.sleep(100)

def keeps_the_interpreter(view):
    return sum(itertools.repeat(0))  # endless, and no signal handler runs
'''

CRASHING = ("exits_hard", "kills_itself", "stops_itself", "kills_its_group", "closes_files", "dies_with_a_child")
FAILING = {name: ["ended"] for name in CRASHING} | {
    "exits": ["error"],
    "raises_unprintable": ["error"],
    "raises_surrogate": ["error"],
    "answers_object": ["illegal"],
    "answers_false_equal": ["illegal"],
    "answers_broken_class": ["illegal"],
    "hangs": ["late"],
    "Falsy": ["error"],
}
HARMLESS = ("prints", "clears_its_view", "reads", "forks", "leaves_children")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the file of bots."""
    (tmp_path / "bots.py").write_text(BOTS)
    return tmp_path


@pytest.fixture
def process() -> Iterator[WorkerProcess]:
    """A worker process, closed at the end."""
    found = WorkerProcess()
    yield found
    found.close()


def tournament_with(bot: str, policy: str = "forfeit", **more: object) -> Tournament:
    """Build a tournament of this bot and a correct one."""
    members = {"name": "test", "players": [1, 2], "deals": 3, "clock": 0.5, "seed": "seed-of-this"}
    return parse_config(members | {"on_failure": policy, "entrants": {"bad": bot, "good": "random"}} | more)


def play(process: WorkerProcess, tournament: Tournament, folder: Path, *lineup: str, games: int = 2) -> list[GameRow]:
    """Play the first deals of a lineup."""
    environment = Environment(str(folder), hash_entrants(tournament.entrants, str(folder)))
    return process.play_shard(tournament, environment, Shard(lineup, 0, games)).games


def kinds(games: list[GameRow]) -> list[list[str]]:
    """List the kinds of failures by game."""
    return [[failure.kind.value for failure in game.failures] for game in games]


@pytest.mark.faults
@pytest.mark.parametrize("bot", FAILING)
def test_a_failing_bot_forfeits_only_its_own_games(process: WorkerProcess, folder: Path, bot: str) -> None:
    """Each has one failure; games of other bots in the same process have none."""
    tournament = tournament_with(f"bots.py:{bot}")
    assert kinds(play(process, tournament, folder, "bad", "bad", games=1)) == [FAILING[bot]]
    assert kinds(play(process, tournament, folder, "good", "good", games=1)) == [[]]


@pytest.mark.faults
@pytest.mark.parametrize("bot", ["exits_hard", "raises_unprintable", "answers_object"])
def test_a_random_action_replaces_that_of_a_failing_bot(process: WorkerProcess, folder: Path, bot: str) -> None:
    """The game is played to its end."""
    games = play(process, tournament_with(f"bots.py:{bot}", "random"), folder, "bad", "good")
    assert games[0].failures
    assert not any(game.score.forfeited for game in games)


@pytest.mark.faults
@pytest.mark.parametrize("bot", HARMLESS)
def test_harmless_behaviour_is_not_a_failure(process: WorkerProcess, folder: Path, bot: str) -> None:
    """Each deal is played once, without failures."""
    games = play(process, tournament_with(f"bots.py:{bot}"), folder, "bad", "good")
    assert [json.loads(game.text)["deal"] for game in games] == [0, 1]
    assert kinds(games) == [[], []]


@pytest.mark.faults
def test_threads_of_a_bot_do_not_slow_down_the_next_games(process: WorkerProcess, folder: Path) -> None:
    """The next shard is played in another process."""
    tournament = tournament_with("bots.py:leaves_threads", clock=20)
    play(process, tournament, folder, "bad", games=1)
    before = process._process  # noqa: SLF001 - the process is not public
    play(process, tournament, folder, "good", "good")
    assert process._process is not before  # noqa: SLF001


@pytest.mark.faults
@pytest.mark.parametrize("bot", ["leaves_children", "forks", "dies_with_a_child", "daemonizes"])
def test_a_closed_worker_leaves_no_processes(
    process: WorkerProcess, folder: Path, monkeypatch: pytest.MonkeyPatch, bot: str
) -> None:
    """Processes that a bot has started are killed, too."""
    monkeypatch.setenv("MARK", str(folder))
    play(process, tournament_with(f"bots.py:{bot}"), folder, "bad", "bad")
    process.close()
    await_no_processes(folder)


@pytest.mark.faults
@pytest.mark.long
@pytest.mark.parametrize("bot", ["blocks_signals", "keeps_the_interpreter"])
def test_a_bot_that_ignores_the_alarm_is_killed(process: WorkerProcess, folder: Path, bot: str) -> None:
    """The failure is that it ended its process."""
    tournament = tournament_with(f"bots.py:{bot}")
    assert kinds(play(process, tournament, folder, "bad", "bad", games=1)) == [["ended"]]


@pytest.mark.faults
def test_a_bot_that_cannot_be_loaded_is_reported(process: WorkerProcess, folder: Path) -> None:
    """Importing it ends the process before any bot is asked."""
    text = "import os, sys\nif 'pytest' not in sys.modules:\n    os._exit(0)\ndef choose(view):\n    return ''\n"
    (folder / "shy.py").write_text(text)
    with pytest.raises(PlayFailed, match="ends repeatedly before it asks a bot: deal 0, lineup bad bad"):
        play(process, tournament_with("shy.py:choose"), folder, "bad", "bad")


@pytest.mark.faults
def test_failures_are_described_reproducibly(process: WorkerProcess, folder: Path) -> None:
    """Memory addresses are removed."""
    games = play(process, tournament_with("bots.py:answers_object"), folder, "bad", "bad")
    [failure] = games[0].failures
    assert "<object objec>" in failure.what


def test_a_task_may_be_larger_than_a_pipe() -> None:
    """A tournament may have hundreds of entrants."""
    task = [secrets.token_hex(500) for _ in range(500)]
    reading, writing = os.pipe()
    tasks, pipe = os.fdopen(reading, "rb", buffering=0), os.fdopen(writing, "wb")
    with tasks, pipe, ThreadPoolExecutor(1) as threads:
        received = threads.submit(pickle.load, WholeReads(tasks))
        pickle.dump(task, pipe)
        pipe.flush()
        assert received.result(60) == task
