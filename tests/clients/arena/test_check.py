"""`regicide-arena check`: the compliance of a bot."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from contextlib import closing
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any

import pytest
from servers import PROGRAMS
from tournament_processes import marked_processes

from regicide import Phase
from regicide_arena.cli import main
from regicide_arena.compliance import scenarios
from regicide_arena.compliance.checks import (
    CHECK_NAMES,
    CONCURRENT_GAMES,
    REPRODUCIBILITY,
    TIME,
    ScenarioRunner,
    format_milliseconds,
)
from regicide_arena.compliance.probe import SAME_FAILURES, CallLimits
from regicide_arena.compliance.scenarios import (
    POSITION_KINDS,
    SAMPLES_PER_KIND,
    BotUnderTest,
    ScenarioResult,
    sample_positions,
)

pytestmark = [pytest.mark.costly, pytest.mark.usefixtures("bots")]

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

def failing(view):
    raise MemoryError(id(view))

def killing(view):
    os.kill(os.getpid(), signal.SIGKILL)

def stopping(view):
    os.kill(os.getpid(), signal.SIGSTOP)

def deaf(view):
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
    while True:
        time.sleep(0.01)

def never(view):
    time.sleep(60)

def printing(view):
    print("thinking")
    os.write(1, b"thinking")
    return first(view)

def forking(view):
    os.fork()
    return first(view)

def daemonizing(view):
    if not os.fork():
        os.setsid()
        if not os.fork():
            time.sleep(60)
        os._exit(0)
    os.wait()
    return first(view)

def daemonizing_and_dying(view):
    daemonizing(view)
    os._exit(0)

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

class SlowApart:
    def __init__(self, seed):
        self.seconds = 0.02 if "apart" in seed else 0

    def __call__(self, view):
        time.sleep(self.seconds)
        return first(view)

class Unmade:
    def __init__(self, seed):
        raise ZeroDivisionError(seed)
"""


def run_scenario(scenario: scenarios.Scenario, bot: str, limit: float = 5) -> ScenarioResult:
    """The result of a scenario with one of these bots."""
    return scenario(BotUnderTest(f"bots.py:{bot}", "tests", 1, CallLimits(limit, limit, 1000)))


