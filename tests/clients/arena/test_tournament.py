"""`regicide-arena tournament` and `verify-tournament`, from the command line to the results files."""

from __future__ import annotations

import csv
import filecmp
import itertools
import json
import os
import re
import shutil
import socket
import sys
import time
import zlib
from base64 import urlsafe_b64decode
from collections.abc import Callable, Iterator
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import jsonschema_rs
import pyarrow.parquet
import pytest
from commands import Ended
from proxies import proxy, says
from results import games, standings, times
from sandboxes import require_isolation
from scripted import scripted_agent
from servers import reserved_port

import regicide
from regicide_arena.bots.loader import BotFactory
from regicide_arena.bots.view_types import View, seat_view
from regicide_arena.cli import main
from regicide_arena.runtime.isolation import Isolation
from regicide_arena.tournament.config import parse_config
from regicide_arena.tournament.games.game import Game, Histogram
from regicide_arena.tournament.games.seats import SeatedBots
from regicide_arena.tournament.model import Deal
from regicide_arena.tournament.schedule import commitment

BOTS = """
import time

def first(view):
    return view["legal_actions"][0]

def last(view):
    return view["legal_actions"][-1]

def recording(seed):
    with open("seeds.txt", "a") as file:  # isolated bots cannot make files beside the results folder
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

PROGRAM = """
import json, sys, time

place, pauses, log = int(sys.argv[1].partition("=")[2]), [*map(float, sys.argv[2:])], open("log", "a")
answers = {"hello": {"type": "greeting", "version": 1}, "new_game": {"type": "ready"}}
for line in sys.stdin:
    print(line, end="", file=log, flush=True)
    question = json.loads(line)
    if question["type"] == "choose":
        time.sleep(pauses.pop(0) if pauses else 0)
        answers["choose"] = {"type": "chosen", "action": question["view"]["legal_actions"][place]}
    if question["type"] in answers:
        print(json.dumps(answers[question["type"]]), flush=True)
"""
FAILURE = says("500 Internal Server Error", "application/problem+json", '{"code": "internal-error"}')


Command = Callable[..., Ended]

pytestmark = pytest.mark.usefixtures("bots")


@pytest.fixture
def play(run: Command) -> Command:
    """Runs the command `tournament` in an empty folder with the file of bots."""
    return partial(run, "tournament")


@pytest.fixture
def verify(run: Command, finished: Path) -> Command:
    """Runs the command `verify-tournament` beside a copy of the folder of a finished tournament."""
    shutil.copytree(finished, "tournament")
    return partial(run, "verify-tournament")


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The results folder of a finished tournament with some forfeited games."""
    folder = tmp_path_factory.mktemp("finished")
    (folder / "bots.py").write_text(BOTS)
    bots = (f"first={folder}/bots.py:first", f"raising={folder}/bots.py:raising")
    assert main(["tournament", *small("--results", str(folder / "results"), players="1 2", bots=bots)]) == 0
    return folder / "results"


def small(
    *more: str, deals: int = 2, players: str = "2", bots: tuple[str, ...] = ("bots.py:first", "bots.py:last")
) -> list[str]:
    """Return the arguments of a small tournament in this process."""
    entrants = [part for bot in bots for part in ("--entrant", bot)]
    fixed = ["--deals", str(deals), "--deal-seed", "open", "--workers", "0"]
    return [*entrants, "--players", *players.split(), *fixed, *more]


def actors(game: dict[str, Any]) -> Iterator[str]:
    """Yield the entrants that took the actions of a game, by the rules."""
    position = regicide.Position.new(game["seed"], game["players"], game["first_player"])
    for action in game["actions"]:
        yield game["lineup"][position.turn]
        position = regicide.apply(position, regicide.Action.parse(action))


def test_a_tournament_prints_tables_and_writes_files(play: Command) -> None:
    """Standard error names the results folder and the report. Times are in a file of their own."""
    ended = play(*small())
    assert (ended.code, ended.err) == (0, "results folder: tournament\nreport: tournament/report.html\n")
    assert ended.out.startswith("tournament: All deals were played.")
    assert {path.name for path in Path("tournament").iterdir()} == {
        "cup.json", "journal.jsonl", "games.jsonl", "games.csv", "games.parquet", "games.schema.json",
        "standings.json", "times.json", "report.html",
    }  # fmt: skip
    assert [(row["entrant"], row["players"]) for row in times()] == [("first", 2), ("last", 2)]
    assert "times" not in standings()


