"""`regicide-arena check`: the compliance of a bot."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from servers import PROGRAMS
from tournament_processes import marked_processes

from regicide_arena.cli import main
from regicide_arena.compliance import scenarios
from regicide_arena.compliance.checks import (
    CHECK_NAMES,
    CONCURRENT_GAMES,
    FAULT_CHECKS,
    REPRODUCIBILITY,
    TIME,
    format_milliseconds,
)
from regicide_arena.compliance.probe import SAME_FAILURES, BotProbe, CallLimits, ScenarioResult
from regicide_arena.compliance.scenarios import POSITION_KINDS, SAMPLES_PER_KIND, sample_positions
from regicide_arena.protocol import bot_process
from regicide_arena.protocol.player import BotPlayer
from regicide_arena.protocol.programs import program_of

pytestmark = [pytest.mark.costly, pytest.mark.usefixtures("bots")]

BOTS = """
import os, random, threading, time

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

def chancing(view):
    return random.choice(view["legal_actions"])

def promising(view):
    return chancing(view)

promising.deterministic = True

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

def never(view):
    time.sleep(60)

def threading_ever_more(view):
    for _ in range(50):
        threading.Thread(target=time.sleep, args=[60], daemon=True).start()
    return first(view)

def hoarding(view):
    kept.append(bytes(1 << 30))
    return first(view)

kept = []

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

def settled(view):
    if not known and view["played"] + view["discard"]:
        raise RuntimeError("which game?")
    known.append(view)
    return first(view)

known = []

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

def unsure(view):
    number = len(view["legal_actions"])
    return [first(view), f">{number}", f"hit {number}"][number % 3]

class Unmade:
    def __init__(self, seed):
        raise ZeroDivisionError(seed)
