"""Attendance: entrants that take no action in their games are disqualified, whatever the order in which games end."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import convert
from results import games, standings

from regicide_arena.cli import main
from regicide_arena.tournament.engine import absent_entrants
from regicide_arena.tournament.games import workers
from regicide_arena.tournament.games.game import Game

pytestmark = [pytest.mark.costly, pytest.mark.usefixtures("bots")]

BOTS = """
import os

def first(view):
    return view["legal_actions"][0]

def dead(view):
    raise ConnectionError("nobody there")

def clumsy(view):
    if len(view["discard"]) > 3:
        raise ValueError("too many cards")
    return first(view)

def ending(view):
    return os._exit(3) if view["discard"] else first(view)
"""


def play(*more: str, bots: tuple[str, ...] = ("first", "dead"), deals: int = 20, folder: str = "tournament") -> int:
    """Play a tournament of these bots in this process."""
    entrants = [part for bot in bots for part in ("--entrant", f"bots.py:{bot}")]
    fixed = ["--deals", str(deals), "--players", "1", "2", "--deal-seed", "open", "--results", folder]
    return main(["tournament", *entrants, *fixed, *(more or ("--workers", "0"))])


def kinds(name: str, folder: str = "tournament") -> list[str | None]:
    """The kind of failure in each game of an entrant with one player."""
    found = [game for game in games(folder) if game["lineup"] == [name]]
    return [game["failures"][0]["kind"] if game["failures"] else None for game in found]


def test_a_dead_entrant_is_disqualified(capsys: pytest.CaptureFixture[str]) -> None:
    """After the first block of deals; warnings come at once, and the results say how its games count."""
    assert play() == 0
    out, err = capsys.readouterr()
    assert kinds("dead") == ["error"] * 8 + ["disqualified"] * 12
    assert kinds("first") == [None] * 20
    failure = "ConnectionError: nobody there (bots.py, line 8)"
    first = f"dead took no action in deal 0, lineup dead: {failure}; it is disqualified after 8 such games in a row"
    then = "dead is disqualified from deal 8 on: its further games count as forfeited"
    assert err.splitlines()[1:3] == [f"warning: {first}", f"warning: {then}"]
    sentence = "dead was disqualified from deal 8 on, as it took no action in its games before"
    assert sentence in out
    assert sentence in Path("tournament", "report.html").read_text()
    assert standings()["facts"]["disqualified"] == {"dead": 8}
    forfeited = {(*row["lineup"],): (row["games"], row["forfeited"]) for row in standings()["teams"]}
    assert forfeited == {("first",): (20, 0), ("dead",): (20, 20), ("first",) * 2: (20, 0), ("dead",) * 2: (20, 20)}
    assert main(["verify-tournament", "tournament"]) == 0


def test_an_entrant_that_starts_again_and_again_is_disqualified(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its restarts have some time in sum; after that it takes no action."""
    monkeypatch.setattr(workers, "RESTARTS_S", 0)
    assert play("--workers", "0", "--players", "1", bots=("first", "ending")) == 0
    assert kinds("ending") == ["ended"] + ["late"] * 15 + ["disqualified"] * 4


def test_results_do_not_depend_on_processes_or_interruptions() -> None:
    """The journal of an interrupted tournament may have games that were dispatched before the disqualification."""
    play("--format", "cross", "--workers", "0")
    play("--format", "cross", "--workers", "3", folder="processes")
    lines = Path("tournament", "journal.jsonl").read_text().splitlines(keepends=True)
    Path("resumed").mkdir()
    Path("resumed", "cup.json").write_bytes(Path("tournament", "cup.json").read_bytes())
    Path("resumed", "journal.jsonl").write_text("".join(lines[: len(lines) // 2]))
    assert main(["tournament", "resumed", "--workers", "0"]) == 0
    for name in ("games.jsonl", "games.csv"):
        expected = Path("tournament", name).read_bytes()
        assert Path("processes", name).read_bytes() == Path("resumed", name).read_bytes() == expected


def test_mixed_teams_with_a_disqualified_entrant_are_forfeited() -> None:
    """The failure is in its seat."""
    play("--format", "cross", "--workers", "0")
    mixed = [game for game in games() if game["lineup"] == ["first", "dead"] and game["deal"] >= 8]
    assert {(game["failures"][0]["kind"], game["failures"][0]["seat"]) for game in mixed} == {("disqualified", 1)}


@pytest.mark.parametrize(("failing", "options"), [("clumsy", ()), ("dead", ("--disqualify-after", "0"))])
def test_other_entrants_are_not_disqualified(failing: str, options: tuple[str, ...]) -> None:
    """One that fails after an action of its own; and any, if the limit is 0."""
    assert play("--workers", "0", *options, bots=("first", failing)) == 0
    assert kinds(failing) == ["error"] * 20
    assert standings()["facts"]["disqualified"] == {}


def test_a_tournament_without_entrants_ends() -> None:
    """All of them are disqualified."""
    assert play("--workers", "0", "--disqualify-after", "3", bots=("dead",)) == 0
    assert kinds("dead") == ["error"] * 8 + ["disqualified"] * 12


@pytest.mark.parametrize("on_failure", ["forfeit", "random"])
def test_replaced_actions_are_not_those_of_an_entrant(on_failure: str) -> None:
    """An entrant whose every action is replaced takes none."""
    play("--workers", "0", "--on-failure", on_failure, "--disqualify-after", "0", deals=1)
    for game in games():
        assert [*absent_entrants(convert(game, Game))] == (["dead"] if "dead" in game["lineup"] else [])


def test_a_forged_game_counts_as_attended() -> None:
    """Its verification fails later."""
    play(deals=1)
    failure = {"kind": "error", "seat": 0, "step": 1, "what": ""}
    assert absent_entrants(convert(games()[0] | {"actions": ["KC"], "failures": [failure]}, Game)) == {}