def test_every_lineup_plays_every_deal_once(finished: Path) -> None:
    """Games are ordered by lineup and deal."""
    found = [(game["lineup"], game["deal"]) for game in games(finished)]
    assert found == [([name] * players, deal) for players in (1, 2) for name in ("first", "raising") for deal in (0, 1)]


def test_games_fit_the_schema_in_the_results_folder(finished: Path) -> None:
    """It covers finished and forfeited games."""
    schema = json.loads((finished / "games.schema.json").read_text())
    jsonschema_rs.meta.validate(schema)
    for game in games(finished):
        jsonschema_rs.validate(schema, game)
    assert {game["result"] is None for game in games(finished)} == {True, False}


def test_all_files_have_the_same_games(finished: Path) -> None:
    """CSV and Parquet have the same rows."""
    rows = pyarrow.parquet.read_table(finished / "games.parquet").to_pylist()
    with (finished / "games.csv").open(newline="") as file:
        as_csv = [*csv.DictReader(file)]
    for game, row, texts in zip(games(finished), rows, as_csv, strict=True):
        assert row["actions"].split() == game["actions"]
        assert row["result"] == (game["result"] or {"outcome": "forfeited"})["outcome"]
        assert texts == {name: "" if value is None else str(value) for name, value in row.items()}


def changed(change: dict[str, Any]) -> str:
    """The games of the folder with a change of the first one."""
    return "\n".join(json.dumps(game | (change if place == 0 else {})) for place, game in enumerate(games()))


VERIFIED: dict[str, tuple[Callable[[], str], str]] = {
    **{
        f"a change of {next(iter(change))}": (partial(changed, change), f"line 1 is invalid: {message}")
        for change, message in (
            ({"seed": "x"}, "deal is "),
            ({"deal": 1}, "deal is "),
            ({"actions": []}, "result is "),
            ({"defeated": 12}, "defeated is 12, expected "),
            ({"actions": ["yield", "yield", "yield"]}, ""),
            ({"lineup": ["first", "first"]}, "2 seats, but players: 1"),
        )
    },
    **{
        f"the line {line}": (lambda line=line: line, "line 1 is invalid: not a game: ")  # type: ignore[misc]
        for line in ("import os", "[1]", "{}")
    },
    "a missing game": (
        lambda: Path("tournament", "games.jsonl").read_text().partition("\n")[2],
        "first did not play each of the deals 0 to 1 once\n",
    ),
    "no games of an entrant": (
        lambda: "\n".join(json.dumps(game) for game in games() if "first" not in game["lineup"]),
        "there are no games of first\n",
    ),
    "no games of the last deal": (
        lambda: "\n".join(json.dumps(game) for game in games() if game["deal"] == 0),
        "deals of first: 1, expected 2\n",
    ),
}


@pytest.mark.parametrize(("write", "message"), VERIFIED.values(), ids=VERIFIED)
def test_invalid_games_are_detected(verify: Command, write: Callable[[], str], message: str) -> None:
    """The message names the line and the reason, without a Python exception; every lineup has played every deal."""
    Path("tournament", "games.jsonl").write_text(write())
    ended = verify("tournament")
    assert (ended.code, "Error" in ended.err) == (1, False)
    assert ended.err.startswith(f"regicide-arena: {message}")


def test_games_are_verified(verify: Command) -> None:
    """The seed is read from the folder; a file alone has none, so that the deals are unchecked without one."""
    ended = verify("tournament")
    assert ended == (0, f"8 games of 4 lineups are valid; the commitment to the seed is {commitment('open')}\n", "")
    ended = verify("tournament/games.jsonl")
    assert ended.out == "8 games of 4 lineups are valid; the seed is unknown, so deals are unchecked\n"
    wrong = verify("tournament/games.jsonl", "--deal-seed", "other")
    assert wrong.err.startswith('regicide-arena: line 1 is invalid: deal is {"seed": "')


def test_changed_standings_are_detected(verify: Command) -> None:
    """All figures follow from the games; a folder without standings has none to check."""
    file = Path("tournament", "standings.json")
    whole = file.read_text()
    for name, member, value in (("comparisons", "better", "raising"), ("teams", "won", 9)):
        changed = json.loads(whole)
        changed[name][0][member] = value
        file.write_text(json.dumps(changed))
        ended = verify("tournament")
        assert (ended.code, ended.err.partition(": ")[2].partition(" is ")[0]) == (1, f"standings.json: row of {name}")
    file.write_text("[]")
    assert verify("tournament").err.startswith("regicide-arena: standings.json has no standings: ")
    file.unlink()
    assert verify("tournament").code == 0


