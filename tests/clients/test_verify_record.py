"""`regicide verify-record`: a record holds, does not hold, or the file is not a record."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from commands import closed_early, run_command
from players import LOSING, SEED, Player
from records import NONCE

import regicide
from regicide_api.app import create_app
from regicide_api.storage.game_store import Store

ROOT = Path(__file__).parents[2]
PAGES = "\n".join(file.read_text() for file in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))])

Output = tuple[int, str, str]


@pytest.fixture
def game() -> dict[str, Any]:
    """The record of a lost game of two, as the library makes it."""
    first = regicide.Position.new(SEED, 2)
    return regicide.game_record(first, regicide.replay(first, map(regicide.Action.parse, LOSING)))


@pytest.fixture
def verified(tmp_path: Path) -> Callable[[object], Output]:
    """The output of the command for a file with this content."""

    def verify_content(content: object) -> Output:
        file = tmp_path / "record.json"
        file.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
        return run_verify("record.json", cwd=tmp_path)

    return verify_content


def run_verify(*arguments: str, stdin: bytes = b"", **options: Any) -> Output:
    """The exit code and the output of the command."""
    return run_command("regicide_terminal.cli", ["verify-record", *arguments], stdin=stdin, **options)


def test_a_record_that_holds(game: dict[str, Any], verified: Callable[[object], Output]) -> None:
    """One line has players, actions, result and commitment."""
    code, out, err = verified(game)
    assert (code, err, out.count("\n")) == (0, "", 1)
    assert out.startswith("record.json: holds: 2 players, 5 actions, lost (cannot-cover-damage, 0 enemies defeated), ")
    assert out.endswith(f"commitment {game['commitment']}\n")


def test_a_record_with_a_nonce_holds(verified: Callable[[object], Output]) -> None:
    """Its commitment is salted."""
    salted = regicide.game_record(regicide.Position.new(SEED, 1), [], nonce=NONCE)
    line = f"record.json: holds: 1 player, 0 actions, not over, commitment {salted['commitment']}\n"
    assert verified(salted) == (0, line, "")
    broken = (1, "record.json: does not hold: the set-up: invalid nonce: expected 32 hexadecimal characters\n", "")
    assert verified(salted | {"nonce": NONCE[:-1]}) == broken


def test_the_record_of_a_game_that_began_at_a_position_holds(verified: Callable[[object], Output]) -> None:
    """It has no commitment, and the line says so."""
    begun = regicide.game_record(regicide.Position.new(SEED, 1), [], dealt=False)
    line = "record.json: holds: 1 player, 0 actions, not over, begun at a position: there is no commitment\n"
    assert verified(begun) == (0, line, "")


def test_the_servers_record_holds(valkey_url: str) -> None:
    """Its further members (id, seats, versions, times) are ignored; `-` is standard input."""
    player = Player(create_app(Store(valkey_url)).test_client())
    played = player.create(players=3)
    player.play_out(played)
    record = player.client.get(f"{played.path}/record").data
    code, out, _ = run_verify("-", stdin=record)
    assert (code, out.partition(",")[0]) == (0, "standard input: holds: 3 players")


@pytest.mark.parametrize(
    ("path", "forged", "reason"),
    [
        (["seed"], "another", "the set-up: commitment is "),
        (["events", 2, "action"], "3C", "step 3: '3C' does not follow: not in the hand of the player to act: 3C"),
        (["events", 1, "effects", 0, "cards"], [], 'step 2: effects[0].cards is [], expected ["'),
        (["result", "outcome"], "won", 'the record: result.outcome is "won", expected "lost"'),
    ],
)
def test_a_forged_record_does_not_hold(
    game: dict[str, Any], verified: Callable[[object], Output], path: list[Any], forged: object, reason: str
) -> None:
    """One line names the first wrong step and the reason."""
    place: Any = game
    for member in path[:-1]:
        place = place[member]
    place[path[-1]] = forged
    code, out, err = verified(game)
    assert (code, err, out.count("\n")) == (1, "", 1)
    assert out.startswith(f"record.json: does not hold: {reason}")


def as_lines(*objects: object) -> bytes:
    """JSON Lines."""
    return b"".join(json.dumps(each).encode() + b"\n" for each in objects)


def test_the_records_of_a_file_of_lines_hold(game: dict[str, Any], verified: Callable[[object], Output]) -> None:
    """Records themselves, or lines of the server's records; the number of records is all that is printed."""
    wrapped = {"cursor": "x", "id": "y", "label": None, "record": game, "problem": None}
    assert verified(as_lines(game, wrapped, game) + b"\n\n") == (0, "record.json: 3 of 3 records hold\n", "")
    assert verified(as_lines(wrapped))[1].startswith("record.json: holds: 2 players")


