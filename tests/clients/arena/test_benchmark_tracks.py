"""The benchmark, clients/benchmark: its tracks, each one command, their tables, and what can be won at all."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from results import standings

from regicide import Action, Position, apply
from regicide.cards import DIAMONDS, ENEMIES, members, value
from regicide.rulebook import health_of
from regicide_arena.cli import main
from regicide_arena.tournament.schedule import derive_deal

pytestmark = pytest.mark.costly

TRACKS = Path(__file__).parents[3] / "clients" / "benchmark"
BOT = "def choose(view): return view['legal_actions'][0]\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with a bot."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(BOT)
    return tmp_path


def table(track: str, *arguments: str) -> list[list[str]]:
    """Play two deals of a track, and return the cells of its table."""
    file = str(TRACKS / f"{track}.toml")
    assert main(["tournament", file, "--deals", "2", "--workers", "1", "--results", track, *arguments]) == 0
    program = [sys.executable, TRACKS / "table.py", track]
    printed = subprocess.run(program, check=True, capture_output=True, text=True).stdout
    title, _, columns, _, *rows = printed.splitlines()
    assert title.startswith(f"{track}: 2 deals of the public set with the commitment ")
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in [columns, *filter(None, rows)]]


@pytest.mark.usefixtures("folder")
def test_the_solo_track_has_wins_and_gold() -> None:
    """The newcomer, a file of the working directory, comes last; the yardstick has the time 1."""
    columns, first, *_, last = table("solo", "--enter", "mine=mine.py:choose")
    assert columns == ["bot", "class", "time", "1 player", "gold", "no diamond"]
    assert first[:3] == ["policy", "fast", "1"]
    assert last[0] == "mine"
    assert last[3].startswith("0.0% (0.0 to ")
    assert standings(Path("solo"))["facts"]["newcomer"] == "mine"


@pytest.mark.usefixtures("folder")
def test_no_bot_takes_the_name_of_another(capsys: pytest.CaptureFixture[str]) -> None:
    """Else the yardstick could be one's own."""
    assert main(["tournament", str(TRACKS / "solo.toml"), "--enter", "policy=mine.py:choose"]) == 2
    assert "has an entrant policy already: give yours another name with NAME=BOT" in capsys.readouterr().err


@pytest.mark.usefixtures("folder")
def test_the_track_of_teams_compares_the_included_bots() -> None:
    """Without a newcomer, in the format of teams."""
    columns, *rows = table("teams", "--format", "team")
    assert columns[3:] == ["2 players", "3 players", "4 players", "no diamond"]
    assert [row[0] for row in rows] == ["policy", "greedy", "planner-fast"]


@pytest.mark.usefixtures("folder")
def test_the_track_of_strangers_names_the_worst_partner() -> None:
    """A row for each number of players, with one of the pool."""
    columns, *rows = table("strangers", "--enter", "mine=mine.py:choose", "--players", "2", "3")
    assert columns == ["players", "class", "time", "mean over partners", "worst partner", "with itself"]
    assert [row[0] for row in rows] == ["2", "3"]
    pool = {*standings(Path("strangers"))["facts"]["entrants"]} - {"mine"}
    assert {row[4].partition(":")[0] for row in rows} <= pool == {"policy", "greedy", "planner-fast", "hasty"}


def ceiling(folder: Path, deals: int) -> list[str]:
    """Run the command on teams of two, and return the rows of its table."""
    program = [sys.executable, TRACKS / "ceiling.py", "--players", "2", "--deals", str(deals)]
    return subprocess.run(program, check=True, capture_output=True, text=True, cwd=folder).stdout.splitlines()[2:]


def test_the_ceiling_has_a_line_for_each_deal(folder: Path) -> None:
    """It wins; the command goes on with the deals that its file lacks."""
    assert ceiling(folder, 2) == ["| 2 | 2 | 0 | 0 |"]
    file = folder / "ceiling.jsonl"
    first = file.read_text()
    assert ceiling(folder, 3) == ["| 2 | 3 | 0 | 0 |"]
    assert file.read_text().startswith(first)
    for line in map(json.loads, file.read_text().splitlines()):
        deal = derive_deal("practice", 2, line["deal"])
        position = Position.new(deal.seed, 2, deal.first_player)
        for action in line["line"]:
            position = apply(position, Action.parse(action))
        assert position.outcome is not None
        assert position.outcome.won


def test_lost_deals_are_sorted_by_what_wins_them(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each is played again in each of the ways; what its file has is not."""
    assert (
        main(["bench", "hasty=planner-fast,rollouts=2", "--players", "4", "--deals", "5", "--workers", "1", "--json"])
        == 0
    )
    bench = json.loads(capsys.readouterr().out)
    (folder / "bench.json").write_text(json.dumps(bench))
    lost = [deal["seed"] for deal in bench["deals"] if not deal["results"]["hasty"]["won"]]
    program = [sys.executable, TRACKS / "losses.py", "bench.json", "--rollouts", "20", "--tries", "2"]
    printed = [subprocess.run(program, check=True, capture_output=True, text=True).stdout for _ in range(2)]
    results = [*map(json.loads, (folder / "losses.jsonl").read_text().splitlines())]
    assert [result["seed"] for result in results] == lost
    assert printed[0] == printed[1]
    assert printed[0].splitlines()[-1].startswith(f"| 4 | {len(lost)} | ")


def test_open_hands_hide_the_tavern_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pools have each card of the other hands in its place, and all others in the tavern."""
    monkeypatch.syspath_prepend(TRACKS)
    start = Position.new("open-hands", 3)
    pools = import_module("losses").open_hands(start).pools
    hands = [[card for pool in pools if pool.hands[seat] for card in pool.cards] for seat in range(3)]
    assert hands == [[], [*members(start.hands[1])], [*members(start.hands[2])]]
    assert sorted(card for pool in pools if not any(pool.hands) for card in pool.cards) == sorted(start.tavern)


def test_hands_without_diamonds_lose() -> None:
    """All cards that a team can have without one do less damage than the health of all enemies, even doubled."""
    health = sum(health_of(card) for card in members(ENEMIES))
    for players in (2, 3, 4):
        values = sorted((value(1 << card) for card in range(52) if not 1 << card & (ENEMIES | DIAMONDS)), reverse=True)
        cards = players * Position.new("hands", players).full_hand
        assert 2 * sum(values[:cards]) < health