def test_the_published_commitment_is_verified(verify: Command) -> None:
    """Another seed than the published one is refused; a file alone has no seed to compare."""
    assert verify("tournament", "--commitment", commitment("open").upper()).code == 0
    wrong = verify("tournament", "--commitment", commitment("other"))
    expected = f'commitment to the seed is "{commitment("open")}", expected "{commitment("other")}"'
    assert (wrong.code, wrong.err) == (1, f"regicide-arena: {expected}\n")
    unknown = verify("tournament/games.jsonl", "--commitment", commitment("open"))
    assert unknown.code == 2
    assert unknown.err.startswith("regicide-arena: the seed is unknown: give it with --deal-seed")


def test_the_record_of_a_game_is_printed(verify: Command) -> None:
    """The engine verifies it. A line that does not exist has none."""
    record = json.loads(verify("tournament", "--print-record", "5").out)
    assert [event["action"] for event in record["events"]] == games()[4]["actions"]
    assert regicide.verify_record(record)[-1].outcome
    assert verify("tournament", "--print-record", "9") == (2, "", "regicide-arena: line 9 does not exist\n")


def test_the_link_of_a_game_has_its_record(verify: Command) -> None:
    """The page of the server opens it; the names of the seats are those of the entrants."""
    link = verify("tournament", "--print-link", "5", "--server", "http://cards.example/").out.strip()
    before, packed = link.split("#/replay/")
    record = json.loads(zlib.decompress(urlsafe_b64decode(packed + "==")))
    assert (before, [seat["name"] for seat in record["seats"]]) == ("http://cards.example/", games()[4]["lineup"])
    assert [event["action"] for event in record["events"]] == games()[4]["actions"]


def test_the_link_of_a_forfeited_game_has_no_result(verify: Command) -> None:
    """Its record ends where the bot failed."""
    line, game = next((line, game) for line, game in enumerate(games(), 1) if game["result"] is None)
    packed = verify("tournament", "--print-link", str(line)).out.strip().partition("#/replay/")[2]
    record = json.loads(zlib.decompress(urlsafe_b64decode(packed + "==")))
    assert (record["result"], [event["action"] for event in record["events"]]) == (None, game["actions"])


def chosen(change: Callable[[dict[str, Any]], dict[str, Any]]) -> Path:
    """Write the games of the first lineup as chosen deals, each changed."""
    lines = [json.dumps(change(game)) for game in games() if game["lineup"] == ["first", "first"]]
    Path("chosen.jsonl").write_text("".join(f"{line}\n" for line in lines))
    return Path("chosen.jsonl")


@pytest.mark.costly
def test_chosen_deals_are_played_from_their_openings(play: Command, run: Command) -> None:
    """Players and number of deals follow from the file; each game begins with the actions, and is verified so."""
    play(*small())
    before = [game for game in games() if game["lineup"] == ["first", "first"]]
    file = chosen(lambda game: game | {"actions": game["actions"][:4]})
    entrants = ["--entrant", "bots.py:first", "--entrant", "bots.py:last", "--workers", "0", "--results", "again"]
    assert play(*entrants, "--chosen", file).code == 0
    assert [game["actions"] for game in games("again") if game["lineup"] == ["first", "first"]] == [
        game["actions"] for game in before
    ]
    others = [game for game in games("again") if game["lineup"] == ["last", "last"]]
    assert [(game["seed"], game["actions"][:4]) for game in others] == [
        (game["seed"], game["actions"][:4]) for game in before
    ]
    assert play(*entrants, "--chosen", file).code == 0  # resumes
    assert run("verify-tournament", "again").code == 0
    text = Path("again/games.jsonl").read_text()
    action = json.dumps(before[0]["actions"][0])
    Path("again/games.jsonl").write_text(text.replace(f'"actions":[{action}', '"actions":["yield"', 1))
    assert 'line 1 is invalid: opening is ["yield"' in run("verify-tournament", "again").err
    assert json.loads(Path("again/standings.json").read_text())["facts"]["deal_set"] == "chosen"