def test_each_line_that_does_not_hold_is_named(game: dict[str, Any], verified: Callable[[object], Output]) -> None:
    """Those without a record, too; one that does not hold decides on the exit code."""
    problem = {"id": "y", "record": None, "problem": {"detail": "the store is down"}}
    code, out, err = verified(as_lines(game, game | {"seed": "another"}, problem, [], game))
    assert code == 1
    assert out.startswith("record.json:2: does not hold: the set-up: commitment is ")
    assert out.endswith("\nrecord.json: 2 of 5 records hold\n")
    assert err.splitlines() == [
        "record.json:3: there is no record: the store is down",
        "record.json:4: invalid content: expected a JSON object",
    ]
    assert verified(as_lines(game, problem))[0] == 2


def test_a_record_on_several_lines_is_one(game: dict[str, Any], verified: Callable[[object], Output]) -> None:
    """As editors and `jq` write it."""
    assert verified(json.dumps(game, indent=1).encode())[1].startswith("record.json: holds: 2 players")


def test_the_lines_of_the_server_hold(valkey_url: str) -> None:
    """From the records of an owner, by standard input."""
    player = Player(create_app(Store(valkey_url)).test_client())
    wish = {"players": 2, "seed": SEED, "actions": [*LOSING[:-1]]}
    content = player.post("/v1/games/batch", {"games": [wish] * 3}).json
    for created in content["games"]:
        token = created["seats"][0]["token"]
        body = {"version": created["game"]["version"], "action": LOSING[-1]}
        assert player.post(f"/v1/games/{created['game']['id']}/actions", body, token).status_code == 200
    lines = player.get("/v1/records", content["owner"]["token"], Accept="application/jsonl").data
    assert run_verify("-", stdin=lines) == (0, "standard input: 3 of 3 records hold\n", "")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"\xff\xfe{}", "not in UTF-8: byte 0"),
        (b'{"seed": ', "invalid JSON: "),
        (b'{"players": NaN}', "invalid JSON: NaN is not a number"),
        (b'{"players": 2, "players": 2}', "duplicate member 'players' in an object"),
        (b'{"events": [{"seat": 0, "seat": 1}]}', "duplicate member 'seat' in an object"),
        (b'{"players": ' + b"9" * 5000 + b"}", "a number has too many digits"),
        (b"[" * 200_000, "nested too deeply"),
        (b'{"events": ' + b"[" * 900_000 + b"]" * 900_000 + b"}", "nested too deeply"),
        (b"[1, 2]", "invalid content: expected a JSON object"),
        (b"{}", "the record: malformed record (there is no 'seed')"),
        (b" " * (16 * 1024 * 1024 + 1), "too large: expected at most 16 MiB"),
    ],
    ids=lambda value: repr(value[:20]),
)
def test_a_file_that_is_not_a_record_is_reported_in_one_line(
    verified: Callable[[object], Output], content: bytes, reason: str
) -> None:
    """On standard error."""
    code, out, err = verified(content)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"record.json: {reason}")


def test_any_depth_of_nesting_gets_one_line(game: dict[str, Any], verified: Callable[[object], Output]) -> None:
    """The limit of the parser or that of the comparison applies."""
    for depth in range(900, 1010, 10):
        nested = json.dumps({**game, "result": "HERE"}).replace('"HERE"', "[" * depth + "]" * depth)
        code, out, err = verified(nested.encode())
        assert (code in {1, 2}, (out + err).count("\n")) == (True, 1)


