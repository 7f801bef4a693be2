"""`regicide-arena compliance`: is a bot fit to enter?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from regicide import Phase
from regicide_arena.cli import main
from regicide_arena.compliance import scenarios
from regicide_arena.compliance.checks import CHECK_NAMES
from regicide_arena.compliance.positions import POSITION_KINDS, SAMPLES_PER_KIND, sample_positions
from regicide_arena.compliance.scenarios import BotUnderTest, ScenarioResult

BOTS = """
import os, signal, time

def first(view):
    return view["legal_actions"][0]

def illegal_seat(view):
    return "seat:9" if view["phase"] == "appoint" else first(view)

def never_flipping(view):
    return [action for action in view["legal_actions"] if action != "flip"][0]

def strict(view):
    if "version" in view:
        raise KeyError("version")
    return first(view)

def hashing(view):
    return max(view["legal_actions"], key=hash)

def tired(view):
    if view["phase"] == "appoint":
        time.sleep(60)
    return first(view)

def slow(view):
    time.sleep(0.02 if view["phase"] == "appoint" else 0)
    return first(view)

def dying(view):
    os._exit(3)

def deaf(view):
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
    while True:
        pass

class Homesick:
    def __init__(self, seed):
        self.is_new = True

    def __call__(self, view):
        if self.is_new and len(view["hand"]) < 9 - view["players"]:
            raise RuntimeError("where have I been?")
        self.is_new = False
        return first(view)

class Impatient:
    def __init__(self, seed):
        self.seen = []

    def __call__(self, view):
        if view in self.seen:
            raise RuntimeError("again?")
        self.seen.append(view)
        return first(view)

class Counting:
    asked = 0

    def __init__(self, seed):
        pass

    def __call__(self, view):
        Counting.asked += 1
        return view["legal_actions"][Counting.asked % len(view["legal_actions"])]

class Unmade:
    def __init__(self, seed):
        raise ZeroDivisionError(seed)
"""


@pytest.fixture(autouse=True)
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots of all sorts, in a file of the working directory."""
    (tmp_path / "bots.py").write_text(BOTS)
    monkeypatch.chdir(tmp_path)


def tried(trial: scenarios.Scenario, bot: str, limit: float = 5) -> ScenarioResult:
    """What comes of a trial of one of them."""
    return trial(BotUnderTest(f"bots.py:{bot}", "tests", 1, limit))


