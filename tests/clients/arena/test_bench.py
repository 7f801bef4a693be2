"""`regicide-arena bench`: measures bots."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from arenas import Arena, await_true
from servers import PROGRAMS
from slow_bots import has_ended
from tournament_processes import marked_processes

from regicide_arena.bench.games import play_game
from regicide_arena.bots import greedy
from regicide_arena.cli import main

BOTS = """
import os, sys, time

class Bot:
    def __init__(self, seed):
        self.seed, self.asked = seed, 0

    def __call__(self, view):
        self.asked += 1
        return self.choose(view)

class Raising(Bot):
    def choose(self, view):
        if "/1/" in self.seed and self.asked == 2:
            raise ValueError("out of ideas")
        return view["legal_actions"][0]

class Exiting(Raising):
    def choose(self, view):
        return sys.exit("I am done") if "/1/" in self.seed else super().choose(view)

class Illegal(Bot):
    def choose(self, view):
        return "KS+KC"

class Nothing(Bot):
    def choose(self, view):
        return None

class Dying(Bot):
    def choose(self, view):
        os._exit(3)

class Unmade(Bot):
    def __init__(self, seed):
        raise ZeroDivisionError(seed)

class Printing(Bot):
    def choose(self, view):
        print("thinking")
        return view["legal_actions"][0]

class Forking(Bot):
    def choose(self, view):
        os.fork()
        os.write(1, b"thinking")
        return view["legal_actions"][0]

class Waiting(Bot):
    def choose(self, view):
        time.sleep(0.005)
        return view["legal_actions"][0]

class Endless(Bot):
    def choose(self, view):
        if "/1/" not in self.seed:
            return view["legal_actions"][0]
        with open("busy", "w") as file:
            file.write(str(os.getpid()))
        while True:
            time.sleep(0.01)
"""


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of faulty and other bots, in the working directory."""
    (tmp_path / "bots.py").write_text(BOTS)
    monkeypatch.chdir(tmp_path)


