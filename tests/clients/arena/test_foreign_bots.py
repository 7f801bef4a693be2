"""Bots of others in tournaments: those that crash, hang or misbehave fail in their own games alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from tournament_processes import await_no_processes

from regicide_arena.tournament.config import parse_config
from regicide_arena.tournament.games.game import Game
from regicide_arena.tournament.games.workers import ShardPlayer, hash_entrants
from regicide_arena.tournament.model import Environment, Shard

BOTS = '''
import contextlib, os, signal, subprocess, time

def first(view):
    return view["legal_actions"][0]

def begins(view):
    return not view["discard"] and not view["played"] and view["castle_size"] in {11, 12}

def exits_hard(view):
    if begins(view):
        os._exit(0)
    return first(view)

def kills_its_group(view):
    os.killpg(0, signal.SIGKILL)
    time.sleep(30)

def closes_files(view):
    os.closerange(0, 256)
    return first(view)

def dies_with_a_child(view):
    if not os.fork():
        time.sleep(30)
    os._exit(0)

def raises_unprintable(view):
    class Unprintable(Exception):
        def __str__(self):
            raise ValueError
    raise Unprintable

def answers_surrogate(view):
    return "\\ud800"

def writes_an_answer(view):
    for descriptor in range(3, 16):
        with contextlib.suppress(OSError):
            os.write(descriptor, b"{}\\n")
    return first(view)

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

def clears_its_view(view):
    action = first(view)
    view["legal_actions"].clear()
    view.clear()
    return action

def daemonizes(view):
    if begins(view) and not os.fork():
        os.setsid()
        if not os.fork():
            time.sleep(60)
        os._exit(0)
    return first(view)

def leaves_children(view):
    subprocess.Popen(["sleep", "30"])
    return first(view)

SEATS = set()

def refuses_company(view):
    SEATS.add(view["you"])
    assert len(SEATS) == 1
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

def forks_twice(view):
    if begins(view) and not os.fork():
        os.fork()
        os._exit(0)
    return first(view)
'''

FAILING = {
    "exits_hard": ("ended", "ended its process: exit code 0"),
    "kills_its_group": ("ended", "ended its process: killed by signal 9"),
    "closes_files": ("ended", "ended its process: exit code 1"),
    "dies_with_a_child": ("ended", "ended its process: exit code 0"),
    "raises_unprintable": ("error", "Unprintable: (its message cannot be formatted) (bots.py, line "),
    "answers_surrogate": ("illegal", "MalformedAction: "),
    "writes_an_answer": ("illegal", "InvalidAnswer: wrote '{}': "),
    "answers_object": ("error", "TypeError: the bot returned <object objec"),
    "answers_false_equal": ("illegal", "MalformedAction: "),
    "answers_broken_class": ("error", "ZeroDivisionError: "),
    "hangs": ("late", "gave no answer in 1 second"),
    "Falsy": ("error", "ValueError: second turn (bots.py, line "),
}
HARMLESS = ("clears_its_view", "leaves_children")


class Runners:
    """Runs games of the bots in a folder."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._folder, self._stack = folder, stack

    def __call__(self, bot: str, policy: str = "forfeit", **more: object) -> ShardPlayer:
        """Return a runner for a tournament of this bot and a correct one, closed at the end."""
        members = {"name": "test", "players": [1, 2], "deals": 3, "clock": 60, "seed": "seed-of-this"}
        entrants = {"bad": f"bots.py:{bot}", "good": "bots.py:first", "own": "random"}
        tournament = parse_config(members | {"on_failure": policy, "entrants": entrants} | more)
        environment = Environment(str(self._folder), hash_entrants(entrants, str(self._folder)))
        runner = ShardPlayer(tournament, environment)
        self._stack.callback(runner.close)
        return runner


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the file of bots."""
    (tmp_path / "bots.py").write_text(BOTS)
    return tmp_path


@pytest.fixture
def runner_of(folder: Path) -> Iterator[Runners]:
    """Makes runners, closed at the end."""
    with ExitStack() as stack:
        yield Runners(folder, stack)


def play(runner: ShardPlayer, *lineup: str, games: int = 2) -> list[Game]:
    """Play the first deals of a lineup."""
    return runner.play(Shard(lineup, 0, games)).games


def kinds(games: list[Game]) -> list[list[str]]:
    """List the kinds of failures by game."""
    return [[failure.kind.value for failure in game.failures] for game in games]


@pytest.mark.faults
@pytest.mark.parametrize("bot", FAILING)
def test_a_failing_bot_forfeits_only_its_own_games(runner_of: Runners, bot: str) -> None:
    """Each has one failure; games of other bots have none."""
    kind, what = FAILING[bot]
    runner = runner_of(bot, clock=1 if kind == "late" else 60)
    for game in play(runner, "bad", "bad", games=1 if kind == "late" else 2):
        [failure] = game.failures
        assert (failure.kind.value, failure.what[: len(what)], game.score.forfeited) == (kind, what, True)
    assert kinds(play(runner, "good", "own", games=1)) == [[]]


@pytest.mark.faults
@pytest.mark.parametrize("bot", ["exits_hard", "raises_unprintable", "answers_object", "hangs"])
def test_a_random_action_replaces_that_of_a_failing_bot(runner_of: Runners, bot: str) -> None:
    """The game is played to its end, by further processes of the bot."""
    games = play(runner_of(bot, "random", clock=0.05), "bad", "good")
    assert games[0].failures
    assert not any(game.score.forfeited for game in games)


@pytest.mark.faults
@pytest.mark.parametrize("bot", HARMLESS)
def test_harmless_behaviour_is_not_a_failure(runner_of: Runners, bot: str) -> None:
    """Each deal is played once, without failures."""
    games = play(runner_of(bot), "bad", "good")
    assert [game.deal for game in games] == [0, 1]
    assert kinds(games) == [[], []]


@pytest.mark.faults
def test_processes_that_a_bot_leaves_do_not_slow_down_the_next_games(runner_of: Runners, folder: Path) -> None:
    """They end with the games of the bot, together with its own."""
    play(runner_of("leaves_children"), "bad", "own")
    await_no_processes(folder)


@pytest.mark.faults
@pytest.mark.parametrize("bot", ["leaves_children", "dies_with_a_child", "daemonizes"])
def test_a_closed_runner_leaves_no_processes(runner_of: Runners, folder: Path, bot: str) -> None:
    """Processes that a bot has started are killed, too."""
    runner = runner_of(bot)
    play(runner, "bad", "bad")
    runner.close()
    await_no_processes(folder)


@pytest.mark.faults
def test_copies_of_copies_of_a_bot_end_silently(runner_of: Runners, capfd: pytest.CaptureFixture[str]) -> None:
    """They neither answer nor print."""
    runner = runner_of("forks_twice")
    assert kinds(play(runner, "bad", "bad", games=1)) == [[]]
    runner.close()
    assert capfd.readouterr().err == ""


@pytest.mark.faults
def test_failures_are_described_reproducibly(runner_of: Runners) -> None:
    """Memory addresses are removed."""
    [failure] = play(runner_of("answers_object"), "bad", "bad")[0].failures
    assert "<object objec>" in failure.what


def test_seats_share_no_memory(runner_of: Runners) -> None:
    """Two seats of a bot have processes of their own, which stay for the next game."""
    games = play(runner_of("refuses_company"), "bad", "bad")
    assert kinds(games) == [[], []]
