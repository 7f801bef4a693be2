"""The summary of a bot's games."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO

import numpy as np
import pytest
from rich.console import Console

from regicide import EndReason, Outcome
from regicide_arena.bench.games import ChoiceTimes, GameTask, MeasuredGame
from regicide_arena.bench.summary import BotSummary, summarize, summary_table
from regicide_arena.stats import Quantity, bootstrap_intervals, estimate_means


def game(
    number: int = 0,
    defeated: int = 3,
    *,
    grade: str | None = None,
    seconds: Sequence[float] = (0.1,),
    failure: str | None = None,
) -> MeasuredGame:
    """A game, won if it has a grade."""
    outcome = Outcome(
        grade is not None, EndReason.LAST_KING if grade else EndReason.CANNOT_COVER_DAMAGE, 0, defeated, grade
    )
    return MeasuredGame(
        GameTask("greedy", 1, number, "deals", "seed"),
        None if failure else outcome,
        ChoiceTimes([*seconds], [second / 2 for second in seconds]),
        failure,
    )


def of(*games: MeasuredGame) -> BotSummary:
    """The summary of solo games."""
    return summarize("greedy", 1, games)


def test_the_win_rate_has_a_wilson_interval() -> None:
    """Five of ten: 23.66 % to 76.34 %."""
    found = of(*[game()] * 5, *[game(grade="gold")] * 5)
    assert (found.win_rate, found.win_rate_interval) == (0.5, pytest.approx((0.23659, 0.76341), abs=1e-5))


def test_the_mean_has_the_interval_of_a_tournament() -> None:
    """The same games have the same interval in the standings, in any order."""
    numbers = [number % 13 for number in range(30)]
    found = of(*(game(defeated=defeated) for defeated in numbers))
    [expected] = estimate_means([Quantity(np.array(sorted(numbers)), 0, 12)], bootstrap_intervals)
    assert (found.defeated, found.defeated_interval) == (expected.value, expected[1:])
    assert of(*(game(defeated=defeated) for defeated in reversed(numbers))) == found


def test_an_interval_ends_where_the_game_does() -> None:
    """The bounds are 0 and 12 enemies."""
    assert of(game(defeated=0), game(defeated=12)).defeated_interval == (0, 12)


def test_games_that_are_all_alike_have_an_interval() -> None:
    """The share of games that Wilson allows for none of two, 65.76 %, may differ by as much as possible."""
    found = of(game(defeated=12, grade="gold"), game(defeated=12, grade="gold"))
    assert (found.defeated, found.defeated_interval) == (12, pytest.approx((12 - 0.65762 * 12, 12), abs=1e-4))


def test_grades_are_shares_of_all_games() -> None:
    """Lost games count in the total."""
    found = of(game(grade="gold"), game(grade="bronze"), game(grade="bronze"), game())
    assert found.grades == {"gold": 0.25, "silver": 0, "bronze": 0.5}


def test_times_are_those_of_all_actions() -> None:
    """In milliseconds, with interpolated percentiles, by the wall clock and of CPU time."""
    found = of(game(seconds=[0.001 * n for n in range(1, 51)]), game(seconds=[0.001 * n for n in range(51, 101)]))
    assert found.ms == pytest.approx((50.5, 99.01, 50.5))
    assert found.cpu_ms == pytest.approx((25.25, 49.505, 25.25))


def test_a_single_action_has_its_time() -> None:
    """It is every percentile."""
    assert of(game(seconds=[0.2])).ms == pytest.approx((200, 200, 200))


def test_failures_do_not_count_as_games() -> None:
    """The first failure by deal is kept."""
    found = of(game(2, failure="later"), game(1, failure="first"), game(0, grade="gold"))
    assert (found.games, found.failed, found.failure, found.win_rate) == (1, 2, "first", 1)


@pytest.mark.parametrize("width", [80, 160])
def test_all_figures_are_shown_on_a_narrow_page_too(width: int) -> None:
    """Cells wrap, but are not cut off."""
    found = of(*[game(grade="silver", seconds=[0.0123])] * 99, game(failure="first"))
    console = Console(width=width, file=StringIO(), markup=False)
    console.print(summary_table([found], width))
    shown = console.file.getvalue()
    assert "…" not in shown
    assert {"greedy", "99", "100.0%", "(96.3", "3.00", "silver", "12.3", "6.2", "wall", "CPU", "1"} <= {
        *shown.replace("%,", "%").split()
    }


def test_statistics_without_games_are_missing() -> None:
    """Rates and times are None."""
    found = of()
    assert {*found[6:]} == {None}
    assert (found.games, found.won) == (0, 0)