def output(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    """The output of the command."""
    assert main(["bench", "--workers", "1", *arguments]) == code
    return capsys.readouterr().out


def results(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> list[dict[str, Any]]:
    """The results in its JSON."""
    found: list[dict[str, Any]] = json.loads(output(capsys, "--json", *arguments, code=code))["results"]
    return found


def test_the_games_are_those_of_the_deals(capsys: pytest.CaptureFixture[str]) -> None:
    """Seeds are numbered, and the first player rotates."""
    [result] = results(capsys, "greedy", "--players", "3", "--deals", "4", "--deal-set", "here")
    outcomes = [play_game([greedy.choose] * 3, f"here/{game}", game % 3).outcome for game in range(4)]
    assert (result["games"], result["won"]) == (4, sum(outcome.won for outcome in outcomes))
    assert result["defeated"] == pytest.approx(sum(outcome.defeated for outcome in outcomes) / 4)


def test_all_numbers_of_players_are_measured(capsys: pytest.CaptureFixture[str]) -> None:
    """By default; bots keep the order of the arguments, without repetitions."""
    found = results(capsys, "random", "greedy", "random", "--deals", "1")
    assert [(row["bot"], row["players"]) for row in found] == [
        (b, p) for b in ("random", "greedy") for p in range(1, 5)
    ]


def test_results_do_not_depend_on_the_number_of_workers(capsys: pytest.CaptureFixture[str]) -> None:
    """Results depend on deals and seed only; times vary."""
    arguments = ["random", "--deals", "6", "--players", "1", "2"]
    one, two = results(capsys, *arguments), results(capsys, *arguments, "--workers", "2")
    times = {"ms": 0, "cpu_ms": 0}
    assert [row | times for row in one] == [row | times for row in two]


@pytest.mark.usefixtures("bots")
def test_a_bot_that_waits_takes_little_cpu_time(capsys: pytest.CaptureFixture[str]) -> None:
    """Wall-clock times include the waits."""
    [result] = results(capsys, "bots.py:Waiting", "--players", "4", "--deals", "1")
    assert result["ms"]["p50"] >= 5 > 2 * result["cpu_ms"]["p50"]


def test_another_seed_makes_other_bots(capsys: pytest.CaptureFixture[str]) -> None:
    """On the same deals, another seed gives other results."""
    arguments = ["random", "--deals", "20", "--players", "2"]
    found = [results(capsys, *arguments, "--bot-seed", seed)[0]["defeated"] for seed in "abcde"]
    assert len(set(found)) > 1


def test_the_table_has_all_columns(capsys: pytest.CaptureFixture[str]) -> None:
    """It has a head, a row for each number of players, and notes on the figures."""
    lines = output(capsys, "greedy", "--deals", "3", "--players", "1", "4").split("\n")
    assert {"bot", "players", "games", "won", "gold", "silver", "bronze", "p50", "p99"} <= {*" ".join(lines).split()}
    assert [line.split()[:3] for line in lines if line.split()[:1] == ["greedy"]] == [["greedy", n, "3"] for n in "14"]
    assert "95% confidence intervals, by Wilson" in "".join(lines)


@pytest.mark.parametrize(
    ("bot", "failed", "failure"),
    [
        ("Raising", 1, "ValueError: out of ideas (players: 2, deal: bench/1, after 1 choices; "),
        ("Exiting", 1, "SystemExit: I am done (players: 2, deal: bench/1, after 0 choices; "),
        ("Unmade", 3, "ZeroDivisionError: bench/bench/0/2/0 (players: 2, deal: bench/0, after 0 choices; "),
    ],
)
@pytest.mark.usefixtures("bots")
def test_a_bot_that_fails_has_not_lost(capsys: pytest.CaptureFixture[str], bot: str, failed: int, failure: str) -> None:
    """Failures are counted separately, the first is printed, and the exit code is 1, with any number of workers."""
    arguments = [f"bots.py:{bot}", "--players", "2", "--deals", "3"]
    [result], [again] = (results(capsys, *arguments, "--workers", workers, code=1) for workers in "12")
    assert (result["games"], result["failed"], result["failure"]) == (3 - failed, failed, again["failure"])
    assert re.fullmatch(re.escape(failure) + r".*bots\.py, line \d+\)", result["failure"])


@pytest.mark.parametrize(
    ("bot", "failure"),
    [
        ("Illegal", "NoLegalAction: 'KC+KS' is not one of the "),
        ("Nothing", "NoLegalAction: invalid answer None: expected a string such as "),
    ],
)
@pytest.mark.usefixtures("bots")
def test_an_illegal_answer_is_a_failure(capsys: pytest.CaptureFixture[str], bot: str, failure: str) -> None:
    """The failure is below the table; rows without games have no figures."""
    line = output(capsys, f"bots.py:{bot}", "--players", "1", "--deals", "2", code=1).splitlines()[-1]
    assert line.startswith(f"bots.py:{bot}, players: 1: the first of 2 failures: {failure}")


@pytest.mark.usefixtures("bots")
def test_a_bot_that_ends_its_process_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    """The games before are in the table."""
    arguments = ["random", "bots.py:Dying", "--players", "2", "--deals", "2", "--workers", "2"]
    assert main(["bench", *arguments]) == 1
    out, err = capsys.readouterr()
    assert "a bot ended its worker process" in err
    assert "of 4 games: the table covers only these." in out


@pytest.mark.usefixtures("bots")
def test_the_output_of_bots_goes_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    """Their output does not mix with the JSON."""
    assert results(capsys, "bots.py:Printing", "--players", "2", "--deals", "1")[0]["games"] == 1


@pytest.mark.usefixtures("bots")
def test_the_processes_of_bots_end_with_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Copies of a worker that a bot has forked play no game, and their output is not in the JSON."""
    monkeypatch.setenv("MARK", str(tmp_path))
    command = [PROGRAMS / "regicide-arena", "bench", "bots.py:Forking", "--players", "1", "--deals", "1", "--json"]
    ended = subprocess.run([*command, "--workers", "1"], capture_output=True, check=True, text=True)
    assert json.loads(ended.stdout)["results"][0]["games"] == 1
    assert marked_processes(tmp_path) == []


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.usefixtures("bots")
def test_ctrl_c_prints_the_games_so_far(tmp_path: Path, workers: str) -> None:
    """The table says that it is incomplete; the workers end, though their bots do not return."""
    command = ["bench", "bots.py:Endless", "--players", "2", "--deals", "9", "--workers", workers]
    running = Arena(*command, directory=tmp_path)
    await_true(lambda: (tmp_path / "busy").exists() and (tmp_path / "busy").read_text())
    running.process.send_signal(signal.SIGINT)
    assert running.ended() == 130
    output = " ".join(running.output.split())  # where no game has ended, the table is narrow
    assert re.search(r"Stopped after [01] of 9 games: the table covers only these\.", output)
    await_true(lambda: has_ended(int((tmp_path / "busy").read_text())))


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("--deals", "0", "invalid number of deals '0': expected 1 to 1000000"),
        ("--deals", "many", "invalid number of deals 'many': expected 1 to 1000000"),
        ("--players", "5", "invalid choice: 5 (choose from"),
        ("--workers", "0", "invalid number of processes '0': expected 1 to 256, or auto"),
        ("--workers", "-2", "invalid number of processes '-2'"),
        ("--deal-set", "two words", "invalid deal set 'two words': a seed is 1 to 128 printable"),
        ("--deal-set", "x" * 128, "invalid deal set 'xxx"),
    ],
)
def test_invalid_arguments_are_refused(
    capsys: pytest.CaptureFixture[str], option: str, value: str, message: str
) -> None:
    """The message says what is expected."""
    with pytest.raises(SystemExit):
        main(["bench", "greedy", f"{option}={value}"])
    assert message in capsys.readouterr().err.splitlines()[-1]


def test_an_unknown_bot_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    """The error comes before any game."""
    assert main(["bench", "greedy", "gredy"]) == 2
    assert capsys.readouterr().err.startswith("regicide-arena: unknown bot 'gredy': expected greedy, ")


def test_only_some_commands_import_heavy_libraries() -> None:
    """Other commands do not import them."""
    heavy = ("bench", "compliance", "tuning", "explain", "stats")
    needless = {"cma", "numpy", "scipy", *(f"regicide_arena.{name}" for name in heavy)}
    program = f"import sys, regicide_arena.cli, regicide_arena.agent.host; print({needless} & {{*sys.modules}})"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True)
    assert ended.stdout.strip() == "set()"


def test_there_is_no_bar_without_a_terminal() -> None:
    """Standard error is empty."""
    command = [Path(sys.executable).parent / "regicide-arena", "bench", "random", "--deals", "2", "--workers", "auto"]
    ended = subprocess.run(command, capture_output=True, check=True, text=True, env=dict(os.environ))
    assert (ended.stderr, "random" in ended.stdout) == ("", True)