"""
FAULTY = {
    "whole games": "Unmade",
    "positions": "illegal_seat",
    "restarts": "Homesick",
    "retries": "Impatient",
    "server views": "strict",
}
"""A bot with the fault that a check finds."""


def run_scenario(
    scenario: scenarios.Scenario, bot: str, clock: float = 5, limit: float = 5, late_answers: int = 1000
) -> ScenarioResult:
    """The result of a scenario with a bot."""
    limits = CallLimits(clock, limit, late_answers)
    with closing(BotPlayer(program_of(bot), clock, limit_s=limit)) as player:
        return scenario(BotProbe(player, "tests", limits, 1))


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
        of_kind = [each for each in samples if each[0].kind == kind.name]
        assert len(of_kind) == (SAMPLES_PER_KIND if players in kind.players else 0), kind.name
        assert all(kind.includes(position) for _, position in of_kind)
        assert len({turn.deal for turn, _ in of_kind}) == len(of_kind)


def test_an_illegal_answer_in_one_phase_is_found() -> None:
    """The fault has the kind of position, the turn, and the view."""
    faults = run_scenario(scenarios.sampled_positions, "bots.py:illegal_seat").faults
    assert {fault.when.partition("; ")[0] for fault in faults} == {"next player to appoint (Jester)"}
    assert all(json.loads(fault.view or "")["phase"] == "appoint" for fault in faults)
    assert ", actions: " in faults[0].when


def test_a_bot_that_forgets_its_flips_is_found() -> None:
    """A position in which only a flip is legal shows it."""
    faults = run_scenario(scenarios.whole_games, "bots.py:never_flipping").faults
    assert [fault.what.partition(":")[0] for fault in faults] == ["IndexError"]
    assert json.loads(faults[0].view or "")["legal_actions"] == ["flip"]


@pytest.mark.parametrize("check", FAULT_CHECKS)
def test_each_check_finds_a_faulty_bot(check: str) -> None:
    """A bot of this file fails it."""
    assert run_scenario(FAULT_CHECKS[check].scenario, f"bots.py:{FAULTY[check]}").faults


def test_the_page_on_bots_has_all_checks() -> None:
    """In order."""
    page = (Path(__file__).parents[3] / "docs" / "bots.md").read_text()
    [table] = re.findall(r"^\| check \| the bot \|\n.*\n((?:\|.*\n)+)", page, re.MULTILINE)
    assert tuple(row.split("|")[1].strip() for row in table.splitlines()) == CHECK_NAMES


def test_a_bot_that_does_not_survive_a_restart_of_its_process_is_found() -> None:
    """Though it survives that its games begin anew."""
    [fault] = run_scenario(scenarios.restarts, "bots.py:settled").faults
    assert fault.what.startswith("RuntimeError: which game? (")


@pytest.mark.parametrize("check", FAULT_CHECKS)
def test_a_bot_without_faults_has_none(check: str) -> None:
    """No check finds a fault."""
    result = run_scenario(FAULT_CHECKS[check].scenario, "bots.py:first")
    assert (result.faults, result.times > 3, result.is_cut_short) == ([], True, False)


def test_the_process_of_a_bot_that_does_not_answer_ends() -> None:
    """The fault names the clock, and the scenario continues."""
    found = run_scenario(scenarios.sampled_positions, "bots.py:tired", clock=0.05, limit=0.5)
    assert {fault.what for fault in found.faults} == {
        "the bot gave no answer in 0.5 seconds; the clock is 0.05 seconds"
    }
    assert found.times > len(found.faults) == 2 * SAMPLES_PER_KIND


PASSED, FAILED, SKIPPED = (dict.fromkeys(CHECK_NAMES, verdict) for verdict in ("passed", "failed", "skipped"))
VERDICTS = {
    "random": PASSED,
    "bots.py:chancing": PASSED | {REPRODUCIBILITY: "warned", CONCURRENT_GAMES: "warned"},
    "bots.py:Counting": PASSED | {CONCURRENT_GAMES: "warned"},
    "bots.py:promising": PASSED | {REPRODUCIBILITY: "failed", CONCURRENT_GAMES: "failed"},
    "bots.py:dying": FAILED,
    "bots.py:never --clock 0.01 --late-answers 1": SKIPPED | {CHECK_NAMES[0]: "failed", TIME: "failed"},
}
"""Other actions with the same seed are a warning, unless the bot says that it is deterministic."""
FIRST_FAULTS = {
    "bots.py:dying": ("ended", "the bot ended its process: exit code 3"),
    "bots.py:never --clock 0.01 --late-answers 1": ("late", "the bot gave no answer in 1 second; the clock is 0.01 "),
}


@pytest.mark.parametrize("arguments", VERDICTS)
def test_a_bot_gets_its_verdicts(capsys: pytest.CaptureFixture[str], arguments: str) -> None:
    """In the order of the checks; a warned bot is fit. Faults have kinds: programs need not read the sentences."""
    verdicts, bot = VERDICTS[arguments], arguments.partition(" ")[0]
    is_fit = {"failed", "skipped"}.isdisjoint(verdicts.values())
    output = run_check(capsys, *arguments.split(), code=int(not is_fit))
    assert [(check["check"], check["verdict"]) for check in output["checks"]] == [*verdicts.items()]
    assert (output["fit"], output["bot"]["location"]) == (is_fit, bot)
    if arguments in FIRST_FAULTS:
        fault = output["checks"][0]["faults"][0]
        kind, what = FIRST_FAULTS[arguments]
        assert (fault["kind"], fault["what"][: len(what)]) == (kind, what)


def test_a_bot_that_is_late_is_not_fit(capsys: pytest.CaptureFixture[str]) -> None:
    """The clock alone makes it unfit, also in the table."""
    assert main(["check", "bots.py:slow", "--games", "1", "--clock", "0.01"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == "bots.py:slow is not fit for tournaments."
    assert any(line.split()[:2] == ["time", "failed"] for line in lines)


@pytest.mark.faults
@pytest.mark.parametrize("bot", ["threading_ever_more", "hoarding"])
def test_a_bot_that_takes_all_resources_gets_its_verdict(capsys: pytest.CaptureFixture[str], bot: str) -> None:
    """It meets the limits of its process, and the checks go on."""
    output = run_check(capsys, f"bots.py:{bot}", code=1)
    assert output["checks"][0]["verdict"] == "failed"
    kinds = {fault["kind"] for check in output["checks"] for fault in check["faults"]}
    assert kinds <= {"failed", "ended", "left-process"}


def test_the_check_of_a_bot_that_never_answers_ends(capsys: pytest.CaptureFixture[str]) -> None:
    """After the given number of late answers. Standard error says which check begins."""
    assert main(["check", "bots.py:never", "--clock", "0.01", "--late-answers", "1"]) == 1
    out, err = capsys.readouterr()
    assert "1 of 1 answers took longer than 0.01 s" in out
    assert "the check has ended early (--late-answers)" in " ".join(out.split())
    assert err.splitlines() == [f"check 1 of {len(CHECK_NAMES)} of bots.py:never: whole games"]


@pytest.mark.parametrize("scenario", [scenarios.whole_games, scenarios.sampled_positions, scenarios.restarts])
def test_repeated_failures_end_a_scenario(scenario: scenarios.Scenario) -> None:
    """Those of one type and line, without an answer between them."""
    result = run_scenario(scenario, "bots.py:failing")
    assert (result.times, len(result.faults), result.is_cut_short) == (SAME_FAILURES, SAME_FAILURES, True)


def test_a_failure_is_printed_once(capsys: pytest.CaptureFixture[str]) -> None:
    """With its number, and its first place; the messages of exceptions of one line may differ. A note is there once."""
    assert main(["check", "bots.py:Unmade", "--games", "1"]) == 1
    out, err = capsys.readouterr()
    [line] = [line for line in out.splitlines() if "ZeroDivisionError" in line]
    assert line.startswith("21 times: ZeroDivisionError: compliance/compliance/0/1/0 (")
    assert line.endswith("); whole games, deal compliance/0, players: 1, actions: 0")
    assert err.count("some checks ended early, after 3 identical failures in a row\n") == 1
    assert "3 of 3 games failed" in out


def test_answers_that_differ_are_one_failure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One of each kind is quoted: of actions that are not legal, of texts that are no action, and of lines."""
    assert main(["check", "bots.py:unsure"]) == 1
    assert main(["check", speaker(tmp_path, "choose", "ACTION")]) == 1
    lines = [line for line in capsys.readouterr().out.splitlines() if ", deal " in line]
    assert sorted(re.sub(r"\d+ times: (\w+: |the bot wrote '\w+').*", r"\1", line) for line in lines) == [
        "MalformedAction: ",
        "NoLegalAction: ",
        "the bot wrote '3C'",
    ]


