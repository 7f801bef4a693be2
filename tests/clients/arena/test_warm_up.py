"""The warm-up: the kernel is compiled once on a machine, before the first game of a command."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from arenas import await_true
from bot_games import view_of

from regicide_arena.agent.host import HouseBot, _compile_in_background
from regicide_arena.bots import warm_up
from regicide_arena.bots.registry import BUILTIN_BOTS, BuiltinBot
from regicide_arena.cli import main
from regicide_kernel import backend, cache

pytestmark = pytest.mark.costly

LAZY = """
def bot(seed):
    from regicide_arena.bots.planner import planner_fast
    return planner_fast(seed)
"""
PLAIN = """
import os

def first(view):
    return view["legal_actions"][0]

def kernel(view):
    return os.environ.get("REGICIDE_KERNEL", "compiled")
"""
TUNING = ["--players", "2", "--generations", "1", "--population", "2", "--games", "1", "--estimate-games", "1"]
GAMES = ["--players", "1", "--deals", "1", "--workers", "1"]


@pytest.fixture
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with files of bots, on a machine without compiled code; compilations end at once."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plain.py").write_text(PLAIN)
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "code"))
    monkeypatch.setenv("PYTHONPATH", str(Path(warm_up.__file__).parents[3]), prepend=os.pathsep)
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2] / "support"), prepend=os.pathsep)
    monkeypatch.setenv("FAKE_COMPILATION", "complete")
    monkeypatch.setattr(warm_up, "MODULE", "fake_compilation")
    return tmp_path


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize(
    ("command", "code"),
    [
        (["tournament", "--entrant", "plain.py:first", *GAMES], 0),
        (["bench", "plain.py:first", *GAMES], 0),
        (["check", "plain.py:missing"], 2),
        (["tune", *TUNING, "--workers", "1", "--output", "."], 0),
    ],
    ids=["tournament", "bench", "check", "tune"],
)
def test_a_command_compiles_once(command: list[str], code: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Before it tunes, or loads a bot whose file may use the planners; it says so in a line. The next has the code."""
    assert main(command) == code
    assert capsys.readouterr().err.count(warm_up.ANNOUNCEMENT) == 1
    assert cache.is_complete()
    warm_up.warm_up(["planner"])
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize("bots", [[], ["random", "greedy"], ["agent"], ["missing.py:bot"]])
def test_other_bots_need_no_compilation(bots: list[str]) -> None:
    """Those without a search, and those that do not exist."""
    warm_up.warm_up(bots)
    assert not cache.is_complete()


@pytest.mark.usefixtures("cold")
def test_plain_python_needs_no_compilation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the variable selects it."""
    monkeypatch.setenv("REGICIDE_KERNEL", "plain")
    assert not warm_up.is_cold()


@pytest.mark.usefixtures("cold")
def test_a_failing_compilation_is_a_warning(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With its reason."""
    monkeypatch.setenv("FAKE_COMPILATION", "failing")
    warm_up.warm_up(["planner"])
    reason = "warning: the planners are not ready: OSError: [Errno 28] No space left on device"
    assert capsys.readouterr().err.splitlines() == [warm_up.ANNOUNCEMENT, reason]


@pytest.mark.usefixtures("cold")
def test_a_compilation_that_ends_its_process_is_a_warning(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As where memory is short."""
    monkeypatch.delenv("FAKE_COMPILATION")
    warm_up.warm_up(["planner"])
    assert "warning: the planners are not ready: " in capsys.readouterr().err


def asked(bot: HouseBot) -> str:
    """What a bot answers at a turn."""
    assert bot.pool.claim("g")
    try:
        return bot.pool(view_of("g"))
    finally:
        bot.pool.release("g")


def test_a_fast_planner_of_the_house_plays_in_plain_python_until_all_are_compiled(
    cold: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The log has the begin and the end of the compilation."""
    monkeypatch.delenv("REGICIDE_KERNEL", raising=False)
    monkeypatch.setitem(BUILTIN_BOTS, "planner-fast", BuiltinBot("plain.py:kernel"))
    (cold / "hold").touch()
    with caplog.at_level(logging.WARNING), closing(HouseBot("planner-fast", "north")) as bot:
        _compile_in_background([bot])
        assert asked(bot) == "plain"
        (cold / "hold").unlink()
        await_true(lambda: asked(bot) == "compiled")
    begin = f"{warm_up.ANNOUNCEMENT}; until then planner-fast plays in plain Python, and planner waits"
    assert caplog.messages == [begin, "the planners are compiled"]


def test_house_bots_that_do_not_search_need_no_compilation(cold: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Nothing is logged."""
    _compile_in_background([])
    assert (caplog.messages, [*(cold / "code").rglob("complete")]) == ([], [])


def test_the_kernel_is_loaded_before_the_clock_of_a_bot_that_imports_it_later(tmp_path: Path) -> None:
    """Loading takes a third of a second, and compiling seven."""
    (tmp_path / "lazy.py").write_text(LAZY)
    program = (
        "import sys; from regicide_arena.bots.registry import find_bot; find_bot('lazy.py:bot').prepared();"
        "print('regicide_arena.bots.compilation' in sys.modules)"
    )
    environment = os.environ | {"REGICIDE_KERNEL": "plain"}
    command = [sys.executable, "-c", program]
    ended = subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True, text=True)
    assert (ended.stdout, ended.stderr) == ("True\n", "")


@pytest.mark.long
@pytest.mark.skipif(not backend.IS_COMPILED, reason="the kernel is not compiled here")
def test_a_bot_that_imports_the_planner_late_is_fit_on_a_new_machine(tmp_path: Path) -> None:
    """The compilation does not run on its clock."""
    (tmp_path / "lazy.py").write_text(LAZY)
    environment = os.environ | {cache.VARIABLE: str(tmp_path / "code")}
    command = [sys.executable, "-m", "regicide_arena", "check", "lazy.py:bot", "--games", "1"]
    ended = subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True, text=True)
    assert (ended.stderr.count(warm_up.ANNOUNCEMENT), ended.stderr.count("check 1 of 8")) == (1, 1)
