"""`regicide-arena tournament` and `regicide-arena verify`, from the command line to the files of the results."""

from __future__ import annotations

import csv
import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import jsonschema
import pyarrow.parquet
import pytest
from scripted import scripted_agent

import regicide
from regicide_arena.cli import main
from regicide_arena.cup.deals import commitment

BOTS = """
import time

def first(view):
    return view["legal_actions"][0]

def last(view):
    return view["legal_actions"][-1]

def noting(seed):
    with open("seeds.txt", "a") as file:
        print(seed, file=file)
    return first

def raising(view):
    if view["defeated"] == 0 and len(view["hand"]) < 6:
        raise LookupError("no idea")
    return first(view)

def illegal(view):
    return "AC+AD+AH+AS"

def late(view):
    time.sleep(0.2)
    return first(view)
"""


TWO = ("bots.py:first", "bots.py:last")


class Ended(NamedTuple):
    """A command that has ended."""

    code: int
    out: str
    err: str


Command = Callable[..., Ended]


@pytest.fixture
def tournament(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Holds a cup in an empty folder in which there are bots."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bots.py").write_text(BOTS)

    def run(*arguments: str, command: str = "tournament") -> Ended:
        try:
            code = main([command, *arguments])
        except SystemExit as ended:
            code = int(ended.code or 0)
        return Ended(code, *capsys.readouterr())

    return run


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a cup that is over; some of its games were forfeited."""
    folder = tmp_path_factory.mktemp("held")
    (folder / "bots.py").write_text(BOTS)
    bots = (f"first={folder}/bots.py:first", f"raising={folder}/bots.py:raising")
    assert main(["tournament", *small("--results", str(folder / "cup"), players="1 2", bots=bots)]) == 0
    return folder / "cup"


@pytest.fixture
def copied(tournament: Command, held: Path) -> Command:
    """Commands where a copy of that cup is."""
    shutil.copytree(held, "cup")
    return tournament


def small(
    *more: str, deals: int = 2, players: str = "2", bots: tuple[str, ...] = ("bots.py:first", "bots.py:last")
) -> list[str]:
    """The arguments of a small cup in this process."""
    entrants = [part for bot in bots for part in ("--entrant", bot)]
    return [*entrants, "--players", *players.split(), "--deals", str(deals), "--seed", "open", "--workers", "0", *more]


def games(folder: str | Path = "cup") -> list[dict[str, Any]]:
    """The games of a cup."""
    return [json.loads(line) for line in Path(folder, "games.jsonl").read_text().splitlines()]


def test_a_cup_is_held_and_told(tournament: Command) -> None:
    """In tables, and in a folder of files."""
    ended = tournament(*small())
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith("cup: All deals were played.")
    assert {path.name for path in Path("cup").iterdir()} == {
        "cup.json", "journal.jsonl", "games.jsonl", "games.csv", "games.parquet", "games.schema.json",
        "standings.json", "report.html",
    }  # fmt: skip


def test_every_lineup_plays_every_deal_once(held: Path) -> None:
    """In the order of lineups and deals."""
    found = [(game["lineup"], game["deal"]) for game in games(held)]
    assert found == [([name] * players, deal) for players in (1, 2) for name in ("first", "raising") for deal in (0, 1)]


def test_the_games_fit_the_schema_that_lies_beside_them(held: Path) -> None:
    """Those that were forfeited, too."""
    schema = json.loads((held / "games.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    for game in games(held):
        jsonschema.validate(game, schema)
    assert {game["result"] is None for game in games(held)} == {True, False}


def test_the_same_games_are_in_all_files(held: Path) -> None:
    """As rows of CSV, and of Parquet."""
    rows = pyarrow.parquet.read_table(held / "games.parquet").to_pylist()
    with (held / "games.csv").open(newline="") as file:
        as_csv = [*csv.DictReader(file)]
    for game, row, texts in zip(games(held), rows, as_csv, strict=True):
        assert row["actions"].split() == game["actions"]
        assert row["result"] == (game["result"] or {"outcome": "forfeited"})["outcome"]
        assert texts == {name: "" if value is None else str(value) for name, value in row.items()}


def test_games_can_be_verified(copied: Command) -> None:
    """Against the seed of the cup, which is told when it is over."""
    ended = copied("cup", command="verify")
    assert ended == (0, f"8 games of 4 lineups hold; the commitment to the seed is {commitment('open')}\n", "")


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"seed": "x"}, "deal is "),
        ({"deal": 1}, "deal is "),
        ({"actions": []}, "result is "),
        ({"defeated": 12}, "defeated is 12, and should be "),
        ({"actions": ["yield", "yield", "yield"]}, "a solo player may not yield"),
        ({"lineup": ["first", "first"]}, "2 seats, but players: 1"),
    ],
)
def test_a_game_that_was_changed_does_not_hold(copied: Command, change: dict[str, Any], complaint: str) -> None:
    """It is said which, and why."""
    changed = [json.dumps(game | (change if place == 0 else {})) for place, game in enumerate(games())]
    Path("cup", "games.jsonl").write_text("\n".join(changed))
    ended = copied("cup", command="verify")
    assert ended.code == 1
    assert ended.err.startswith(f"regicide-arena: line 1 does not hold: {complaint}")


def test_a_game_that_is_missing_is_noticed(copied: Command) -> None:
    """As every lineup has to play every deal."""
    lines = Path("cup", "games.jsonl").read_text().splitlines(keepends=True)
    Path("cup", "games.jsonl").write_text("".join(lines[1:]))
    ended = copied("cup", command="verify")
    assert ended.err == "regicide-arena: first did not play each of the deals 0 to 1 once\n"


def test_the_record_of_any_game_can_be_had(copied: Command) -> None:
    """As the rules have it, and `regicide verify` checks it."""
    record = json.loads(copied("cup", "--record", "5", command="verify").out)
    assert [event["action"] for event in record["events"]] == games()[4]["actions"]
    assert regicide.verify(record)[-1].outcome


def test_the_same_cup_is_the_same_with_any_number_of_processes(tournament: Command) -> None:
    """Byte for byte."""
    tournament(*small(deals=12))
    arguments = small(deals=12)
    arguments[arguments.index("--workers") + 1] = "2"
    assert tournament(*arguments, "--results", "other").code == 0
    for name in ("games.jsonl", "games.csv", "games.parquet"):
        assert Path("cup", name).read_bytes() == Path("other", name).read_bytes()


def test_another_entrant_changes_nobodys_games(tournament: Command) -> None:
    """What a bot is made from depends on the deal, on its seat and on its name alone."""
    tournament(*small(bots=("random",)))
    tournament(*small("--results", "other", bots=("bots.py:first", "random")))
    assert games() == [game for game in games("other") if game["lineup"] == ["random", "random"]]


def test_a_bot_is_made_for_each_seat_of_each_game(tournament: Command) -> None:
    """From the seed of the deal, the seat, and its name."""
    tournament(*small(bots=("new=bots.py:noting",)))
    expected = {f"{game['seed']}/{seat}/new" for game in games() for seat in (0, 1)}
    assert {*Path("seeds.txt").read_text().split()} == expected


def test_cross_play_has_all_lineups_of_two(tournament: Command) -> None:
    """And says how much each is worth as a partner."""
    tournament(*small("--format", "cross"))
    assert {tuple(game["lineup"]) for game in games()} == {
        ("first", "first"), ("first", "last"), ("last", "first"), ("last", "last")
    }  # fmt: skip
    standings = json.loads(Path("cup", "standings.json").read_text())
    assert {row["entrant"] for row in standings["partners"]} == {"first", "last"}


def test_a_gauntlet_compares_a_newcomer_with_the_others(tournament: Command) -> None:
    """And not the others with each other."""
    tournament(*small("--format", "gauntlet", "--newcomer", "last", bots=("random", "bots.py:first", "bots.py:last")))
    found = json.loads(Path("cup", "standings.json").read_text())["comparisons"]
    assert [(row["first"], row["second"]) for row in found] == [("last", "random"), ("last", "first")]


@pytest.mark.parametrize(
    ("bot", "kind", "what"),
    [
        ("raising", "error", "LookupError: no idea (bots.py, line "),
        ("illegal", "illegal", "NoLegalAction: 'AC+AD+AH+AS' is not one of the"),
        ("late", "late", "gave no answer in 0.05 seconds"),
    ],
)
@pytest.mark.parametrize("policy", ["forfeit", "random"])
def test_a_failure_is_counted_on_its_own(tournament: Command, bot: str, kind: str, what: str, policy: str) -> None:
    """It is no loss: the game is forfeited, or goes on with a random action, as the cup has it."""
    tournament(*small("--on-failure", policy, "--clock", "0.05", deals=1, bots=(f"bots.py:{bot}",)))
    [game] = games()
    assert game["failures"][0]["kind"] == kind
    assert game["failures"][0]["what"].startswith(what)
    assert (game["result"] is None) == (policy == "forfeit")
    [row] = json.loads(Path("cup", "standings.json").read_text())["failures"]
    assert (row["entrant"], row["kind"], row["times"]) == (bot, kind, len(game["failures"]))


def test_a_forfeited_game_is_not_among_the_lost(tournament: Command) -> None:
    """Nor among the won."""
    tournament(*small(bots=("bots.py:illegal",)))
    [row] = json.loads(Path("cup", "standings.json").read_text())["teams"]
    assert (row["won"], row["lost"], row["forfeited"]) == (0, 0, 2)


def test_a_cup_ends_when_all_is_decided(tournament: Command) -> None:
    """At the end of a block of deals."""
    ended = tournament(
        *small("--stop", "decided", "--error", "0.3", deals=1000, players="1", bots=("policy", "random"))
    )
    said = json.loads(Path("cup", "standings.json").read_text())
    assert ended.out.startswith("cup: Decided after ")
    assert 8 <= said["facts"]["deals"]["1"] < 1000
    assert [row["better"] for row in said["comparisons"]] == ["policy"]
    assert len(games()) == 2 * said["facts"]["deals"]["1"]


def test_a_file_says_what_is_played_and_arguments_come_first(tournament: Command) -> None:
    """The results are in a folder beside it, with its name; bots are looked for beside it, too."""
    Path("winter.toml").write_text(
        'deals = 3\nplayers = [1]\nseed = "open"\n[entrants]\nmine = "bots.py:first"\nrandom = "random"\n'
    )
    assert tournament("winter.toml", "--deals", "1", "--workers", "0").code == 0
    assert [(game["lineup"], game["deal"]) for game in games("winter")] == [(["mine"], 0), (["random"], 0)]


def test_a_cup_that_is_over_is_told_again(tournament: Command) -> None:
    """By its folder alone; nothing is played."""
    first = tournament(*small())
    before = Path("cup", "journal.jsonl").read_bytes()
    assert tournament("cup", "--workers", "0") == first
    assert Path("cup", "journal.jsonl").read_bytes() == before


def test_a_commitment_can_be_published_before(tournament: Command) -> None:
    """The cup that is then held has that seed, which nobody had to think of."""
    arguments = [each for each in small() if each not in {"--seed", "open"}]
    promised = tournament(*arguments, "--commitment").out.strip()
    assert tournament(*arguments).code == 0
    facts = json.loads(Path("cup", "standings.json").read_text())["facts"]
    assert facts["commitment"] == promised == commitment(facts["seed"])


def test_nobody_else_may_read_the_seed(tournament: Command) -> None:
    """It is in one file."""
    tournament(*small("--commitment"))
    assert Path("cup", "cup.json").stat().st_mode & 0o777 == 0o600


def test_another_cup_is_refused_where_one_is_played(tournament: Command) -> None:
    """With what is different, but for the seed."""
    tournament(*small("--commitment"))
    ended = tournament(*small("--clock", "7", "--seed", "other"))
    assert ended.code == 1
    assert "\n  clock: there 10.0, here 7.0\n  seed: there hidden, here another\n" in ended.err


def test_a_bot_that_was_changed_is_another_one(tournament: Command) -> None:
    """A cup does not go on with it."""
    tournament(*small("--commitment"))
    Path("bots.py").write_text(BOTS.replace("no idea", "an idea"))
    ended = tournament("cup", "--workers", "0")
    assert ended.code == 1
    assert "the code of first has changed since the cup began" in ended.err


def test_a_folder_that_is_not_ours_is_left_alone(tournament: Command) -> None:
    """Whatever is in it."""
    Path("cup").mkdir()
    Path("cup", "letter.txt").touch()
    ended = tournament(*small())
    assert ended == (1, "", "regicide-arena: cup is not empty, and no cup is played there: name another folder\n")
    assert [path.name for path in Path("cup").iterdir()] == ["letter.txt"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["nowhere.toml"], "nowhere.toml cannot be read: No such file or directory"),
        (["."], "no cup is played in ."),
        ([], "entrants: Missing data for required field."),
        (["--entrant", "nobody"], "unknown bot 'nobody'"),
        (["--entrant", "x=agent:north"], "x is an agent, which plays on a server: name it, with --server URL"),
        (["--entrant", "random", "--scheduler", "nowhere"], "no scheduler answers at nowhere"),
    ],
)
def test_what_cannot_be_held_is_said(tournament: Command, arguments: list[str], complaint: str) -> None:
    """In a line."""
    ended = tournament(*arguments)
    assert ended.code == 1
    assert ended.err.startswith(f"regicide-arena: {complaint}")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--entrant", "=x"], "'=x' is no entrant: write NAME=BOT, or BOT"),
        (["--entrant", "random", "--entrant", "random=greedy"], "two entrants are called random"),
        (["--workers", "-1"], "invalid number of processes '-1'"),
        (["--scheduler", "tcp://x:1", "--workers", "2"], "--scheduler and --workers exclude each other"),
        (["--clock", "0"], "invalid number of seconds '0': expected 0.001 to 3600"),
    ],
)
def test_arguments_that_make_no_sense_are_refused(tournament: Command, arguments: list[str], complaint: str) -> None:
    """With exit code 2."""
    ended = tournament(*arguments)
    assert ended.code == 2
    assert complaint in ended.err


@pytest.fixture
def agent(server: str) -> Iterator[str]:
    """An agent on a server, which always takes the first legal action."""
    with scripted_agent(server, f"cup-{os.urandom(4).hex()}") as name:
        yield name


@pytest.fixture(scope="module")
def server(server_url: str) -> str:
    """The URL of a server."""
    return server_url


def test_on_a_server_the_games_are_the_same(tournament: Command, server: str) -> None:
    """As on the engine, byte for byte."""
    arguments = small("--format", "cross", players="1 2", bots=("random", "bots.py:last"))
    tournament(*arguments)
    assert tournament(*arguments, "--results", "there", "--server", server).code == 0
    assert Path("cup", "games.jsonl").read_bytes() == Path("there", "games.jsonl").read_bytes()


def test_an_agent_plays_as_it_would_here(tournament: Command, server: str, agent: str) -> None:
    """It pulls its turns from its inbox, beside bots that are ours."""
    arguments = small("--format", "cross", bots=("first=bots.py:first", "random"))
    tournament(*arguments)
    there = [each.replace("bots.py:first", f"agent:{agent}") for each in arguments]
    assert tournament(*there, "--results", "there", "--server", server).code == 0
    assert Path("cup", "games.jsonl").read_bytes() == Path("there", "games.jsonl").read_bytes()


def test_an_agent_that_does_not_act_is_late(tournament: Command, server: str) -> None:
    """By the clock of the server, in whole seconds."""
    name = f"absent-{os.urandom(4).hex()}"
    with scripted_agent(server, name):
        pass
    arguments = small("--server", server, "--clock", "0.5", deals=1, bots=(f"absent=agent:{name}",))
    assert tournament(*arguments).code == 0
    [game] = games()
    assert (game["result"], game["actions"]) == (None, [])
    assert game["failures"] == [{"kind": "late", "seat": 0, "step": 0, "what": "did not act in 1 seconds"}]
    assert tournament("cup", command="verify").code == 0


def test_a_server_that_does_not_know_an_agent_says_so(tournament: Command, server: str) -> None:
    """The cup goes on when it does."""
    ended = tournament(*small("--server", server, bots=("x=agent:never-heard-of",)))
    assert ended.code == 1
    assert "regicide-arena: the server fails at deal 0, lineup x x: " in ended.err
    assert "never-heard-of" in ended.err