@pytest.mark.costly
def test_openings_are_the_same_on_a_server(play: Command, run: Command, server: str, agent: str) -> None:
    """For local bots and for agents, which did not take these actions and are not late with them."""
    play(*small())
    file = chosen(lambda game: game | {"actions": game["actions"][:4]})
    rules = ["--chosen", file, "--workers", "0", "--format", "cross", "--entrant", "random"]
    for results, bot, place in (("here", "bots.py:first", []), ("there", f"agent:{agent}", ["--server", server])):
        assert play("--entrant", f"first={bot}", *rules, "--results", results, *place).code == 0
    assert Path("here", "games.jsonl").read_bytes() == Path("there", "games.jsonl").read_bytes()
    assert run("verify-tournament", "there").code == 0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda game: game, "line 1: the game is over after these actions; expected its first ones"),
        (lambda game: game | {"actions": ["yield", "nonsense"]}, "line 1: MalformedAction"),
        (lambda _: {"players": 2}, "missing required field `seed`'); expected players, seed, first_player and actions"),
        (lambda game: {"players": game["deal"] + 1, "seed": "s"}, "deals"),
        (lambda _: [], "line 1: TypeError"),
    ],
)
def test_invalid_chosen_deals_are_refused(play: Command, change: Any, message: str) -> None:
    """The message names the line, or the numbers that differ."""
    play(*small(deals=3))
    file = chosen(change)
    with file.open("a") as lines:
        lines.write('{"players": 1, "seed": "another"}\n' if message == "deals" else "")
    ended = play("--entrant", "bots.py:first", "--chosen", file, "--results", "again")
    expected = "chosen: Deals by number of players: {1: 2, 2: 1, 3: 1}; expected" if message == "deals" else message
    assert (ended.code, expected in ended.err) == (2, True)


def test_an_unfinished_tournament_cannot_be_verified(play: Command, run: Command) -> None:
    """Its folder has no games yet."""
    play(*small("--commitment"))
    ended = run("verify-tournament", "tournament")
    assert ended == (2, "", "regicide-arena: tournament has no games.jsonl: the tournament is not over\n")


def test_results_do_not_depend_on_the_number_of_workers(play: Command) -> None:
    """All files but those with times have the same bytes."""
    first = play(*small("--name", "both", "--json", deals=12))
    second = play(*small("--name", "both", "--json", "--results", "other", deals=12), "--workers", "2")
    assert (second.code, second.out) == (0, first.out)
    same = [
        path.name for path in Path("other").iterdir() if filecmp.cmp(path, Path("tournament", path.name), shallow=False)
    ]
    reproducible = {"games.jsonl", "games.csv", "games.parquet", "games.schema.json", "standings.json"}
    assert {*same} >= reproducible
    assert {*same} <= reproducible | {"cup.json"}


def test_an_entrants_games_do_not_depend_on_the_others(play: Command) -> None:
    """A bot's seed consists of the deal, the seat and the entrant's name."""
    play(*small(bots=("random",)))
    play(*small("--results", "other", bots=("bots.py:first", "random")))
    assert games() == [game for game in games("other") if game["lineup"] == ["random", "random"]]


def test_each_seat_of_each_game_has_its_own_bot(play: Command) -> None:
    """It is created from a hash of the deal's seed, the seat and the entrant's name, which does not reveal the deal."""
    Path("seeds.txt").touch()
    play(*small(bots=("new=bots.py:recording",)))
    expected = {sha256(f"{game['seed']}/{seat}/new".encode()).hexdigest() for game in games() for seat in (0, 1)}
    assert {*Path("seeds.txt").read_text().split()} == expected


@pytest.mark.parametrize(
    ("bot", "kind", "what"),
    [
        ("raising", "error", "LookupError: no idea (bots.py, line "),
        ("illegal", "illegal", "NoLegalAction: 'AC+AD+AH+AS' is not one of the"),
        ("late", "late", "gave no answer in 0.05 seconds"),
    ],
)
@pytest.mark.parametrize("policy", ["forfeit", "random"])
def test_failures_are_counted(play: Command, bot: str, kind: str, what: str, policy: str) -> None:
    """The game is forfeited or continues with a random action, as configured."""
    play(*small("--on-failure", policy, "--clock", "0.05", deals=1, bots=(f"bots.py:{bot}",)))
    [game] = games()
    assert game["failures"][0]["kind"] == kind
    assert game["failures"][0]["what"].startswith(what)
    assert (game["result"] is None) == (policy == "forfeit")
    [row] = standings()["failures"]
    assert (row["entrant"], row["kind"], row["times"]) == (bot, kind, len(game["failures"]))


