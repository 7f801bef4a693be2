"""A cup in the terminal."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console, RenderableType
from shown_cups import ODD, Cup, cup

from regicide_arena.cup.standings import Standings
from regicide_arena.cup.terminal import live, tables


def printed(shown: RenderableType, width: int = 160) -> str:
    """What a terminal of this width shows."""
    page = StringIO()
    Console(file=page, width=width, highlight=False).print(shown)
    return page.getvalue()


def all_of(made: Cup, width: int = 160) -> str:
    """All tables of a cup."""
    return printed(tables(made.facts, made.standings, made.times, made.failures), width)


@pytest.fixture(scope="module")
def text() -> str:
    """All tables of a cup with all that there can be."""
    return all_of(cup())


@pytest.mark.parametrize(
    "caption",
    [
        "1 player: 40 deals for each team",
        "4 players: win rates of any two together",
        "Win rates of mixed teams with each entrant",
        "2 players: the same 40 deals for both",
        "3 players: time for each action",
        "Failures of bots",
    ],
)
def test_every_table_is_there(text: str, caption: str) -> None:
    """Leaderboards, cross tables, partners, comparisons, times and failures."""
    assert caption in text


def test_a_team_is_told_with_its_interval(text: str) -> None:
    """The win rate stands before the interval in brackets."""
    row = cup().standings.teams[0]
    rate = row.win_rate
    assert f"{rate.value:.1%} ({100 * rate.low:.1f} to {100 * rate.high:.1f})" in text


def test_mixed_teams_are_told_by_seats(text: str) -> None:
    """Who sits beside itself is named once."""
    assert "anna + 2 × bert" in text


def test_a_decided_pair_is_told_in_words(text: str) -> None:
    """It says who is better than whom."""
    assert "anna is better than bert" in text


def test_names_are_no_markup() -> None:
    """A name in brackets is shown as it is."""
    made = cup(["[red]", ODD])
    assert "[red] is better than <b>&" in all_of(made)
    assert "[red]" in printed(live(made.standings, 1, 2))


def test_what_there_is_nothing_of_is_left_out() -> None:
    """No failures and no mixed teams: no tables of them."""
    made = all_of(cup(is_mixed=False)._replace(failures=[]))
    assert not any(caption in made for caption in ("Failures of bots", "any two together", "mixed teams"))


def test_long_names_are_told_in_full() -> None:
    """In a narrow terminal they are on more lines, but nothing is cut off."""
    name = "a-name-of-forty-characters-that-goes-on-"
    narrow = all_of(cup([name, "bert"], [1], 5), width=80)
    assert "…" not in narrow


def test_no_game_is_enough() -> None:
    """A cup that has not begun has nothing but its name, and why."""
    made = all_of(cup(players=[]))
    assert made.splitlines()[0] == "The cup of <i>all</i> cups: All pairs are decided."


def test_the_standings_say_how_far_it_is() -> None:
    """Above the teams stands how many of the games are over."""
    assert printed(live(cup().standings, 1200, 3000)).startswith("Standings after 1,200 of 3,000 games")


def test_the_standings_are_as_long_as_wished() -> None:
    """However many teams there are, about so many lines are filled; the first teams are shown."""
    shown = printed(live(cup([f"team-{n:02d}" for n in range(20)], [1, 2], is_mixed=False).standings, 1, 2, rows=12))
    assert len(shown.splitlines()) < 20
    assert "team-00" in shown
    assert "and 15 more with 2 players" in shown


def test_before_the_first_deal_there_are_no_standings() -> None:
    """It says so."""
    assert printed(live(Standings([], [], [], []), 0, 100)) == "No deal is over yet.\n"