def checked(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> dict[str, Any]:
    """What the command says as JSON."""
    assert main(["check", *arguments, "--games", "1", "--json"]) == code
    said: dict[str, Any] = json.loads(capsys.readouterr().out)
    return said


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_each_situation_comes_about(players: int) -> None:
    """Wherever it can, in several games, and as it is called."""
    there = [*sample_positions(players)]
    for kind in POSITION_KINDS:
        held = [each for each in there if each.kind == kind.name]
        assert len(held) == (SAMPLES_PER_KIND if players in kind.players else 0), kind.name
        assert all(kind.includes(each.position) for each in held)
        assert len({each.deal for each in held}) == len(held)


def test_no_phase_is_left_out() -> None:
    """In which there is something to choose."""
    assert {kind.phase for kind in POSITION_KINDS} == {*Phase} - {Phase.OVER}


def test_what_is_illegal_in_one_phase_alone_is_found() -> None:
    """With the situation, when it was, and what the bot saw."""
    faults = tried(scenarios.sampled_positions, "illegal_seat").faults
    assert {fault.what.partition(": ")[0] for fault in faults} == {"next player to appoint (Jester)"}
    assert all(json.loads(fault.view or "")["phase"] == "appoint" for fault in faults)
    assert faults[0].when.endswith("actions")


def test_a_bot_that_forgets_its_flips_is_found() -> None:
    """Where nothing but a flip is left."""
    faults = tried(scenarios.whole_games, "never_flipping").faults
    assert [fault.what.partition(":")[0] for fault in faults] == ["IndexError"]
    assert json.loads(faults[0].view or "")["legal_actions"] == ["flip"]


@pytest.mark.parametrize(
    ("trial", "bot"),
    [
        (scenarios.restarts, "Homesick"),
        (scenarios.retries, "Impatient"),
        (scenarios.server_views, "strict"),
        (scenarios.whole_games, "Unmade"),
    ],
)
def test_what_a_bot_cannot_do_is_found(trial: scenarios.Scenario, bot: str) -> None:
    """Each by its own trial; the line of the bot is told."""
    found = tried(trial, bot)
    assert len(found.faults) == found.times
    assert "bots.py, line " in found.faults[0].what


@pytest.mark.parametrize(
    "trial",
    [scenarios.whole_games, scenarios.sampled_positions, scenarios.restarts, scenarios.retries, scenarios.server_views],
)
def test_a_bot_without_faults_has_none(trial: scenarios.Scenario) -> None:
    """Whatever it is put through."""
    assert (tried(trial, "first").faults, tried(trial, "first").times > 3) == ([], True)


def test_what_takes_too_long_is_interrupted() -> None:
    """And told; the trial goes on."""
    found = tried(scenarios.sampled_positions, "tired", limit=0.05)
    assert {fault.what.partition(": ")[2] for fault in found.faults} == {"no answer within 0.05 seconds"}
    assert found.times > len(found.faults) == 2 * SAMPLES_PER_KIND


def test_a_fit_bot_passes_every_check(capsys: pytest.CaptureFixture[str]) -> None:
    """In their order."""
    said = checked(capsys, "random")
    assert (said["bot"], said["fit"]) == ("random", True)
    assert [(check["check"], check["verdict"]) for check in said["checks"]] == [
        (name, "passed") for name in CHECK_NAMES
    ]


@pytest.mark.parametrize(
    ("bot", "warned"),
    [
        ("hashing", ["reproducibility", "concurrent games"]),
        ("Counting", ["concurrent games"]),
    ],
)
def test_what_cannot_be_repeated_is_warned_of(capsys: pytest.CaptureFixture[str], bot: str, warned: list[str]) -> None:
    """Such a bot may enter all the same."""
    said = checked(capsys, f"bots.py:{bot}")
    assert [check["check"] for check in said["checks"] if check["verdict"] == "warned"] == warned
    assert said["fit"]


def test_a_bot_that_is_late_is_not_fit(capsys: pytest.CaptureFixture[str]) -> None:
    """However well it plays; the report is for people."""
    assert main(["check", "bots.py:slow", "--games", "1", "--clock", "0.01"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == "bots.py:slow is not fit for tournaments."
    assert any(line.split()[:2] == ["time", "failed"] for line in lines)


def test_a_bot_that_ends_its_process_fails(capsys: pytest.CaptureFixture[str]) -> None:
    """At every check; the command goes on."""
    said = checked(capsys, "bots.py:dying", code=1)
    assert [check["verdict"] for check in said["checks"]] == ["failed"] * len(CHECK_NAMES)
    assert "ended its process" in said["checks"][0]["faults"][0]["what"]


@pytest.mark.long
@pytest.mark.timeout(600)
def test_a_bot_that_cannot_be_interrupted_fails(capsys: pytest.CaptureFixture[str]) -> None:
    """Its process is ended."""
    said = checked(capsys, "bots.py:deaf", "--clock", "0.05", code=1)
    assert [check["verdict"] for check in said["checks"]] == ["failed"] * len(CHECK_NAMES)


def test_a_bot_that_is_not_there_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    """In one line."""
    assert main(["check", "nobody"]) == 1
    assert capsys.readouterr().err.startswith("regicide-arena: unknown bot 'nobody'")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ("--games 0", "argument --games: invalid number of games '0': expected 1 to 1000"),
        ("--clock 0", "argument --clock: invalid number of seconds '0': expected 0.001 to 3600"),
        ("--clock soon", "argument --clock: invalid number of seconds 'soon': expected 0.001 to 3600"),
    ],
)
def test_arguments_that_make_no_sense_are_refused(capsys: pytest.CaptureFixture[str], arguments: str, why: str) -> None:
    """With what would be right."""
    with pytest.raises(SystemExit) as refused:
        main(["check", "random", *arguments.split()])
    assert (refused.value.code, why in capsys.readouterr().err) == (2, True)