def test_a_bank_has_the_time_of_slow_actions(play: Command) -> None:
    """A program learns how much time it has: less after an action that takes longer than the clock."""
    Path("bot").write_text(f"#!{sys.executable}\n{PROGRAM}")
    Path("bot").chmod(0o755)
    Path("log").touch()
    rules = ("--clock", "1", "--bank", "60")
    assert play(*small(*rules, deals=1, players="1", bots=("slow=exec:./bot --place=-1 1.5",))).code == 0
    questions = map(json.loads, Path("log").read_text().splitlines())
    times = [each["seconds"] for each in questions if each["type"] == "choose"]
    assert (times[0], times == sorted(times, reverse=True), 1 < times[-1] <= times[1] <= 60.5) == (61, True, True)
    assert (games()[0]["failures"], standings()["facts"]["bank"]) == ([], 60)
    assert "1 s per action, and 60 s more for each seat in a game." in Path("tournament", "report.html").read_text()


@pytest.mark.costly
def test_a_bank_is_exhausted(play: Command) -> None:
    """That of each seat in each game. Then an action has the clock alone."""
    play(*small("--clock", "0.05", "--bank", "0.1", "--on-failure", "random", bots=("bots.py:late",)))
    for game, seat in itertools.product(games(), (0, 1)):
        found = [each["what"] for each in game["failures"] if each["seat"] == seat]
        assert found == [f"gave no answer in {number} seconds" for number in (0.15, *[0.05] * (len(found) - 1))]


@pytest.mark.costly
def test_a_bot_of_this_package_has_a_bank() -> None:
    """What exceeds it is late, although the bot is not interrupted. An error takes its time, too."""
    tournament = parse_config({"name": "own", "entrants": {"own": "random"}, "clock": 0.2, "bank": 1, "seed": "own"})
    times = iter([0.45, -0.8, 0.45])

    def slow(view: View) -> str:
        time.sleep(abs(duration := next(times)))
        return view["legal_actions"][0 if duration > 0 else -1000]

    game = Game.begin(("own",), 0, Deal("deal", 0))
    seated = SeatedBots(game, tournament, {"own": BotFactory("slow", slow)}, {}, {"own": Histogram()})
    view = seat_view(game.position(), 0)
    for _ in range(3):
        game.actions.append(seated.choose(0, view))
    assert [(each.step, each.kind.value) for each in game.failures] == [(1, "error"), (2, "late")]


@pytest.mark.costly
def test_bots_of_this_package_play_the_same_games_in_processes(play: Command) -> None:
    """A file that imports them makes them bots of others. The files of games have the same bytes."""
    locations = {"greedy": "greedy:choose", "policy": "planner:policy", "random": "uniform:random_bot"}
    for module, _, name in (each.partition(":") for each in locations.values()):
        Path(f"{module}.py").write_text(f"from regicide_arena.bots.{module} import {name}\n")
    arguments = partial(small, "--name", "same", "--format", "cross")
    play(*arguments(bots=(*locations,)))
    bots = tuple(f"{name}={each.replace(':', '.py:')}" for name, each in locations.items())
    assert play(*arguments("--results", "other", bots=bots)).code == 0
    for name in ("games.jsonl", "games.csv", "games.parquet"):
        assert filecmp.cmp(Path("tournament", name), Path("other", name), shallow=False), name
    assert {**standings(), "facts": None} == {**standings("other"), "facts": None}


def test_a_program_plays(play: Command, run: Command) -> None:
    """It is named relative to the folder of the configuration, and gets its arguments, but no seed of a deal."""
    Path("cups").mkdir()
    bots = 'program = "exec:./bot --place=-1"\nlast = "../bots.py:last"\n'
    Path("cups", "winter.toml").write_text(f"deals = 2\nplayers = [1, 2]\n[entrants]\n{bots}")
    Path("cups", "bot").write_text(f"#!{sys.executable}\n{PROGRAM}")
    Path("cups", "bot").chmod(0o755)
    assert play("cups/winter.toml", "--workers", "1").code == 0
    found = [game["actions"] for game in games("winter")]
    assert found[0:2] + found[4:6] == found[2:4] + found[6:8]
    assert run("verify-tournament", "winter").code == 0
    read, secrets = Path("cups", "log").read_text(), {standings("winter")["facts"]["seed"]}
    secrets |= {game["seed"] for game in games("winter")}
    assert ('"type":"over"' in read, [each for each in secrets if each in read]) == (True, [])