def run_check(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> dict[str, Any]:
    """The command's JSON."""
    assert main(["check", *arguments, "--games", "1", "--json"]) == code
    output: dict[str, Any] = json.loads(capsys.readouterr().out)
    return output


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_each_kind_of_position_is_sampled(players: int) -> None:
    """Each kind has its number of samples, each from another game."""
    samples = [*sample_positions(players)]
    for kind in POSITION_KINDS:
        of_kind = [each for each in samples if each.kind == kind.name]
        assert len(of_kind) == (SAMPLES_PER_KIND if players in kind.players else 0), kind.name
        assert all(kind.includes(each.position) for each in of_kind)
        assert len({each.deal for each in of_kind}) == len(of_kind)


def test_every_phase_is_sampled() -> None:
    """Every phase with a choice has a kind."""
    assert {kind.phase for kind in POSITION_KINDS} == {*Phase} - {Phase.OVER}


def test_an_illegal_answer_in_one_phase_is_found() -> None:
    """The fault has the kind of position, the turn, and the view."""
    faults = run_scenario(scenarios.sampled_positions, "illegal_seat").faults
    assert {fault.what.partition(": ")[0] for fault in faults} == {"next player to appoint (Jester)"}
    assert all(json.loads(fault.view or "")["phase"] == "appoint" for fault in faults)
    assert ", actions: " in faults[0].when


def test_a_bot_that_forgets_its_flips_is_found() -> None:
    """A position in which only a flip is legal shows it."""
    faults = run_scenario(scenarios.whole_games, "never_flipping").faults
    assert [fault.what.partition(":")[0] for fault in faults] == ["IndexError"]
    assert json.loads(faults[0].view or "")["legal_actions"] == ["flip"]


@pytest.mark.parametrize(
    ("scenario", "bot"),
    [
        (scenarios.restarts, "Homesick"),
        (scenarios.retries, "Impatient"),
        (scenarios.server_views, "strict"),
        (scenarios.whole_games, "Unmade"),
    ],
)
def test_each_scenario_finds_a_faulty_bot(scenario: scenarios.Scenario, bot: str) -> None:
    """Each scenario finds its fault, with the line in the bot."""
    found = run_scenario(scenario, bot)
    assert len(found.faults) == found.times
    assert "bots.py, line " in found.faults[0].what


@pytest.mark.parametrize(
    "scenario",
    [scenarios.whole_games, scenarios.sampled_positions, scenarios.restarts, scenarios.retries, scenarios.server_views],
)
def test_a_bot_without_faults_has_none(scenario: scenarios.Scenario) -> None:
    """No scenario finds a fault."""
    assert (run_scenario(scenario, "first").faults, run_scenario(scenario, "first").times > 3) == ([], True)


def test_a_slow_call_is_interrupted() -> None:
    """The fault is recorded, and the scenario continues."""
    found = run_scenario(scenarios.sampled_positions, "tired", limit=0.05)
    assert {fault.what.partition(": ")[2] for fault in found.faults} == {"no answer within 0.05 seconds"}
    assert found.times > len(found.faults) == 2 * SAMPLES_PER_KIND


def test_a_fit_bot_passes_every_check(capsys: pytest.CaptureFixture[str]) -> None:
    """The results have the order of the checks."""
    output = run_check(capsys, "random")
    assert (output["bot"], output["fit"]) == ("random", True)
    assert [(check["check"], check["verdict"]) for check in output["checks"]] == [
        (name, "passed") for name in CHECK_NAMES
    ]


@pytest.mark.parametrize(
    ("bot", "warned"),
    [
        ("hashing", ["reproducibility", "concurrent games"]),
        ("Counting", ["concurrent games"]),
    ],
)
def test_irreproducible_actions_give_a_warning(capsys: pytest.CaptureFixture[str], bot: str, warned: list[str]) -> None:
    """Such a bot is fit all the same."""
    output = run_check(capsys, f"bots.py:{bot}")
    assert [check["check"] for check in output["checks"] if check["verdict"] == "warned"] == warned
    assert output["fit"]


def test_a_bot_that_is_late_is_not_fit(capsys: pytest.CaptureFixture[str]) -> None:
    """The clock alone makes it unfit, also in the table."""
    assert main(["check", "bots.py:slow", "--games", "1", "--clock", "0.01"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == "bots.py:slow is not fit for tournaments."
    assert any(line.split()[:2] == ["time", "failed"] for line in lines)


def test_a_bot_that_ends_its_process_fails(capsys: pytest.CaptureFixture[str]) -> None:
    """Every check fails, and the command continues."""
    output = run_check(capsys, "bots.py:dying", code=1)
    assert [check["verdict"] for check in output["checks"]] == ["failed"] * len(CHECK_NAMES)
    assert "ended its process" in output["checks"][0]["faults"][0]["what"]


@pytest.mark.faults
@pytest.mark.parametrize(
    ("bot", "cause"), [("dying", "exit code 3"), ("killing", "killed by signal 9"), ("stopping", "stopped")]
)
def test_the_cause_of_the_end_of_a_process_is_named(bot: str, cause: str) -> None:
    """The guard reports it."""
    subject = BotUnderTest(f"bots.py:{bot}", "tests", 1, CallLimits(5, 5, 3))
    with closing(ScenarioRunner(subject)) as process:
        result = process.run(scenarios.restarts)
    assert result
    assert result.faults[0].what == f"ended its process: {cause}"


@pytest.mark.long
def test_a_bot_that_cannot_be_interrupted_fails(capsys: pytest.CaptureFixture[str]) -> None:
    """The grace period ends its process; this is a late answer."""
    output = run_check(capsys, "bots.py:deaf", "--clock", "0.05", "--late-answers", "2", code=1)
    verdicts = [check["verdict"] for check in output["checks"]]
    assert verdicts == ["failed"] * 2 + ["skipped"] * (len(CHECK_NAMES) - 3) + ["failed"]


def test_the_check_of_a_bot_that_never_answers_ends(capsys: pytest.CaptureFixture[str]) -> None:
    """After the given number of late answers. Standard error says which check begins."""
    arguments = ["check", "bots.py:never", "--games", "1", "--clock", "0.01", "--late-answers", "1"]
    assert main(arguments) == 1
    out, err = capsys.readouterr()
    assert "1 of 1 answers took longer than 0.01 s" in out
    assert "the check has ended early (--late-answers)" in " ".join(out.split())
    assert err.splitlines() == [f"check 1 of {len(CHECK_NAMES)} of bots.py:never: whole games"]
    assert out.count(" skipped ") == len(CHECK_NAMES) - 2


@pytest.mark.parametrize("scenario", [scenarios.whole_games, scenarios.sampled_positions, scenarios.restarts])
def test_repeated_failures_end_a_scenario(scenario: scenarios.Scenario) -> None:
    """Those of one type and line, without an answer between them."""
    result = run_scenario(scenario, "failing")
    assert (result.times, len(result.faults), result.fails_repeatedly) == (SAME_FAILURES, SAME_FAILURES, True)


def test_repeated_failures_are_mentioned_once(capsys: pytest.CaptureFixture[str]) -> None:
    """On standard error."""
    assert main(["check", "bots.py:failing", "--games", "1"]) == 1
    out, err = capsys.readouterr()
    assert err.count("some checks ended early, after 3 identical failures in a row\n") == 1
    assert "3 of 3 games failed" in out


def test_games_that_are_not_played_to_the_end_are_not_compared(capsys: pytest.CaptureFixture[str]) -> None:
    """The verdict names the late answers, and no difference of the actions."""
    output = run_check(capsys, "bots.py:SlowApart", "--clock", "0.01", code=1)
    checks = {check["check"]: (check["verdict"], check["about"]) for check in output["checks"]}
    for name in (REPRODUCIBILITY, CONCURRENT_GAMES):
        assert checks[name] == ("skipped", "not run: too many late answers")
    assert checks[TIME][0] == "failed"


@pytest.mark.parametrize("scenario", [scenarios.whole_games, scenarios.sampled_positions, scenarios.interleaved_games])
def test_a_scenario_says_whether_late_answers_have_cut_it_short(scenario: scenarios.Scenario) -> None:
    """Its number of games or positions counts those that are complete."""
    result = scenario(BotUnderTest("bots.py:first", "tests", 1, CallLimits(0, 5, 1)))
    assert (result.is_cut_short, len(result.seconds), result.faults) == (True, 1, [])
    assert not run_scenario(scenario, "first").is_cut_short


def test_faults_have_kinds(capsys: pytest.CaptureFixture[str]) -> None:
    """Programs need not read the sentences."""
    arguments = ("bots.py:never", "--clock", "0.01", "--late-answers", "1")
    output = run_check(capsys, *arguments, code=1)
    assert output["checks"][0]["faults"][0]["kind"] == "late"


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.000123456, "0.123 ms"), (0.0123456, "12.3 ms"), (0.12345, "123 ms"), (5, "5,000 ms")]
)
def test_times_are_formatted_without_exponents(seconds: float, text: str) -> None:
    """With three digits, or as whole milliseconds."""
    assert format_milliseconds(seconds) == text


