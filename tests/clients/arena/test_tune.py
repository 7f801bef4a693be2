"""`regicide-arena tune`: reproducible tuning."""

from __future__ import annotations

import ast
import json
import math
import os
import shlex
import signal
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from arenas import Arena, await_true
from servers import children_of
from slow_bots import has_ended

from regicide_arena.bots.search import tuned_numbers
from regicide_arena.cli import main
from regicide_arena.commands.bots import TuneOptions
from regicide_arena.commands.options import Parser, add_options, parsed_options
from regicide_arena.tuning import tuner
from regicide_arena.tuning.network_fit import GamesTask, fit_network, join, play_games
from regicide_arena.tuning.regression import Reveals, TraceTask, fit_estimate, trace_games
from regicide_arena.tuning.tuner import PolicyTrial, TuningJob
from regicide_kernel.backend import records
from regicide_kernel.value_network import INPUTS, NO_TARGET, Network, logistic, run_network
from regicide_kernel.weights import UNTUNED, PolicyWeights, Suits
from regicide_kernel.workspace import FEATURES, REGRESSION_FEATURES, Workspace

pytestmark = pytest.mark.costly

SHORT = ["--workers", "1", "--generations", "1", "--population", "4", "--games", "4", "--estimate-games", "40"]
SHORT += ["--policy-games", "12", "--search-generations", "2", "--search-games", "3", "--rollouts", "8"]

Tuned = Callable[..., bytes]


def tune(folder: Path, players: int, *arguments: str) -> bytes:
    """Run a short tuning for a number of players, and return the contents of its file."""
    assert main(["tune", "--players", str(players), *SHORT, "--output", str(folder), *arguments]) == 0
    return (folder / f"{players}.json").read_bytes()


@pytest.fixture(scope="module")
def tuned(tmp_path_factory: pytest.TempPathFactory) -> Tuned:
    """The file of a short tuning, which is run once for the same players and arguments."""

    @cache
    def run(players: int, *arguments: str) -> bytes:
        return tune(tmp_path_factory.mktemp("tuned"), players, *arguments)

    return run


def options(*arguments: str) -> TuneOptions:
    """The options of the command with these arguments."""
    parser = Parser()
    add_options(parser, TuneOptions)
    parsed: TuneOptions = parsed_options(TuneOptions, parser.parse_args(arguments))
    return parsed


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The error message, one line."""
    code = main(["tune", *SHORT, *arguments])
    out, err = capsys.readouterr()
    assert (code, out, err.count("\n")) == (2, "", 1)
    return err


@pytest.mark.parametrize(("players", "estimate"), [(1, "network"), (2, "estimate")])
def test_another_seed_makes_another_file(tuned: Tuned, players: int, estimate: str) -> None:
    """Weights and estimates differ."""
    one, two = json.loads(tuned(players)), json.loads(tuned(players, "--tuning-seed", "7"))
    assert all(one[name] != two[name] for name in ("made_by", "deals", "policy", estimate))


def test_the_numbers_do_not_depend_on_the_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also if the games are split into several tasks, for the network and for the regressions.

    The same arguments make the same files, byte for byte: one for each number of players, without repetitions.
    """
    monkeypatch.setattr(tuner, "GAMES_PER_TASK", 30)
    monkeypatch.setattr(tuner, "SEARCH_GAMES_PER_TASK", 2)
    for folder in (tmp_path / "1", tmp_path / "2"):
        arguments = ("--players", "2", "1", "2", *SHORT, "--workers", folder.name, "--output", str(folder))
        assert main(["tune", *arguments]) == 0
        assert capsys.readouterr().out.split() == [str(folder / "1.json"), str(folder / "2.json")]
    one, two = ([file.read_bytes() for file in sorted((tmp_path / workers).iterdir())] for workers in "12")
    assert one == two


@pytest.mark.parametrize(
    ("players", "estimate", "names"), [(1, "network", Network._fields), (2, "estimate", ("win", "defeated"))]
)
def test_a_file_has_all_that_the_planner_needs(
    tuned: Tuned, players: int, estimate: str, names: tuple[str, ...]
) -> None:
    """It has all weights, and they are finite."""
    file: dict[str, Any] = json.loads(tuned(players))
    assert [tuple(weights) for weights in file["policy"].values()] == [PolicyWeights._fields] * 4
    assert (tuple(file["policy"]), list(file[estimate])) == (Suits._fields, [*names])
    rows = [*map(dict.values, file["policy"].values()), *(row for rows in file[estimate].values() for row in rows)]
    assert all(math.isfinite(weight) for row in rows for weight in row)


def test_the_command_in_a_file_makes_it_again(tuned: Tuned, tmp_path: Path) -> None:
    """The command in `made_by` writes the same file."""
    made = tuned(2, "--tuning-seed", "7")
    program, *arguments = shlex.split(json.loads(made)["made_by"])
    assert (program, main([*arguments, "--workers", "1", "--output", str(tmp_path)])) == ("regicide-arena", 0)
    assert (tmp_path / "2.json").read_bytes() == made