def test_quoted_text_is_sanitized(game: dict[str, Any], verified: Callable[[object], Output]) -> None:
    """Control characters, lone surrogates, and its length."""
    game["events"][0]["action"] = "\x1b[2J\n\ud800" + "A" * 100_000
    _, out, _ = verified(game)
    assert "\x1b" not in out
    assert (out.count("\n"), len(out) < 1100) == (1, True)


def test_an_ascii_terminal_is_enough(game: dict[str, Any], tmp_path: Path) -> None:
    """Other characters are written as escapes."""
    (tmp_path / "ñ.json").write_text(json.dumps(game))
    code, out, _ = run_verify("ñ.json", cwd=tmp_path, environment={"PYTHONIOENCODING": "ascii"})
    assert (code, out.partition(":")[0]) == (0, "\\xf1.json")


def test_the_pages_show_the_output(game: dict[str, Any], tmp_path: Path) -> None:
    """README and docs, for the record of a game and for the same with another third action."""
    forged = json.loads(json.dumps(game))
    forged["events"][2]["action"] = "3C"
    (tmp_path / "record.json").write_text(json.dumps(game))
    (tmp_path / "forged.json").write_text(json.dumps(forged))
    shown = re.findall(r"^    \$ regicide verify-record (.*)\n    (.*\n)", PAGES, re.MULTILINE)
    assert [run_verify(file, cwd=tmp_path)[1] for file, _ in shown] == [line for _, line in shown]
    assert "forged.json" in {file for file, _ in shown}


def test_the_given_actions_are_named(valkey_url: str, verified: Callable[[object], Output]) -> None:
    """A game that was played from its deal is another one: a number of them that is too large does not hold."""
    player = Player(create_app(Store(valkey_url)).test_client())
    played = player.create(seed=SEED, actions=[*LOSING[:3]])
    for action in LOSING[3:]:
        player.act(played, action)
    record: dict[str, Any] = player.client.get(f"{played.path}/record").json
    later = record["events"][3] | {"at": "2036-01-01T00:00:00.000Z"}
    assert "5 actions, the first 3 of them given by the creator, lost" in verified(record)[1]
    more = verified(record | {"given_actions": 4, "created_at": "2026-01-01T00:00:00.000Z"})[1]
    assert more.startswith("record.json: does not hold: step 1: a given action")
    more = verified(record | {"given_actions": 4, "events": [*record["events"][:3], later, *record["events"][4:]]})[1]
    assert more == "record.json: does not hold: step 4: a given action, but not of the creation: given_actions is 4\n"
    dealt = verified(record | {"beginning": "deal"})[1]
    assert dealt.endswith('does not hold: the set-up: beginning is "deal", but given_actions is 3\n')
    assert "given_actions: expected 0 to 5, the number of actions" in verified(record | {"given_actions": 6})[2]


def test_an_empty_file_has_no_records(verified: Callable[[object], Output]) -> None:
    """As the server's lines before any game is over."""
    assert verified(b"") == (0, "record.json: 0 of 0 records hold\n", "")
    assert verified(b"\n \n") == (0, "record.json: 0 of 0 records hold\n", "")


def test_a_pipe_that_closes_early_ends_the_command(game: dict[str, Any], tmp_path: Path) -> None:
    """Quietly, with the exit code 1."""
    file = tmp_path / "record.json"
    file.write_text(json.dumps(game))
    assert closed_early("regicide_terminal.cli", ["verify-record", file], os.environ, tmp_path) == (1, "")


def test_a_pipe_without_a_writer_has_no_record(tmp_path: Path) -> None:
    """The command does not wait for one."""
    os.mkfifo(tmp_path / "record.json")
    assert run_verify("record.json", cwd=tmp_path) == (0, "record.json: 0 of 0 records hold\n", "")


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda path: path.symlink_to("/dev/zero"), "record.json: too large: expected at most 16 MiB\n"),
        (lambda path: path.mkdir(), "regicide: cannot read record.json: Is a directory\n"),
    ],
    ids=["a device without end", "a folder"],
)
def test_what_is_no_file_has_no_record(tmp_path: Path, make: Callable[[Path], object], reason: str) -> None:
    """One line says why."""
    make(tmp_path / "record.json")
    assert run_verify("record.json", cwd=tmp_path) == (2, "", reason)