@pytest.mark.parametrize(
    ("bot", "message"),
    [
        ("exec:./nowhere", "exec:./nowhere cannot be started: No such file or directory"),
        ("bot=exec:'", 'invalid command in "exec:\'": No closing quotation'),
        ("exec:false", "exec:false ended its process: exit code 1"),
        ("exec:cat", "exec:cat wrote "),
        ("nowhere.py:first", "cannot read nowhere.py: No such file or directory"),
        ("bots.py:furst", "no function 'furst' in bots.py: expected first, "),
        ("rendom", "unknown bot 'rendom'"),
    ],
)
def test_a_bot_that_cannot_be_loaded_is_refused(play: Command, bot: str, message: str) -> None:
    """Before there is a results folder."""
    ended = play(*small(bots=("random", bot)))
    assert (ended.code, ended.err.partition(": ")[2][: len(message)]) == (2, message)
    assert not Path("tournament").exists()


def test_a_tournament_stops_when_it_is_decided(play: Command) -> None:
    """It ends with a block of deals."""
    ended = play(*small("--stop", "decided", "--error", "20", deals=1000, players="1", bots=("policy", "random")))
    found = standings()
    assert ended.out.startswith("tournament: Decided after ")
    assert 8 <= found["facts"]["deals"]["1"] < 1000
    assert [row["better"] for row in found["comparisons"]] == ["policy"]
    assert len(games()) == 2 * found["facts"]["deals"]["1"]


def test_a_decided_tournament_that_is_cut_is_detected(play: Command, run: Command) -> None:
    """The rule determines its last deal: the games of an earlier block are refused, with their standings, too."""
    decided = partial(small, "--stop", "decided", "--error", "20", players="1", bots=("policy", "random"))
    play(*decided(deals=1000))
    play(*decided("--results", "cut", deals=8))
    assert run("verify-tournament", "tournament").code == run("verify-tournament", "cut").code == 0
    for name in ("games.jsonl", "standings.json"):
        shutil.copy(Path("cut", name), "tournament")
    ended = run("verify-tournament", "tournament")
    assert (ended.code, ended.err) == (1, "regicide-arena: deals of policy: 8, expected 1000\n")


def test_arguments_override_the_file(play: Command) -> None:
    """The results folder has the name of the file; bots are relative to the file."""
    Path("winter.toml").write_text(
        'deals = 3\nplayers = [1]\nseed = "open"\n[entrants]\nmine = "bots.py:first"\nrandom = "random"\n'
    )
    assert play("winter.toml", "--deals", "1", "--workers", "0").code == 0
    assert [(game["lineup"], game["deal"]) for game in games("winter")] == [(["mine"], 0), (["random"], 0)]


def test_a_finished_tournament_is_printed_again(play: Command) -> None:
    """Its folder is enough; nothing is played."""
    first = play(*small())
    before = Path("tournament", "journal.jsonl").read_bytes()
    assert play("tournament", "--workers", "0") == first
    assert Path("tournament", "journal.jsonl").read_bytes() == before


def test_a_commitment_is_printed_before_the_tournament(play: Command) -> None:
    """The tournament then has the random seed that was committed to. Only its owner can read the file that has it."""
    arguments = [each for each in small() if each not in {"--deal-seed", "open"}]
    committed = play(*arguments, "--commitment").out.strip()
    assert Path("tournament", "cup.json").stat().st_mode & 0o777 == 0o600
    assert play(*arguments).code == 0
    facts = standings()["facts"]
    assert facts["commitment"] == committed == commitment(facts["seed"])
    assert facts["deal_set"] == "sealed"


@pytest.mark.parametrize(("seed", "warned"), [("spring-cup-2026", True), ("x" * 21, True), ("x" * 22, False)])
def test_a_commitment_to_a_seed_that_can_be_guessed_is_warned_about(play: Command, seed: str, warned: bool) -> None:
    """It has fewer than 22 characters; the result on standard output stays the commitment."""
    ended = play(*[seed if each == "open" else each for each in small()], "--commitment")
    assert (ended.code, ended.out) == (0, f"{commitment(seed)}\n")
    message = f"warning: a seed of {len(seed)} characters can be guessed from its commitment: expected 22 random "
    assert (ended.err.startswith(message), ended.err.count("\n")) == (warned, int(warned))


def test_a_folder_with_other_files_is_refused(play: Command) -> None:
    """It stays as it is."""
    Path("tournament").mkdir()
    Path("tournament", "letter.txt").touch()
    ended = play(*small())
    message = (
        "regicide-arena: tournament is not empty and holds no tournament; choose another folder with --results FOLDER\n"
    )
    assert ended == (2, "", message)
    assert [path.name for path in Path("tournament").iterdir()] == ["letter.txt"]