def test_what_a_bot_prints_is_not_in_the_json(tmp_path: Path) -> None:
    """It is on standard error, also what the file of the bot prints when it is loaded."""
    with (tmp_path / "bots.py").open("a") as file:
        file.write("print('loaded')\nos.write(1, b'loaded')\n")
    command = [PROGRAMS / "regicide-arena", "check", "bots.py:printing", "--games", "1", "--json"]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(ended.stdout)["fit"]
    assert ended.stderr.count("loaded") > 1
    assert ended.stderr.count("thinking") > 100


@pytest.mark.faults
@pytest.mark.parametrize("bot", ["forking", "daemonizing", "daemonizing_and_dying"])
def test_processes_of_a_bot_fail_it_and_do_not_survive(
    bot: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though they have sessions of their own, and other parents."""
    resource_tracker.ensure_running()  # a process of this one that stays, which would have the mark
    monkeypatch.setenv("MARK", str(tmp_path))
    subject = BotUnderTest(f"bots.py:{bot}", "tests", 1, CallLimits(5, 5, 3))
    with closing(ScenarioRunner(subject)) as process:
        result = process.run(scenarios.restarts)
    assert result
    assert all(re.match("left a process behind: |ended its process", fault.what) for fault in result.faults)
    assert 0 < len(result.faults) <= result.times
    assert marked_processes(tmp_path) == []


def test_a_bot_that_exits_when_it_is_loaded_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The exit code is 2."""
    (tmp_path / "exiting.py").write_text("import os\nos._exit(0)\n")
    assert main(["check", "exiting.py:choose"]) == 2
    assert capsys.readouterr().err == "regicide-arena: exiting.py:choose ends the process that loads it: exit code 0\n"


def test_a_process_that_cannot_start_is_no_fault_of_the_bot(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The message has the cause."""
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    assert main(["check", "random", "--games", "1"]) == 2
    assert capsys.readouterr().err == (
        "regicide-arena: the process of random cannot be started: No such file or directory\n"
    )