def test_games_that_are_not_played_to_the_end_are_not_compared(capsys: pytest.CaptureFixture[str]) -> None:
    """The verdict names the late answers, and no difference of the actions."""
    output = run_check(capsys, "bots.py:SlowApart", "--clock", "0.01", code=1)
    checks = {check["check"]: (check["verdict"], check["about"]) for check in output["checks"]}
    for name in (REPRODUCIBILITY, CONCURRENT_GAMES):
        assert checks[name] == ("skipped", "not completed: too many late answers")
    assert checks[TIME][0] == "failed"


@pytest.mark.parametrize("scenario", [scenarios.whole_games, scenarios.sampled_positions, scenarios.interleaved_games])
def test_a_scenario_says_whether_late_answers_have_cut_it_short(scenario: scenarios.Scenario) -> None:
    """Its number of games or positions counts those that are complete."""
    result = run_scenario(scenario, "bots.py:first", clock=0, late_answers=1)
    assert (result.is_cut_short, result.faults) == (True, [])


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
    monkeypatch.setenv("MARK", str(tmp_path))
    faults = run_scenario(scenarios.restarts, f"bots.py:{bot}").faults
    assert faults
    assert all(re.match("left a process behind: |the bot ended its process", fault.what) for fault in faults)
    assert marked_processes(tmp_path) == []


def test_the_processes_that_a_bot_has_from_the_start_are_its_own(tmp_path: Path) -> None:
    """As those of a script that starts the bot."""
    speaker(tmp_path)
    (tmp_path / "start").write_text(f"#!/bin/sh\n{shlex.quote(sys.executable)} speaker.py\nexit 0\n")
    (tmp_path / "start").chmod(0o755)
    assert run_scenario(scenarios.restarts, "exec:./start").faults == []


