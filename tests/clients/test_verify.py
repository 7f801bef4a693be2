"""`regicide verify`: the record of a game holds, does not hold, or is none."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from players import LOSING, SEED, Player

import regicide
from regicide_api.app import create_app
from regicide_api.store import Store

PROGRAM = Path(sys.executable).parent / "regicide"
PAGE = (Path(__file__).parents[2] / "docs/fairness.md").read_text()

Said = tuple[int, str, str]


@pytest.fixture
def game() -> dict[str, Any]:
    """The record of a lost game of two, as the library makes it."""
    first = regicide.start(SEED, 2)
    return regicide.record(first, regicide.replay(first, map(regicide.parse_action, LOSING)))


@pytest.fixture
def verified(tmp_path: Path) -> Callable[[object], Said]:
    """What the command says of a file with this content."""

    def verify(content: object) -> Said:
        file = tmp_path / "record.json"
        file.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
        return said("record.json", cwd=tmp_path)

    return verify


def said(*arguments: str, stdin: bytes = b"", **options: Any) -> Said:
    """The exit code and the output of the command."""
    ended = subprocess.run(
        [PROGRAM, "verify", *arguments], input=stdin, capture_output=True, check=False, timeout=60, **options
    )
    return ended.returncode, ended.stdout.decode(), ended.stderr.decode()


def test_a_record_that_holds(game: dict[str, Any], verified: Callable[[object], Said]) -> None:
    """It is said in one line of players, actions, result and commitment."""
    code, out, err = verified(game)
    assert (code, err, out.count("\n")) == (0, "", 1)
    assert out.startswith("record.json: holds: 2 players, 5 actions, lost (cannot-cover-damage, 0 enemies defeated), ")
    assert out.endswith(f"commitment {game['commitment']}\n")


def test_the_servers_record_holds(valkey_url: str) -> None:
    """Its further members (id, seats, versions, times) are passed over; `-` is standard input."""
    player = Player(create_app(Store(valkey_url)).test_client())
    played = player.create(players=3)
    player.play_out(played)
    record = player.client.get(f"{played.path}/record").data
    code, out, _ = said("-", stdin=record)
    assert (code, out.partition(",")[0]) == (0, "standard input: holds: 3 players")


def test_a_game_that_is_not_over_can_be_verified(verified: Callable[[object], Said]) -> None:
    """As far as it goes."""
    code, out, _ = verified(regicide.record(regicide.start(SEED, 1), []))
    assert (code, ": holds: 1 player, 0 actions, not over, commitment " in out) == (0, True)


@pytest.mark.parametrize(
    ("path", "forged", "reason"),
    [
        (["seed"], "another", "the set-up: commitment is "),
        (["commitment"], "0" * 64, "the set-up: commitment is "),
        (["players"], 5, "the set-up: Regicide is for 1 to 4 players, not 5"),
        (["events", 2, "action"], "3C", "step 3: '3C' does not follow: not in the hand of the player to act: 3C"),
        (["events", 2, "action"], "nonsense", "step 3: 'nonsense' does not follow: "),
        (["events", 0, "seat"], 1, "step 1: seat is 1, and should be 0"),
        (["events", 1, "effects", 0, "cards"], [], "step 2: effects is "),
        (["events", 3, "position"], "", "step 4: position is ''"),
        (["result", "outcome"], "won", "the record: result is "),
    ],
)
def test_a_forged_record_does_not_hold(
    game: dict[str, Any], verified: Callable[[object], Said], path: list[Any], forged: object, reason: str
) -> None:
    """One line says which step does not follow, and why."""
    place: Any = game
    for member in path[:-1]:
        place = place[member]
    place[path[-1]] = forged
    code, out, err = verified(game)
    assert (code, err, out.count("\n")) == (1, "", 1)
    assert out.startswith(f"record.json: does not hold: {reason}")


def test_a_step_too_many_does_not_follow(game: dict[str, Any], verified: Callable[[object], Said]) -> None:
    """Nothing does, after the end."""
    game["events"].append(game["events"][-1])
    assert verified(game)[1] == "record.json: does not hold: step 6: 'yield' does not follow: the game is over\n"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "no JSON: Expecting value: line 1 column 1 (char 0)"),
        (b"\xff\xfe{}", "not in UTF-8: byte 0"),
        (b'{"seed": ', "no JSON: "),
        (b'{"players": NaN}', "no JSON: NaN is no number"),
        (b'{"players": 2, "players": 2}', "the member 'players' stands twice in one object"),
        (b'{"events": [{"seat": 0, "seat": 1}]}', "the member 'seat' stands twice in one object"),
        (b'{"players": ' + b"9" * 5000 + b"}", "it has a number with too many digits"),
        (b"[" * 200_000, "nested too deep"),
        (b'{"events": ' + b"[" * 900_000 + b"]" * 900_000 + b"}", "nested too deep"),
        (b"[1, 2]", "the content is no JSON object"),
        (b"{}", "the record: not in the form of a record (there is no 'seed')"),
        (b" " * (16 * 1024 * 1024 + 1), "larger than 16 MiB, which no record is"),
    ],
    ids=lambda value: repr(value[:20]),
)
def test_what_is_no_record_is_said_in_one_line(verified: Callable[[object], Said], content: bytes, reason: str) -> None:
    """On standard error."""
    code, out, err = verified(content)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"record.json: {reason}")


@pytest.mark.parametrize(
    ("member", "content"),
    [
        ("seed", 5),
        ("players", [2]),
        ("players", 2.0),
        ("first_player", None),
        ("events", None),
        ("events", {}),
        ("events", ["8D"]),
    ],
)
def test_a_member_of_another_type_is_no_record(
    game: dict[str, Any], verified: Callable[[object], Said], member: str, content: object
) -> None:
    """There is nothing to follow."""
    code, _, err = verified({**game, member: content})
    assert (code, err.startswith("record.json: the record: not in the form of a record (")) == (2, True)


@pytest.mark.parametrize("depth", range(900, 1010, 10))
def test_any_depth_of_nesting_gets_one_line(
    game: dict[str, Any], verified: Callable[[object], Said], depth: int
) -> None:
    """Whether reading or comparing comes to its limit first."""
    nested = json.dumps({**game, "result": "HERE"}).replace('"HERE"', "[" * depth + "]" * depth)
    code, out, err = verified(nested.encode())
    assert (code in {1, 2}, (out + err).count("\n")) == (True, 1)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    """It is said as the system says it."""
    assert said("nowhere.json", cwd=tmp_path) == (2, "", "nowhere.json: No such file or directory\n")
    assert said(".", cwd=tmp_path) == (2, "", ".: Is a directory\n")


def test_what_is_quoted_cannot_harm_the_terminal(game: dict[str, Any], verified: Callable[[object], Said]) -> None:
    """Neither by control characters and lone surrogates, nor by its length."""
    game["events"][0]["action"] = "\x1b[2J\n\ud800" + "A" * 100_000
    _, out, _ = verified(game)
    assert "\x1b" not in out
    assert (out.count("\n"), len(out) < 1100) == (1, True)


def test_a_terminal_that_knows_ascii_alone_is_enough(game: dict[str, Any], tmp_path: Path) -> None:
    """Other characters are written as escapes."""
    (tmp_path / "ñ.json").write_text(json.dumps(game))
    code, out, _ = said("ñ.json", cwd=tmp_path, env={"PYTHONIOENCODING": "ascii"})
    assert (code, out.partition(":")[0]) == (0, "\\xf1.json")


def test_the_page_on_fairness_shows_its_output(game: dict[str, Any], tmp_path: Path) -> None:
    """Of the record of one game, and of the same with another third action."""
    forged = json.loads(json.dumps(game))
    forged["events"][2]["action"] = "3C"
    (tmp_path / "record.json").write_text(json.dumps(game))
    (tmp_path / "forged.json").write_text(json.dumps(forged))
    shown = re.findall(r"^    \$ regicide verify (.*)\n    (.*\n)", PAGE, re.MULTILINE)
    assert [said(file, cwd=tmp_path)[1] for file, _ in shown] == [line for _, line in shown]
    assert len(shown) == 2
