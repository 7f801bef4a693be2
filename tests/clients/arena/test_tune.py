"""`regicide-arena tune`: reproducible tuning."""

from __future__ import annotations

import json
import math
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from arenas import Arena, await_true
from killable import children
from slow_bots import has_ended

from regicide_arena.cli import main
from regicide_arena.kernel.estimate import FEATURE_COUNT
from regicide_arena.kernel.weights import PolicyWeights
from regicide_arena.tuning import tuner
from regicide_arena.tuning.regression import TraceTask, fit_estimate, trace_games

pytestmark = pytest.mark.xdist_group("tune")  # one process compiles the games of the tuning

SHORT = ["--workers", "1", "--generations", "1", "--population", "4", "--games", "4", "--estimate-games", "40"]

Tune = Callable[..., bytes]


@pytest.fixture
def tune(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Tune:
    """Runs a short tuning for a number of players, and returns the contents of its file."""

    def run(*arguments: str, players: int = 2) -> bytes:
        code = main(["tune", "--players", str(players), *SHORT, "--output", str(tmp_path), *arguments])
        file = tmp_path / f"{players}.json"
        assert (code, capsys.readouterr().out) == (0, f"{file}\n")
        return file.read_bytes()

    return run


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The error message, one line."""
    code = main(["tune", *SHORT, *arguments])
    out, err = capsys.readouterr()
    assert (code, out, err.count("\n")) == (2, "", 1)
    return err


def test_the_same_arguments_make_the_same_file(tune: Tune) -> None:
    """The files are equal byte for byte."""
    assert tune() == tune()


def test_another_seed_makes_another_file(tune: Tune) -> None:
    """Weights and estimates differ."""
    one, two = (json.loads(tune("--tuning-seed", seed)) for seed in "12")
    assert all(one[name] != two[name] for name in ("made_by", "deals", "policy", "estimate"))


def test_the_numbers_do_not_depend_on_the_processes(tune: Tune, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if the games of the estimate are split into several tasks."""
    monkeypatch.setattr(tuner, "GAMES_PER_TASK", 30)
    assert tune() == tune("--workers", "2")


@pytest.mark.parametrize(("players", "grades"), [(1, ["win", "silver", "gold"]), (3, ["win"])])
def test_a_file_has_all_that_the_planner_needs(tune: Tune, players: int, grades: list[str]) -> None:
    """It has all weights, and a row of features for each number of defeated enemies."""
    file: dict[str, Any] = json.loads(tune(players=players))
    assert (list(file["policy"]), list(file["estimate"])) == ([*PolicyWeights._fields], [*grades, "defeated"])
    rows = [row for rows in file["estimate"].values() for row in rows]
    assert {len(rows) for rows in file["estimate"].values()} == {12}
    assert {len(row) for row in rows} == {FEATURE_COUNT}
    assert all(math.isfinite(weight) for weight in [*file["policy"].values(), *(each for row in rows for each in row)])


def test_the_command_in_a_file_makes_it_again(tune: Tune, tmp_path: Path) -> None:
    """The command in `made_by` writes the same file."""
    made, again = tune(players=4), tmp_path / "again"
    program, *arguments = shlex.split(json.loads(made)["made_by"])
    assert (program, main([*arguments, "--workers", "1", "--output", str(again)])) == ("regicide-arena", 0)
    assert (again / "4.json").read_bytes() == made


def test_a_file_says_which_deals_were_played(tune: Tune) -> None:
    """Measurements can use other deals."""
    deals = json.loads(tune("--tuning-seed", "7"))["deals"]
    assert deals == {
        "policy": "tune-7/2/0 to tune-7/2/0",
        "estimate": "tune-7/2/estimate/0 to tune-7/2/estimate/0",
    }


def test_games_that_are_lost_at_once_are_enough() -> None:
    """All regressions are fitted nonetheless."""
    reveals = trace_games(TraceTask(PolicyWeights(), 1, "lost", 0))
    assert list(fit_estimate(reveals, 1)) == ["win", "silver", "gold", "defeated"]


def test_several_numbers_of_players(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each number has a file, without repetitions."""
    assert main(["tune", "--players", "4", "2", "4", *SHORT, "--output", str(tmp_path)]) == 0
    assert capsys.readouterr().out.split() == [str(tmp_path / f"{players}.json") for players in (2, 4)]
    assert sorted(file.name for file in tmp_path.iterdir()) == ["2.json", "4.json"]


def test_a_folder_that_cannot_be_created(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The error comes before any game."""
    file = tmp_path / "file"
    file.touch()
    message = f"regicide-arena: cannot create the folder {file}: File exists\n"
    assert refused(capsys, "--output", str(file)) == message


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The error comes before hours of computation."""
    tmp_path.chmod(0o500)
    assert "is not writable" in refused(capsys, "--output", str(tmp_path))


def test_an_interrupted_tuning_writes_nothing(tmp_path: Path) -> None:
    """The previous file is kept, and the workers end."""
    old = tmp_path / "2.json"
    old.write_text("old")
    command = ["tune", "--players", "2", "--workers", "2", "--output", tmp_path]
    running = Arena(*command, directory=tmp_path)
    await_true(lambda: children(running.process.pid))
    started = children(running.process.pid)
    running.process.send_signal(signal.SIGINT)
    assert (running.ended(), "Traceback" in running.output) == (130, False), running.output
    assert (old.read_text(), [*tmp_path.glob("*.new")]) == ("old", [])
    await_true(lambda: all(map(has_ended, started)))


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ("--population 1", "argument --population: invalid number of policies '1': expected 2 to 1000000"),
        ("--generations 0", "argument --generations: invalid number of generations '0': expected 1 to 1000000"),
        ("--estimate-games many", "argument --estimate-games: invalid number of games 'many': expected 1 to 1000000"),
        ("--players 5", "argument --players: invalid choice: 5 (choose from"),
        ("--workers none", "argument --workers: invalid number of processes 'none': expected 1 to 256, or auto"),
    ],
)
def test_invalid_arguments_are_refused(capsys: pytest.CaptureFixture[str], arguments: str, why: str) -> None:
    """The message says what is expected."""
    with pytest.raises(SystemExit):
        main(["tune", *arguments.split()])
    assert f"regicide-arena tune: error: {why}" in capsys.readouterr().err.splitlines()[-1]


def test_a_missing_library_is_reported_with_its_extra(tmp_path: Path) -> None:
    """The message is one line."""
    program = "import sys; sys.modules['cma'] = None; from regicide_arena.cli import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", program, "tune", "--output", tmp_path]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (ended.returncode, ended.stderr.count("\n")) == (2, 1)
    assert "regicide-arena: tune needs cma, which is not installed; in a copy of" in ended.stderr
