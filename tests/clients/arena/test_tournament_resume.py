"""Resuming a tournament: after kills, interrupts and full disks, from torn journals and changed folders."""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from arenas import await_true
from commands import Ended
from servers import children_of
from tournament_processes import await_no_processes, marked_processes, start_tournament

from regicide_arena.cli import main
from regicide_arena.commands.tournaments import EXECUTION_OPTIONS
from regicide_arena.runtime.journal import InvalidJournal, Journal
from regicide_arena.tournament.config import parse_config
from regicide_arena.tournament.games.game import ShardResult
from regicide_arena.tournament.games.workers import hash_entrants, in_process
from regicide_arena.tournament.model import Environment, Shard
from regicide_arena.tournament.runner import resume_command

RESULTS = ("games.jsonl", "games.csv", "games.parquet", "standings.json")
CONFIG = """
players = [1, 2]
deals = 12
clock = 5
seed = "the-seed-of-the-tournament"
entrants = {mine = "mine.py:choose", random = "random"}
"""
BOT = """
import time

def choose(view):
    time.sleep(0.002)
    return view["legal_actions"][0]
"""


def prepare(folder: Path) -> Path:
    """Write the configuration and the bot to a folder."""
    (folder / "small.toml").write_text(CONFIG)
    (folder / "mine.py").write_text(BOT)
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a configuration and a bot."""
    return prepare(tmp_path)


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The results of an uninterrupted tournament in one process."""
    folder = prepare(tmp_path_factory.mktemp("uninterrupted"))
    assert exit_code(start_tournament(folder, "small.toml", "--workers", "0")) == 0
    return folder / "small"


def exit_code(command: subprocess.Popen[str]) -> int:
    """Wait for a command; return its exit code."""
    command.communicate()
    return command.returncode


@pytest.mark.costly
def test_a_live_report_is_written_before_the_end(folder: Path) -> None:
    """It has no seed, a browser loads it again, and the final report takes its place."""
    playing = start_tournament(folder, "small.toml", "--workers", "1", "--live", "shown")
    live = folder / "shown" / "report.html"
    await_true(live.exists)
    text = live.read_text()
    assert ('http-equiv="refresh"' in text, "the-seed-of-the-tournament" in text) == (True, False)
    assert exit_code(playing) == 0
    assert live.read_bytes() == (folder / "small" / "report.html").read_bytes()
    assert 'http-equiv="refresh"' not in live.read_text()


