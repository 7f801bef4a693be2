"""`regicide-arena ladder`: one rating from many tournaments."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from commands import Ended

from regicide_arena.cli import main
from regicide_arena.tournament.schedule import commitment

pytestmark = pytest.mark.costly

Command = Callable[..., Ended]

FIRST = """
def choose(view, *, place=0):
    return view["legal_actions"][place]
"""
UNFIT = """
def choose(view):
    return "none"
"""


def play(folder: str, *bots: str, seed: str, form: str = "team") -> Path:
    """Play a small tournament."""
    entrants = [part for bot in bots for part in ("--entrant", bot)]
    rules = ["--players", "1", "2", "--deals", "12", "--deal-seed", seed, "--format", form, "--workers", "0"]
    assert main(["tournament", *entrants, *rules, "--results", folder]) == 0
    return Path(folder)


@pytest.fixture
def ladder(bots: Path, run: Command) -> Command:
    """Runs the command in a folder with a bot."""
    (bots / "first.py").write_text(FIRST)
    return lambda *arguments: run("ladder", *arguments)


BOTS = UNFIT


def ratings(ladder: Command) -> dict[tuple[int, str], Any]:
    """The ratings by number of players and kind."""
    return {(group["players"], group["kind"]): group["ratings"] for group in json.loads(ladder("show", "--json").out)}


def test_tournaments_on_different_deals_have_one_rating(ladder: Command) -> None:
    """Per number of players, of teams and partners; the page and the table have the same."""
    play("one", "random", "greedy", seed="a", form="cross")
    play("two", "mine=first.py:choose,place=-1", "greedy", seed="b")
    assert ladder("add", "one", "two").code == 0
    found = ratings(ladder)
    assert {*found} == {(1, "teams"), (2, "teams"), (2, "partners")}
    rows = found[2, "teams"]["rows"]
    assert ({row["entrant"]: row["deals"] for row in rows}) == {"greedy": 24, "random": 12, "mine": 12}
    assert rows[0]["entrant"] == "greedy"
    assert all(row["rating"]["low"] < row["rating"]["value"] < row["rating"]["high"] for row in rows)
    assert {row["entrant"] for row in found[2, "partners"]["rows"]} == {"random", "greedy"}
    table, page = ladder("show").out, Path("ladder/page/index.html").read_text()
    for text in ("1 player, teams", "2 players, partners", f"{rows[0]['rating']['value']:.0f}"):
        assert text in table
        assert text in page
    assert commitment("a") in page


def test_a_tournament_counts_once(ladder: Command) -> None:
    """It may be added again."""
    play("one", "random", "greedy", seed="a")
    assert ladder("add", "one").code == 0
    once = ratings(ladder)
    assert ladder("add", "one").code == 0
    assert ratings(ladder) == once


def test_deals_count_once(ladder: Command) -> None:
    """Another tournament on the same deals would feign precision."""
    play("one", "random", "greedy", seed="a")
    play("two", "random", "greedy", "mine=first.py:choose", seed="a")
    assert ladder("add", "one").code == 0
    ended = ladder("add", "two")
    assert (ended.code, "two has the deals of another tournament of the ladder" in ended.err) == (1, True)


def test_invalid_games_are_refused(ladder: Command) -> None:
    """Nothing is added."""
    results = play("one", "random", "greedy", seed="a")
    games = (results / "games.jsonl").read_text()
    (results / "games.jsonl").write_text(games.replace('"outcome":"lost"', '"outcome":"won"', 1))
    ended = ladder("add", "one")
    assert ended.code == 1
    assert ended.err.startswith("regicide-arena: one is not a valid tournament: line 1 is invalid: result is ")
    assert not Path("ladder", "tournaments").exists()


def test_bots_that_are_not_fit_are_refused(ladder: Command) -> None:
    """The verdicts of the check are printed."""
    play("one", "unfit=bots.py:choose", "greedy", seed="a")
    ended = ladder("add", "one")
    assert ended.code == 1
    assert ended.err.startswith("regicide-arena: bots.py:choose is not fit\n")
    assert "whole games" in ended.err


@pytest.mark.parametrize(("code", "bot"), [("-1", "first.py:choose"), ("0", "first.py:choose,place=-1")])
def test_a_name_stands_for_one_bot(ladder: Command, code: str, bot: str) -> None:
    """Other code by the same name is refused, and so are other options."""
    play("one", "mine=first.py:choose", "greedy", seed="a")
    assert ladder("add", "one").code == 0
    Path("first.py").write_text(FIRST.replace("=0", f"={code}"))
    play("two", f"mine={bot}", "greedy", seed="b")
    ended = ladder("add", "two")
    assert (ended.code, "mine has other code in the tournament one" in ended.err) == (1, True)


def test_code_that_has_changed_since_is_refused(ladder: Command) -> None:
    """What the ladder checks is what was played."""
    play("one", "mine=first.py:choose", "greedy", seed="a")
    Path("first.py").write_text(FIRST.replace("=0", "=-1"))
    ended = ladder("add", "one")
    assert (ended.code, "the code of first.py:choose has changed" in ended.err) == (1, True)


def test_a_queue_is_worked_off(ladder: Command) -> None:
    """Fit submissions are played, rated and removed; the others are moved with the reason."""
    Path("queue").mkdir()
    shutil.copy("first.py", "queue/mine.py")
    shutil.copy("bots.py", "queue/unfit.py")
    shutil.copy("first.py", "queue/a b.py")
    few = ["--players", "2", "--deals", "9", "--opponent", "random", "--opponent", "rules=greedy"]
    assert ladder("work", "queue", *few).code == 1
    assert not [*Path("queue").glob("*.py")]
    assert sorted(file.name for file in Path("queue/refused").glob("*.*")) == [
        *("a b.py", "a b.txt"),
        *("unfit.py", "unfit.txt"),
    ]
    assert "is not fit" in Path("queue/refused/unfit.txt").read_text()
    assert "A name has 1 to 40" in Path("queue/refused/a b.txt").read_text()
    found = ratings(ladder)
    for kind in ("teams", "partners"):
        assert {row["entrant"] for row in found[2, kind]["rows"]} == {"mine", "random", "rules"}
    shutil.copy("bots.py", "queue/mine.py")
    assert ladder("work", "queue", *few).code == 1
    assert "mine is another entrant" in Path("queue/refused/mine.txt").read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["add"], "add needs a folder"),
        (["show", "x"], "show takes no folder"),
        (["sort"], "invalid choice: 'sort'"),
        (["add", "nowhere"], "no tournament in the folder nowhere"),
    ],
)
def test_invalid_arguments_are_refused(ladder: Command, arguments: list[str], message: str) -> None:
    """The exit code is 2."""
    ended = ladder(*arguments)
    assert (ended.code, message in ended.err) == (2, True)


def test_an_empty_ladder_has_a_page(ladder: Command) -> None:
    """It says so."""
    assert ladder("page").code == 0
    assert "No tournament is rated yet." in Path("ladder/page/index.html").read_text()
