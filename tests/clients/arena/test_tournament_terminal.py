"""Terminal output of a tournament."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console, RenderableType
from summary_samples import HTML_NAME, sample_summary

from regicide_arena.tournament.report.terminal import render_live, render_tables
from regicide_arena.tournament.stats.model import Standings
from regicide_arena.tournament.summary import Summary


def printed(rendered: RenderableType, width: int = 160) -> str:
    """Print to a terminal of this width."""
    page = StringIO()
    Console(file=page, width=width, highlight=False).print(rendered)
    return page.getvalue()


def all_tables(summary: Summary, width: int = 160) -> str:
    """Print all tables of a tournament."""
    return printed(render_tables(summary), width)


@pytest.fixture(scope="module")
def text() -> str:
    """All tables of a tournament with every kind of content."""
    return all_tables(sample_summary())


RATE = sample_summary().standings.teams[0].win_rate


@pytest.mark.parametrize(
    "expected",
    [
        "1 player: 40 deals for each team",
        "4 players: win rates of two entrants together",
        "Win rates of mixed teams with each entrant",
        "2 players: the same 40 deals for both",
        "3 players: time per action",
        "Failures of bots",
        "anna + 2 × bert",
        "anna is better than bert",
        f"{RATE.value:.1%} ({100 * RATE.low:.1f} to {100 * RATE.high:.1f})",
    ],
)
def test_all_tables_are_printed(text: str, expected: str) -> None:
    """With captions, teams by their seats, verdicts in words, and intervals in brackets."""
    assert expected in text


def test_names_are_not_markup() -> None:
    """A name in square brackets is printed literally."""
    summary = sample_summary(["[red]", HTML_NAME])
    assert "[red] is better than <b>&" in all_tables(summary)
    assert "[red]" in printed(render_live(summary.standings, 1, 2))


def test_empty_tables_are_omitted() -> None:
    """Without failures and mixed teams there are no tables of them."""
    made = all_tables(sample_summary(is_mixed=False)._replace(failures=[]))
    assert not any(caption in made for caption in ("Failures of bots", "two entrants together", "mixed teams"))


def test_equal_teams_share_a_rank() -> None:
    """The team after them has the rank that it has without the tie."""
    made = sample_summary(players=(1,), is_mixed=False)
    first, _, last = made.standings.teams
    teams = [first, first._replace(lineup=("bert",)), last]
    rows = printed(render_tables(made._replace(standings=made.standings._replace(teams=teams)))).splitlines()
    assert [row.split()[:2] for row in rows if row.split()[1:2] in (["anna"], ["bert"], [HTML_NAME])][:3] == [
        ["1", "anna"],
        ["1", "bert"],
        ["3", HTML_NAME],
    ]


def test_long_names_are_not_cut() -> None:
    """A narrow terminal wraps them."""
    name = "a-name-of-forty-characters-that-goes-on-"
    narrow = all_tables(sample_summary([name, "bert"], [1], 5), width=80)
    assert "…" not in narrow


def test_a_tournament_without_games_is_printed() -> None:
    """The output consists of the name and the state."""
    made = all_tables(sample_summary(players=[]))
    assert made.splitlines()[0] == "The <i>great</i> tournament: All pairs are decided."


def test_live_standings_show_the_progress() -> None:
    """The heading has the number of games played and of all games."""
    shown = printed(render_live(sample_summary().standings, 1200, 3000))
    assert shown.startswith("Standings after 1,200 of 3,000 games")


def test_live_standings_show_the_pairs() -> None:
    """With all numbers of players together, if there are several."""
    assert "anna is better than bert" in printed(render_live(sample_summary(players=[2]).standings, 1, 2))


def test_live_standings_before_the_first_deal() -> None:
    """They consist of a notice."""
    assert printed(render_live(Standings([], [], [], []), 0, 100)) == "No deal is complete yet.\n"