def test_the_results_folder_is_not_shown(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It holds the secret seed."""
    assert main(["tournament", str(folder / "small.toml"), "--results", "here", "--live", "./here"]) == 2
    assert "--live here is the results folder, which holds the secret seed" in capsys.readouterr().err


def await_lines(journal: Path, lines: int) -> None:
    """Wait until the journal has this number of shards."""
    await_true(lambda: journal.exists() and journal.read_bytes().count(b"\n") >= lines)


def results(folder: Path) -> list[bytes]:
    """Read the files without times."""
    return [(folder / name).read_bytes() for name in RESULTS]


def kill(command: subprocess.Popen[str]) -> None:
    """Kill a command without any cleanup."""
    command.kill()
    command.communicate()


@pytest.mark.faults
def test_a_killed_and_a_terminated_tournament_resume(folder: Path, uninterrupted: Path) -> None:
    """The printed command resumes it, and the results are those of an uninterrupted tournament."""
    killed = start_tournament(folder, "small.toml", "--workers", "1")
    await_lines(folder / "small" / "journal.jsonl", 1)
    kill(killed)
    await_no_processes(folder)
    terminated = start_tournament(folder, "small", "--workers", "1")
    await_lines(folder / "small" / "journal.jsonl", 3)
    terminated.terminate()
    out, err = terminated.communicate()
    assert (terminated.returncode, "small: The tournament is not over." in out) == (130, True), err
    _, _, hint = err.splitlines()[-1].rpartition("to resume it: ")
    assert hint.endswith("regicide-arena tournament small --workers 1")
    assert {"report.html", "standings.json"} <= {path.name for path in (folder / "small").iterdir()}
    assert not marked_processes(folder)
    assert subprocess.run(hint, check=False, shell=True, cwd=folder, capture_output=True).returncode == 0
    assert results(folder / "small") == results(uninterrupted)


@pytest.mark.faults
@pytest.mark.long
@pytest.mark.timeout(600)
def test_a_tournament_that_is_killed_repeatedly_ends(folder: Path, uninterrupted: Path) -> None:
    """It is killed at random moments, and leaves no process."""
    rng, kills = random.Random(7), 0
    for _ in range(60):
        command = start_tournament(folder, "small.toml", "--workers", "2")
        try:
            command.communicate(timeout=rng.uniform(0.2, 12) if kills else 1.0)  # the first one is never over by then
            break
        except subprocess.TimeoutExpired:
            kill(command)
            kills += 1
            await_no_processes(folder)
    assert (command.returncode, kills > 0) == (0, True)
    assert results(folder / "small") == results(uninterrupted)


@pytest.mark.faults
@pytest.mark.long
def test_a_second_interrupt_leaves_no_process(folder: Path) -> None:
    """It does not interrupt the cleanup."""
    command = start_tournament(folder, "small.toml", "--workers", "2")
    await_lines(folder / "small" / "journal.jsonl", 1)
    os.killpg(command.pid, signal.SIGINT)
    os.killpg(command.pid, signal.SIGINT)
    _, err = command.communicate()
    assert (command.returncode, "Traceback" in err) == (130, False), err
    await_no_processes(folder)


@pytest.mark.faults
def test_a_tournament_whose_worker_is_killed_resumes(folder: Path, uninterrupted: Path) -> None:
    """No bot can do that: the message says what has ended, and how to resume. Nothing goes on."""
    command = start_tournament(folder, "small.toml", "--workers", "2")
    await_lines(folder / "small" / "journal.jsonl", 1)
    os.kill(max(children_of(command.pid)), signal.SIGKILL)  # the first one is not a worker
    _, err = command.communicate()
    failed, hint = err.splitlines()[-2:]
    assert failed == "regicide-arena: a worker process has ended, in which only built-in bots run: was it killed?"
    assert (command.returncode, hint.startswith("to resume the tournament: ")) == (2, True)
    await_no_processes(folder)
    assert exit_code(start_tournament(folder, "small", "--workers", "0")) == 0
    assert results(folder / "small") == results(uninterrupted)


@pytest.mark.faults
@pytest.mark.long
def test_a_tournament_resumes_after_a_full_disk(folder: Path, uninterrupted: Path) -> None:
    """A limit on file sizes stands for the disk; the torn line is played again."""
    limit = partial(resource.setrlimit, resource.RLIMIT_FSIZE, (6000, resource.RLIM_INFINITY))
    command = start_tournament(folder, "small.toml", "--workers", "0", preexec_fn=limit)
    _, err = command.communicate()
    message = "cannot write the journal: File too large: 'small/journal.jsonl'"
    assert (command.returncode, err.count("\n"), message in err) == (2, 2, True), err
    assert exit_code(start_tournament(folder, "small", "--workers", "0")) == 0
    assert results(folder / "small") == results(uninterrupted)


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """The lines of a journal of three shards."""
    file = tmp_path_factory.mktemp("lines") / "journal.jsonl"
    tournament = parse_config({"name": "test", "players": [1], "seed": "s", "entrants": {"a": "greedy"}})
    environment = Environment(str(file.parent), hash_entrants(tournament.entrants, str(file.parent)))
    with Journal(file, ShardResult) as journal, in_process(tournament, environment) as execute:
        for result in execute(Shard(("a",), deal, deal + 1) for deal in range(3)):
            journal.append(result)
    return file.read_bytes().splitlines(keepends=True)


def first_deals(file: Path) -> list[int]:
    """List the first deals of the shards of a journal."""
    with Journal(file, ShardResult) as journal:
        return [result.shard.first for _, result in journal.records()]


def test_a_torn_last_line_is_truncated(tmp_path: Path, lines: list[bytes]) -> None:
    """It may be torn at any byte; the lines before it stay."""
    file, head = tmp_path / "journal.jsonl", b"".join(lines[:2])
    for end in range(0, len(lines[2]), 11):
        file.write_bytes(head + lines[2][:end])
        assert first_deals(file) == [0, 1]
        assert file.read_bytes() == head


def test_a_complete_journal_stays_as_it_is(tmp_path: Path, lines: list[bytes]) -> None:
    """All shards are read."""
    (tmp_path / "journal.jsonl").write_bytes(b"".join(lines))
    assert first_deals(tmp_path / "journal.jsonl") == [0, 1, 2]


@pytest.mark.parametrize("corrupt", [b"\n", b"{}\n", b"[]\n", b"null\n", b"\0\xff\n", b"[" * 99999 + b"\n", b'"x"\n'])
def test_a_corrupt_line_is_refused(tmp_path: Path, lines: list[bytes], corrupt: bytes) -> None:
    """The message has its number; as the last line it is truncated instead."""
    file = tmp_path / "journal.jsonl"
    file.write_bytes(lines[0] + corrupt + lines[2])
    with pytest.raises(InvalidJournal, match="line 2: not a ShardResult"):
        first_deals(file)
    file.write_bytes(lines[0] + corrupt)
    assert first_deals(file) == [0]


def test_a_journal_has_one_writer(tmp_path: Path) -> None:
    """A second one is refused while the first has it open."""
    with (
        Journal(tmp_path / "journal.jsonl", ShardResult),
        pytest.raises(InvalidJournal, match="another process does the same work"),
    ):
        Journal(tmp_path / "journal.jsonl", ShardResult)
    assert first_deals(tmp_path / "journal.jsonl") == []


@pytest.fixture
def error_of(run: Callable[..., Ended]) -> Callable[..., str]:
    """Runs the command `tournament`, which fails: the message."""

    def refuse(*arguments: str | Path) -> str:
        code, _, err = run("tournament", *arguments)
        assert code == 2
        return err

    return refuse


@pytest.fixture
def initialized(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a configuration and the results folder created for it."""
    monkeypatch.chdir(folder)
    assert main(["tournament", "small.toml", "--commitment"]) == 0
    return folder


def test_a_second_command_on_the_same_folder_is_refused(initialized: Path, error_of: Callable[..., str]) -> None:
    """The journal is locked."""
    with Journal(initialized / "small" / "journal.jsonl", ShardResult):
        assert "another process does the same work" in error_of("small.toml")


@pytest.mark.parametrize(
    ("arguments", "difference"),
    [
        ("--clock 1", "clock: there 5.0, here 1.0"),
        ("--bank 1", "bank: there 0.0, here 1.0"),
        ("--deals 13", "deals: there 12, here 13"),
        ("--deal-seed another-seed-for-it", "seed: there hidden, here another"),
        ("--on-failure random", "on_failure: there forfeit, here random"),
    ],
)
@pytest.mark.usefixtures("initialized")
def test_another_tournament_is_refused(error_of: Callable[..., str], arguments: str, difference: str) -> None:
    """The message has the difference, but no seed."""
    message = error_of("small.toml", *arguments.split())
    assert f"  {difference}" in message.splitlines()
    assert "the-seed-of-the-tournament" not in message


@pytest.mark.parametrize("source", ["small", "--results small"])
@pytest.mark.usefixtures("initialized")
def test_a_folder_with_another_option_is_refused(error_of: Callable[..., str], source: str) -> None:
    """The message says what the folder holds, which options a resume accepts, and the command to type."""
    assert error_of(*source.split(), "--clock", "1", "--workers", "3").splitlines() == [
        "regicide-arena: small holds a tournament already, with another configuration:",
        "  clock: there 5.0, here 1.0",
        "to resume it: regicide-arena tournament small --workers 3",
        f"its configuration is fixed; a resume accepts {', '.join(EXECUTION_OPTIONS)} and --json",
        "to begin another one: choose another folder with --results FOLDER",
    ]


@pytest.mark.parametrize(
    "again", ["--clock 5", "--players 2 1", "--error 5", "--deals 12", "--entrant mine=mine.py:choose random=random"]
)
@pytest.mark.usefixtures("initialized")
def test_a_folder_accepts_options_given_again(again: str) -> None:
    """With the values that the tournament has; the others stay as they are."""
    option, *values = again.split()
    arguments = [part for value in values for part in (option, value)] if option == "--entrant" else again.split()
    assert main(["tournament", "small", "--commitment", *arguments]) == 0


@pytest.mark.parametrize(
    ("folder", "execution", "command"),
    [
        ("small", (), "regicide-arena tournament small"),
        ("my cup", ("--workers", "2"), "regicide-arena tournament 'my cup' --workers 2"),
        ("-x", ("--server", "http://x"), "regicide-arena tournament ./-x --server http://x"),
    ],
)
def test_the_command_to_resume_is_for_a_shell(folder: str, execution: tuple[str, ...], command: str) -> None:
    """It names the folder and the execution options that were given."""
    assert resume_command(Path(folder), execution) == command


def test_the_command_to_resume_names_the_program_as_it_was_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By its path where the shell does not find it."""
    program = tmp_path / "regicide-arena"
    program.touch(0o755)
    monkeypatch.setattr(sys, "argv", [str(program)])
    assert resume_command(Path("small"), ()) == f"{program} tournament small"
    monkeypatch.setenv("PATH", str(tmp_path))
    assert resume_command(Path("small"), ()) == "regicide-arena tournament small"


def test_a_changed_bot_is_refused(initialized: Path, error_of: Callable[..., str]) -> None:
    """The shards so far were played by other code."""
    (initialized / "mine.py").write_text(BOT + "\n")
    assert error_of("small.toml", "--workers", "0").splitlines() == [
        "regicide-arena: small holds a tournament already, with another program:",
        "  the code of mine has changed since the tournament began",
        "to resume it: restore what it was played with",
        "to begin another one: choose another folder with --results FOLDER",
    ]


@pytest.mark.parametrize("arguments", [("small.toml",), ("small",), ("small", "--bank", "0")])
def test_a_member_that_a_definition_lacks_has_its_default(initialized: Path, arguments: tuple[str, ...]) -> None:
    """So a tournament that an earlier program has begun is resumed."""
    definition = initialized / "small" / "cup.json"
    members = json.loads(definition.read_text())
    del members["cup"]["bank"]
    definition.write_text(json.dumps(members))
    assert main(["tournament", *arguments, "--commitment"]) == 0


def test_a_half_written_definition_is_ignored(initialized: Path) -> None:
    """The tournament begins anew."""
    (initialized / "small" / "cup.json").rename(initialized / "small" / ".cup.json.new")
    assert main(["tournament", "small.toml", "--commitment"]) == 0


@pytest.mark.parametrize("text", ["", "{}", "[]", "nonsense", '{"cup": 1, "codes": 2, "folder": 3, "version": 4}'])
def test_a_corrupt_definition_is_reported(initialized: Path, error_of: Callable[..., str], text: str) -> None:
    """The message names the file."""
    (initialized / "small" / "cup.json").write_text(text)
    assert error_of("small.toml").startswith("regicide-arena: cannot read small/cup.json: ")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("deals = nan", "small.toml, line 1: deals: invalid number of deals 'nan': expected 1 to 1000000"),
        ("deals = 1\nplayer = [1]", "small.toml, line 2: player: unknown member: did you mean 'players'?"),
    ],
)
def test_invalid_files_are_reported(tmp_path: Path, error_of: Callable[..., str], text: str, message: str) -> None:
    """There is no traceback."""
    (tmp_path / "small.toml").write_text(text)
    assert message in error_of(tmp_path / "small.toml", "--results", tmp_path / "results")