def test_a_missing_dask_is_reported(play: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message is one line and names the extra to install."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    ended = play(*[each for each in small() if each not in {"--workers", "0"}], "--scheduler", "tcp://x:1")
    assert (ended.code, ended.err.count("\n")) == (2, 1)
    assert "regicide-arena: tournament needs distributed, which is not installed; " in ended.err
    assert f"{sys.executable} -m pip install --editable '.[tournament,cluster]'" in ended.err


@pytest.fixture
def agent(server: str) -> Iterator[str]:
    """An agent on the server that always takes the first legal action."""
    with scripted_agent(server, f"tournament-{os.urandom(4).hex()}") as name:
        yield name


@pytest.fixture(scope="module")
def server(server_url: str) -> str:
    """The URL of a server."""
    return server_url


@pytest.mark.costly
@pytest.mark.parametrize("isolation", Isolation)
def test_games_on_a_server_are_the_same(play: Command, server: str, isolation: Isolation) -> None:
    """They have the same bytes as on the engine, also with bots in the sandbox, which have no network."""
    if isolation is Isolation.SANDBOX:
        require_isolation(isolation)
    arguments = small("--format", "cross", players="1 2", bots=("random", "bots.py:last"))
    play(*arguments)
    assert play(*arguments, "--results", "there", "--server", server, "--isolation", isolation).code == 0
    assert Path("tournament", "games.jsonl").read_bytes() == Path("there", "games.jsonl").read_bytes()


@pytest.mark.costly
def test_agents_play_the_same_games(play: Command, server: str, agent: str) -> None:
    """An agent takes its turns from its inbox, beside local bots."""
    arguments = small("--format", "cross", bots=("first=bots.py:first", "random"))
    play(*arguments)
    there = [each.replace("bots.py:first", f"agent:{agent}") for each in arguments]
    assert play(*there, "--results", "there", "--server", server).code == 0
    assert Path("tournament", "games.jsonl").read_bytes() == Path("there", "games.jsonl").read_bytes()


@pytest.mark.costly
def test_the_times_of_agents_are_in_the_results(play: Command, server: str, agent: str) -> None:
    """One for each of its actions, also in games that a local bot forfeits, but none for those of an opening."""
    play(*small())
    file = chosen(lambda game: game | {"actions": game["actions"][:1]})
    entrants = ["--entrant", f"first=agent:{agent}", "--entrant", "bots.py:raising", "--format", "cross"]
    assert play(*entrants, "--chosen", file, "--workers", "0", "--server", server, "--results", "there").code == 0
    forfeited = [game for game in games("there") if game["result"] is None]
    assert any("first" in [*actors(game)][1:] for game in forfeited)
    acted = [name for game in games("there") for name in [*actors(game)][1:]]
    assert {row["entrant"]: row["actions"] for row in times("there")}["first"] == acted.count("first")


@pytest.mark.costly
def test_the_owner_finds_the_games_of_a_tournament(
    play: Command, server: str, agent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the deal, with the lineup in the seats. All are over: a game that a local bot forfeits is given up."""
    owner = httpx.post(f"{server}/v1/games", json={"players": 1}).raise_for_status().json()["owner"]["token"]
    monkeypatch.setenv("REGICIDE_TOKEN", owner)
    entrants = ("bots.py:last", "bots.py:raising", f"remote=agent:{agent}")
    assert play(*small("--server", server, "--results", "Spring cup", "--format", "cross", bots=entrants)).code == 0
    query = {"headers": {"Authorization": f"Bearer {owner}"}, "params": {"label": "Spring-cup/2/1"}}
    items = httpx.get(f"{server}/v1/games", **query).raise_for_status().json()["items"]
    assert {item["status"] for item in items} == {"lost"}
    lineups = [[seat["agent"] or seat["name"] for seat in item["seats"]] for item in items]
    assert sorted(lineups) == sorted([*each] for each in itertools.product(["last", "raising", agent], repeat=2))


@pytest.mark.parametrize("token", ["agent", "two words", "0" * 20 + "~" + "x" * 32, "x" * 32])
def test_a_token_that_is_no_owners_is_an_error(
    play: Command, server: str, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the first game."""
    if token == "agent":
        body = {"name": f"agent-{os.urandom(4).hex()}"}
        token = httpx.post(f"{server}/v1/agents", json=body).raise_for_status().json()["token"]
    monkeypatch.setenv("REGICIDE_TOKEN", token)
    message = f"invalid token in REGICIDE_TOKEN: expected the token of an owner on {server}, or no variable"
    assert play(*small("--server", server)) == (2, "", f"regicide-arena: {message}\n")
    assert not Path("tournament").exists()


@pytest.mark.parametrize(
    ("seating", "fault"),
    [
        (None, "unknown agent 'AGENTx' on SERVER: did you mean 'AGENT'?"),
        ("nobody", "the agent 'AGENTx' on SERVER has the seating 'nobody': expected 'anyone'"),
        ("invited", "the agent 'AGENTx' on SERVER has the seating 'invited': expected 'anyone'"),
    ],
)
def test_an_agent_that_takes_no_seats_is_an_error(
    play: Command, server: str, agent: str, seating: str | None, fault: str
) -> None:
    """The message names the entrant, and the nearest agent for an unknown one; there is no results folder."""
    if seating:
        body = {"name": f"{agent}x", "seating": seating} | ({"invitation": "i" * 16} if seating == "invited" else {})
        httpx.post(f"{server}/v1/agents", json=body).raise_for_status()
    ended = play(*small("--server", server, bots=(f"x=agent:{agent}x",)))
    reason = fault.replace("AGENT", agent).replace("SERVER", server)
    assert ended == (2, "", f"regicide-arena: entrants.x: {reason}\n")
    assert not Path("tournament").exists()


def test_an_agent_that_never_came_is_warned_of(play: Command, run: Command, server: str) -> None:
    """Before the first game. Each of its turns is late; the server's clock counts whole seconds."""
    name = f"absent-{os.urandom(4).hex()}"
    httpx.post(f"{server}/v1/agents", json={"name": name}).raise_for_status()
    ended = play(*small("--server", server, "--clock", "0.5", deals=1, bots=(f"absent=agent:{name}",)))
    warning = f"the agent {name} of the entrant absent has never requested its turns: is its program running?"
    assert ended.err.splitlines()[0] == f"warning: {warning}"
    assert "warning: absent took no action in deal 0, lineup absent absent: did not act in 1 seconds" in ended.err
    [game] = games()
    assert (game["result"], game["actions"]) == (None, [])
    assert game["failures"] == [{"kind": "late", "seat": 0, "step": 0, "what": "did not act in 1 seconds"}]
    [row] = times()
    assert (row["entrant"], row["actions"], row["longest"] >= 1000) == ("absent", 1, True)
    assert run("verify-tournament", "tournament").code == 0


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        (("--bank", "5"), "bank: 5, but a server has a clock for each action alone: expected no bank with --server"),
        ((), "no response from URL: is a server running there? (ConnectError: [Errno 111] Connection refused)"),
    ],
)
def test_a_server_is_checked_at_once(play: Command, more: tuple[str, ...], reason: str) -> None:
    """Also whether it can have the rules. There is no results folder."""
    url = f"http://127.0.0.1:{reserved_port()}"
    assert play(*small("--server", url, *more)) == (2, "", f"regicide-arena: {reason.replace('URL', url)}\n")
    assert not Path("tournament").exists()


