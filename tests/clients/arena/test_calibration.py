"""The map from estimates to chances to win, its fit to games, and `regicide-arena calibrate`."""

from __future__ import annotations

import json
from itertools import pairwise, product
from pathlib import Path

import numpy as np
import pytest
from scipy.special import expit

from regicide import Position
from regicide_arena.bots.calibration import EDGE, FILE, Situation, calibrated, included_weights, mapped
from regicide_arena.bots.planner import Planner
from regicide_arena.bots.search_settings import SearchSettings
from regicide_arena.bots.view_types import seat_view
from regicide_arena.cli import main
from regicide_arena.runtime.journal import Journal
from regicide_arena.tuning.calibration import Sample, cross_validated, fit, mapping_of, rising, sample_of
from regicide_arena.tuning.estimated_games import EstimatedGame, NotedEstimate
from regicide_arena.tuning.reliability import Judged, bins, brier, brier_difference, decomposition, diagram

PLAYERS = (1, 2, 3, 4)
ESTIMATES = [0.0, 0.0005, *(number / 40 for number in range(1, 40)), 0.9995, 1.0]


def situations() -> list[Situation]:
    """Every number of players and of enemies."""
    return [Situation(players, left) for players, left in product(PLAYERS, range(1, 13))]


@pytest.mark.parametrize("there", situations())
def test_a_greater_estimate_is_a_greater_chance(there: Situation) -> None:
    """So that the order of actions stays as it is; neither end is certain, and the enemies fit the chance."""
    chances = [calibrated(each, 12 * each, there) for each in ESTIMATES]
    assert all(one.won <= other.won for one, other in pairwise(chances))
    assert all(one.won < other.won for one, other in pairwise(chances) if EDGE < one.won < other.won < 1 - EDGE)
    assert EDGE <= chances[0].won < chances[-1].won <= 1 - EDGE
    for won, defeated in chances:
        assert 12 * won + (12 - there.enemies_left) * (1 - won) - 1e-9 <= defeated <= 12


def test_lost_games_end_as_the_search_expects() -> None:
    """The estimate has half of the games won, and 10 enemies in the lost ones."""
    won, defeated = calibrated(0.5, 11, Situation(2, 6))
    assert defeated == pytest.approx(12 * won + 10 * (1 - won))


@pytest.mark.parametrize("players", PLAYERS)
def test_a_deal_is_worth_what_bots_win(players: int) -> None:
    """The first chance of a game is near the share of games that planner-fast wins, and far above the own estimate."""
    there = Position.new("first", players)
    best = Planner("tests", SearchSettings(rollouts=500)).consider(seat_view(there, there.turn))[0]
    assert 0.9 < best.won < 1 - EDGE
    assert best.defeated > 11


def test_numbers_of_a_folder_are_not_calibrated() -> None:
    """The map is fitted to the estimates of the package."""
    there = Position.new("folder", 4)
    own = Planner("tests", SearchSettings(rollouts=50), FILE.parent / "tuned").consider(seat_view(there, there.turn))[0]
    assert own.won < 0.7


def test_the_file_names_its_command() -> None:
    """A map for each number of players."""
    assert sorted(included_weights()) == [*PLAYERS]
    assert json.loads(FILE.read_text())["made_by"].startswith("regicide-arena calibrate --games ")


# The fit

TRUE_MAP = {"one": 1.0, "logit": 2.0}


@pytest.fixture(scope="module")
def sample() -> Sample:
    """Games whose results follow from their estimates by a known map."""
    rng, position = np.random.default_rng(5), str(Position.new("invented", 2))
    games = []
    for number, players in product(range(600), PLAYERS):
        estimate = float(rng.uniform(0.05, 0.95))
        won = bool(rng.random() < mapped(estimate, Situation(players, 12), TRUE_MAP))
        noted = [NotedEstimate(position, "yield", 500, estimate, 6.0)] * 2
        games.append(EstimatedGame(players, number, 0, won, 12 if won else 5, noted))
    return sample_of(games)


def test_a_fit_finds_the_map_of_its_games(sample: Sample) -> None:
    """The weights are near the true ones."""
    weights = fit(sample, ("one", "logit"), sample.players == 2)
    assert weights == {name: pytest.approx(weight, abs=0.3) for name, weight in TRUE_MAP.items()}


def test_a_map_takes_the_error_of_reliability(sample: Sample) -> None:
    """Of chances of games that it was not fitted to; a map without a formula is no better."""
    own = Judged(expit(sample.logit), sample.won, sample.game)
    shown = own._replace(chance=cross_validated(sample, mapping_of(("one", "logit"))))
    isotonic = own._replace(chance=cross_validated(sample, rising))
    assert decomposition(shown).reliability < 0.2 * decomposition(own).reliability
    assert brier_difference(own, shown).low > 0
    assert brier(shown).value <= brier(isotonic).value
    parts = decomposition(own)
    assert parts.reliability - parts.resolution + parts.uncertainty == pytest.approx(brier(own).value, abs=0.003)


def test_intervals_are_of_games(sample: Sample) -> None:
    """The same estimate twice in a game tells no more than once."""
    twice = Judged(expit(sample.logit), sample.won, sample.game)
    once = Judged(*(each[::2] for each in twice))
    assert brier(twice) == pytest.approx(brier(once))
    assert [each.won for each in bins(twice)] == [pytest.approx(each.won) for each in bins(once)]
    assert all(each.won.low <= each.won.value <= each.won.high > each.won.low for each in bins(twice))
    assert "about" not in diagram("Chances", [("own", twice)])
    assert "<title" in diagram("Chances", [("own", twice)])


@pytest.mark.costly
def test_the_command_plays_fits_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A second run plays the further games only; every game notes the estimates of the actions that were taken."""
    journal, output, chart = (tmp_path / name for name in ("games.jsonl", "map.json", "chart.svg"))
    files = ["--journal", str(journal), "--output", str(output), "--chart", str(chart), "--workers", "1"]
    assert main(["calibrate", "--games", "10", *files]) == 0
    first = journal.read_text()
    assert main(["calibrate", "--games", "11", *files]) == 0
    assert journal.read_text().startswith(first)
    assert json.loads(output.read_text())["made_by"] == "regicide-arena calibrate --games 11"
    assert "<svg" in chart.read_text()
    assert "10,000 rollouts" in capsys.readouterr().out
    with Journal(journal, EstimatedGame) as opened:
        games = [game for _, game in opened.records()]
    assert len(games) == 11 * len(PLAYERS)
    assert {game.task.begins_weak for game in games if game.taken_over} == {True}
    for each in (each for game in games for each in game.estimates):
        assert each.action in map(str, Position.parse(each.position).legal_actions)
        assert 0 <= each.won <= 1
    assert main(["calibrate", "--games", "20", "--output", str(tmp_path / "none" / "x"), "--workers", "1"]) == 2
