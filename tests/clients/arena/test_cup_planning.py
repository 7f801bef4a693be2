"""`regicide-arena deals`: how many deals it takes to tell two teams apart."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from scipy.stats import binom

from regicide_arena.cli import main
from regicide_arena.cup.statistics.planning import CUPS, Rivals, rivals, sequential_deals, settled_deals
from regicide_arena.cup.statistics.sequential import verdict


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What the command writes."""
    assert main(["deals", *arguments]) == 0
    return capsys.readouterr().out


def planned(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """What it says as JSON."""
    found: dict[str, Any] = json.loads(said(capsys, *arguments, "--json"))
    return found


def played(teams: Rivals, cups: int, deals: int) -> np.ndarray:
    """Cups of these teams: 1 where only the better one wins the deal, -1 where only the other does."""
    only_better = teams.discordant * teams.coin
    shares = [only_better, teams.discordant - only_better, 1 - teams.discordant]
    return np.random.default_rng(4).choice(np.array([1, -1, 0], dtype=np.int8), size=(cups, deals), p=shares)


def test_independent_teams_do_alike_as_chance_has_it() -> None:
    """Of 50 % and 60 %: 0.5 * 0.6 that both win, 0.5 * 0.4 that both lose."""
    assert rivals(0.5, 0.1, None) == pytest.approx((0.1, 0.5))


def test_a_settled_number_of_deals_worked_by_hand() -> None:
    """(1.95996 sqrt(0.4) + 0.84162 sqrt(0.4 - 0.0016))² / 0.0016 = 1959.9."""
    assert settled_deals(rivals(0.5, 0.04, 0.6), 0.8, 0.05) == 1960


def test_so_many_deals_do_find_the_difference() -> None:
    """In some 80 of 100 simulated cups McNemar's test does."""
    teams = rivals(0.5, 0.13, None)
    cups = played(teams, CUPS, settled_deals(teams, 0.8, 0.05))
    better, discordant = (cups > 0).sum(axis=1), (cups != 0).sum(axis=1)
    found = 2 * binom.cdf(np.minimum(better, discordant - better), discordant, 0.5) <= 0.05
    assert np.mean(found) == pytest.approx(0.8, abs=0.05)


def test_the_sequential_rule_takes_as_many_deals_as_are_planned() -> None:
    """In simulated cups, deal by deal, half are decided by the median, and 90 % by the other number."""
    teams = rivals(0.5, 0.2, None)
    plan = sequential_deals(teams, 0.05)
    cups = played(teams, CUPS, plan.most)
    assert np.mean([verdict(wins).p <= 0.05 for wins in cups]) == pytest.approx(0.9, abs=0.04)
    assert np.mean([verdict(wins[: plan.median]).p <= 0.05 for wins in cups]) == pytest.approx(0.5, abs=0.06)


def test_teams_that_differ_on_every_deal_are_told_apart_soon() -> None:
    """Ten wins in a row make the evidence larger than 20, nine do not."""
    assert sequential_deals(rivals(0, 1, None), 0.05) == (10, 10)


def test_a_small_difference_takes_more_deals(capsys: pytest.CaptureFixture[str]) -> None:
    """Ten times as many and more for 4 points than for 13."""
    small, large = planned(capsys, "4")["deals"], planned(capsys, "13")["deals"]
    assert all(small[name] > 8 * large[name] for name in ("settled", "sequential_median", "sequential_90"))


def test_two_teams_play_each_deal(capsys: pytest.CaptureFixture[str]) -> None:
    """So there are twice as many games."""
    plan = planned(capsys, "20")
    assert plan["games"] == {name: 2 * deals for name, deals in plan["deals"].items()}


def test_it_is_said_what_was_supposed(capsys: pytest.CaptureFixture[str]) -> None:
    """As shares."""
    arguments = ("20", "--win-rate", "30", "--alike", "75", "--power", "90", "--error", "1")
    expected = {"win_rate": 0.3, "difference": 0.2, "alike": 0.75, "power": 0.9, "error": 0.01}
    assert planned(capsys, *arguments)["supposed"] == pytest.approx(expected)


def test_people_are_told_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    """All numbers of deals and games."""
    plan = planned(capsys, "10", "--alike", "60")
    told = said(capsys, "10", "--alike", "60")
    assert "Two teams win 50 % and 60 % of the deals, and both do alike on 60% of them." in told
    numbers = {f"{number:,}" for what in ("deals", "games") for number in plan[what].values()}
    assert numbers <= {*told.split()}


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ("60", "50 % and 60 % more is above 100 %"),
        ("10 --alike 95", "teams that win 50 % and 60 % do alike on 10 % to 90 % of the deals, not 95 %"),
        ("10 --win-rate 80 --alike 5", "teams that win 80 % and 90 % do alike on 70 % to 90 % of the deals, not 5 %"),
    ],
)
def test_teams_that_cannot_be_are_refused(capsys: pytest.CaptureFixture[str], arguments: str, why: str) -> None:
    """In one line."""
    assert main(["deals", *arguments.split()]) == 2
    assert capsys.readouterr().err == f"regicide-arena: {why}\n"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ("0", "argument DIFFERENCE: invalid difference '0': expected 1 to 100"),
        ("few", "argument DIFFERENCE: invalid difference 'few': expected 1 to 100"),
        ("4 --power 100", "argument --power: invalid power '100': expected 50 to 99.9"),
        ("4 --error 0", "argument --error: invalid error '0': expected 0.1 to 20"),
    ],
)
def test_nonsense_is_refused(capsys: pytest.CaptureFixture[str], arguments: str, why: str) -> None:
    """In one line, with what would be right."""
    with pytest.raises(SystemExit):
        main(["deals", *arguments.split()])
    assert f"regicide-arena deals: error: {why}" in capsys.readouterr().err.splitlines()[-1]


def test_without_its_libraries_it_is_said_what_to_install() -> None:
    """In one line."""
    program = "import sys; sys.modules['statsmodels'] = None; from regicide_arena.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", program, "deals", "4"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (ended.returncode, ended.stderr.count("\n")) == (1, 1)
    assert "statsmodels is required to plan a tournament, and is not installed; " in ended.stderr
    assert "pip install '.[tournament]' ./clients/python" in ended.stderr