def test_a_server_that_fails_later_is_named(play: Command, server: str) -> None:
    """At any of the games, which are played at the same time. The folder of a tournament without a game is removed."""
    with proxy(server) as between:
        between.faults = [unchanged, *[FAILURE] * 999]
        ended = play(*small("--server", between.url, "--results", "new/results"), "--workers", "1")
    assert ended.code == 2
    named = rf"regicide-arena: the server {re.escape(between.url)} fails at deal \d, lineup first first: internal-error"
    assert re.search(named, ended.err)
    assert not Path("new").exists()


def test_a_server_that_fails_after_a_game_leaves_a_tournament_to_resume(play: Command, server: str) -> None:
    """The error has the command to resume it, with the server."""
    with proxy(server) as between:
        between.faults = [fails_after_a_game] * 999
        ended = play(*small("--results", "my cup", "--server", between.url))
    hint = f"to resume the tournament: regicide-arena tournament 'my cup' --workers 0 --server {between.url}"
    assert (ended.code, ended.err.splitlines()[-1]) == (2, hint)
    assert Path("my cup", "cup.json").exists()


def fails_after_a_game(answered: Callable[[], bytes], client: socket.socket) -> None:
    """Forwards the response, until the journal has a game."""
    journal = Path("my cup", "journal.jsonl")
    fault = FAILURE if journal.exists() and journal.stat().st_size else unchanged
    fault(answered, client)


def unchanged(answered: Callable[[], bytes], client: socket.socket) -> None:
    """Forwards the response."""
    client.sendall(answered())