def test_a_file_says_which_deals_were_played(tuned: Tuned) -> None:
    """Measurements can use other deals."""
    solo, two = (json.loads(tuned(players, "--tuning-seed", "7"))["deals"] for players in (1, 2))
    assert solo == {"policy": "tune-7/1/0 to tune-7/1/0", "network": "tune-7/1/network/0/0 to tune-7/1/network/2/0"}
    assert two == {"policy": "tune-7/2/0 to tune-7/2/0", "estimate": "tune-7/2/estimate/0 to tune-7/2/estimate/0"}


def test_the_network_learns_who_wins() -> None:
    """After games of the policy its estimates are better than the mean result, in other games."""
    seen, others = (play_games(GamesTask(UNTUNED, None, seed, 300, 0)) for seed in ("seen", "others"))
    network, work, estimates = fit_network(seen, "learns"), records(Workspace, 1)[0], list[float]()
    for game in others.games:
        run_network(game, network, work)
        estimates.append(logistic(work.logits[0]))
    won, mean = others.targets[:, 0], seen.targets[:, 0].mean()
    assert ((np.array(estimates) - won) ** 2).mean() < 0.9 * ((mean - won) ** 2).mean()


def test_no_positions_are_enough() -> None:
    """The network keeps its first weights."""
    assert len(fit_network(join([]), "none").hidden) == INPUTS + FEATURES


def test_targets_are_the_results_of_the_games() -> None:
    """A win of any grade that is still possible; the share of the enemies."""
    found = play_games(GamesTask(UNTUNED, None, "targets", 50, 0))
    for game, (won, silver, gold, defeated) in zip(found.games, found.targets.tolist(), strict=True):
        assert (silver == NO_TARGET, gold == NO_TARGET) == (game.jesters_left < 1, game.jesters_left < 2)
        assert gold <= max(0, silver) <= won == (defeated == 1)
        assert 12 - game.enemies_left <= 12 * defeated


def test_the_evolution_finds_better_weights() -> None:
    """The fitness of a trial is the higher the nearer two weights are to certain values."""

    def distance(suits: Suits) -> float:
        return abs(suits.clubs.draw - 19.0) + 10 * abs(suits.spades.price - 0.1)

    def run_trials(trials: Iterable[PolicyTrial]) -> list[float]:
        return [-distance(trial.suits) for trial in trials]

    job = TuningJob(2, options("--generations", "40", "--population", "16", "--games", "1"))
    found = [suits for suits, _ in tuner.evolve(job, run_trials)]
    assert distance(found[-1]) < 0.3 * distance(UNTUNED)
    assert found[-1].clubs.price != found[-1].spades.price


def test_every_weight_has_a_deviation() -> None:
    """Without one of its own, it would have the default of the weight."""
    [call] = [
        node.value
        for node in ast.parse(Path(tuner.__file__).read_text("utf-8")).body
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == "INITIAL_DEVIATION"
    ]
    assert isinstance(call, ast.Call)
    assert {keyword.arg for keyword in call.keywords} == {*PolicyWeights._fields}
    assert all(deviation > 0 for deviation in tuner.INITIAL_DEVIATION)


def test_an_estimate_is_fitted_to_the_next_one_of_the_same_game() -> None:
    """Feature 1 tells at the last enemy who wins; feature 2 tells feature 1 an enemy before, in nine of ten games."""
    games = [(first, first if number % 10 else 1 - first) for number in range(400) for first in (0, 1)]
    features, regressions, last, won = [], [], [], []
    for early, late in games:
        for stage, feature, told in ((10, 2, early), (11, 1, late)):
            features.append([1.0 if each in {0, feature * told} else 0.0 for each in range(REGRESSION_FEATURES)])
            regressions.append(4 * stage)
            last.append(stage == 11)
            won.append(late)
    columns = (features, regressions, last, won, [12 if each else 11 for each in won])
    win = fit_estimate(Reveals(*(np.array(column) for column in columns)))["win"]
    logits = [[win[4 * stage][0], win[4 * stage][0] + win[4 * stage][feature]] for stage, feature in ((11, 1), (10, 2))]
    chances = [[1 / (1 + math.exp(-logit)) for logit in pair] for pair in logits]
    assert chances == [pytest.approx([0, 1], abs=0.05), pytest.approx([0.1, 0.9], abs=0.05)]


def test_games_that_are_lost_at_once_are_enough() -> None:
    """All regressions are fitted nonetheless."""
    reveals = trace_games(TraceTask(UNTUNED, 2, "lost", 0))
    assert list(fit_estimate(reveals)) == ["win", "defeated"]


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
    await_true(lambda: children_of(running.process.pid))
    started = children_of(running.process.pid)
    running.process.send_signal(signal.SIGINT)
    assert (running.ended(), "Traceback" in running.output) == (130, False), running.output
    assert (old.read_text(), [*tmp_path.glob("*.new")]) == ("old", [])
    await_true(lambda: all(map(has_ended, started)))


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_numbers_name_the_command_that_makes_them(players: int) -> None:
    """`made_by` has the command with all its options; its deals are not those of the benchmark."""
    contents = tuned_numbers(players)
    assert contents["made_by"] == TuningJob(players, options()).command
    assert all(deals.startswith("tune-") for deals in contents["deals"].values())