def test_a_bot_that_exits_when_it_is_loaded_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The exit code is 2."""
    (tmp_path / "exiting.py").write_text("import os\nos._exit(0)\n")
    assert main(["check", "exiting.py:choose"]) == 2
    said = (
        "exiting.py:choose ended its process: exit code 0, before it was ready: expected a message 'greeting' in answer"
    )
    assert capsys.readouterr().err.startswith(f"regicide-arena: {said} to 'hello', ")


SPEAKER = """
import json, sys

ANSWERS = {
    "hello": '{"type": "greeting", "version": 1}',
    "new_game": '{"type": "ready"}',
    "choose": '{"type": "chosen", "action": "ACTION"}',
}
ANSWERS |= dict(zip(sys.argv[1::2], sys.argv[2::2]))

for line in sys.stdin:
    asked = json.loads(line)
    answer = ANSWERS.get(asked["type"])
    if answer:
        print(answer.replace("ACTION", asked.get("view", {}).get("legal_actions", [""])[0]), flush=True)
"""
CHOSEN = '{"type": "chosen", "action": "ACTION"}'


def speaker(folder: Path, *answers: str) -> str:
    """A bot that is a program, with other answers to some messages."""
    (folder / "speaker.py").write_text(SPEAKER)
    return f"exec:{shlex.join([sys.executable, 'speaker.py', *answers])}"


def test_a_program_that_speaks_the_protocol_is_fit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The output begins with what it says of itself."""
    options = [{"name": "depth", "default": 2, "about": "moves\nahead"}, {"name": "fast", "default": False}]
    greeting = {"type": "greeting", "version": 1, "name": "gambler", "release": "1.2", "author": "Ana"}
    said = json.dumps(greeting | {"options": options})
    assert main(["check", speaker(tmp_path, "hello", said), "--games", "1"]) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[:3] == ["gambler 1.2 by Ana: plays", r"option depth=2: moves\nahead", "option fast=false"]
    assert out.count(" passed ") == len(CHECK_NAMES)


WRONG = {
    "yield": ("protocol", "the bot wrote 'yield': JSON is malformed: invalid character (byte 0); expected a message"),
    '{"type": "chosen", "action": "QQ"}': ("failed", "MalformedAction: invalid action 'QQ' "),
    '{"type": "chosen", "action": ">9"}': ("failed", "NoLegalAction: '>9' is not one of the "),
    '{"type": "failed", "what": "no idea", "where": "bot.c, line 7"}': ("failed", "no idea (bot.c, line 7)"),
    '{"type": "choice"}': ("late", 'the bot gave no answer in 1 second; wrote \'{"type": "choice"}\', a message of an'),
}
"""Answers to `choose`, with the kind of the fault and the beginning of its text."""


@pytest.mark.parametrize("answer", WRONG)
def test_a_wrong_answer_of_a_program_is_quoted(tmp_path: Path, answer: str) -> None:
    """The fault says what is expected."""
    kind, what = WRONG[answer]
    fault = run_scenario(scenarios.restarts, speaker(tmp_path, "choose", answer), limit=1, late_answers=1).faults[0]
    assert (fault.kind, fault.what[: len(what)]) == (kind, what)


@pytest.mark.parametrize(
    ("greeting", "error"),
    [
        ("hello", "wrote 'hello': JSON is malformed: invalid character (byte 0); expected a message 'greeting' in "),
        ("", "was not ready in 2 seconds: expected a message 'greeting' in answer to 'hello', on standard output, "),
    ],
)
def test_a_program_without_a_greeting_is_not_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], greeting: str, error: str
) -> None:
    """The exit code is 2."""
    monkeypatch.setattr(bot_process, "START_TIMEOUT_S", 2)
    bot = speaker(tmp_path, "hello", greeting)
    assert main(["check", bot]) == 2
    assert capsys.readouterr().err.startswith(f"regicide-arena: {bot} {error}")
