"""Records, games and results folders from others: the commands refuse them in one line that says what is wrong.

`tests/clients/test_verify_record.py` has the records of `regicide verify-record`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from commands import Ended
from players import LOSING, SEED

import regicide
from regicide_arena.review.record import read_game
from regicide_arena.runtime.console import MAX_REFUSAL_CHARS
from regicide_arena.runtime.json_files import MAX_SIZE_BYTES, UnusableFile

ESCAPE = "\x1b[2J\r\nregicide-arena: all is well\u202e\ud800"
STEPS = regicide.replay(regicide.Position.new(SEED, 2), map(regicide.Action.parse, LOSING))
RECORD: dict[str, Any] = json.loads(json.dumps(regicide.game_record(regicide.Position.new(SEED, 2), STEPS)))
GAME: dict[str, Any] = {
    "players": 2,
    "seed": SEED,
    "first_player": 0,
    "deal": 0,
    "lineup": ["one", "other"],
    "actions": LOSING,
    "result": RECORD["result"],
    "defeated": 0,
    "failures": [],
}
CONFIG = {"name": "test", "seed": "open", "entrants": {"one": "random"}}
CUP: dict[str, Any] = {"cup": CONFIG, "codes": {}, "folder": "", "version": "1"}
WRONG: list[Any] = [None, 5, -1, 1.5, True, 10**30, "x", ESCAPE, [], {}, [None], [[]], [{}], [ESCAPE]]

Refusal = Callable[..., tuple[int, str]]


@pytest.fixture
def refusal(run: Callable[..., Ended], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Refusal:
    """The exit code and the only line of a command that refuses what a file or folder has."""
    monkeypatch.chdir(tmp_path)

    def refuse(command: str, name: str = "file.json") -> tuple[int, str]:
        code, out, err = run(command, name)
        assert (out, err.count("\n"), err.rstrip("\n").isprintable()) == ("", 1, True), err
        assert len(err) < 3 * MAX_REFUSAL_CHARS
        return code, err.removeprefix("regicide-arena: ")

    return refuse


def written(content: object) -> Callable[[Path], object]:
    """A function that writes a file."""
    text = content if isinstance(content, bytes) else json.dumps(content).encode()
    return lambda path: path.write_bytes(text)


def sparse(path: Path) -> None:
    """A file of 1 GiB without a line break."""
    with path.open("wb") as file:
        file.truncate(1 << 30)


def many_events(path: Path) -> None:
    """A record of a million events."""
    path.write_bytes(b'{"events":[' + b'{"type":"game-started"},' * 1_000_000 + b"{}]}")


FILES: dict[str, tuple[Callable[[Path], object], str]] = {
    "a line of 1 GiB": (sparse, "too large: expected at most 16 MiB"),
    "a device without end": (lambda path: path.symlink_to("/dev/zero"), "too large: expected at most 16 MiB"),
    "a pipe without a writer": (os.mkfifo, ""),
    "a folder": (Path.mkdir, ""),
    "another file": (lambda path: path.symlink_to("/etc/passwd"), "Expecting value"),
    "a million events": (many_events, "too large: expected at most 16 MiB"),
    "deep nesting": (written(b"[" * 100_000), "nested too deeply"),
    "deep nesting of objects": (written(b'{"events":' * 100_000), "nested too deeply"),
    "a huge integer": (written(b'{"players": ' + b"9" * 100_000 + b"}"), "Exceeds the limit"),
    "no number": (written(b'{"players": NaN}'), "NaN is not a number"),
    "infinity": (written(b'{"players": -Infinity}'), "-Infinity is not a number"),
    "duplicate members": (written(b'{"events": [], "events": []}'), "duplicate member in an object"),
    "invalid UTF-8": (written(b'{"events": "\xff"}'), "not in UTF-8: byte 12"),
    "control characters": (written(b'{"\x1b[2J": 1}'), "Invalid control character"),
    "nothing": (written(b""), ""),
}


READ_ALIKE = ("a line of 1 GiB", "a pipe without a writer", "deep nesting")
"""Files that show that a command reads as the others do."""


@pytest.mark.parametrize(
    ("command", "name"), [*(("review", name) for name in FILES), *product(("explain", "verify-tournament"), READ_ALIKE)]
)
def test_a_file_is_refused(refusal: Refusal, command: str, name: str) -> None:
    """The size is bounded before the file is read, and no pipe is waited for."""
    make, reason = FILES[name]
    make(Path("file.json"))
    code, line = refusal(command)
    assert code in {1, 2}
    assert reason in line


@pytest.mark.parametrize("name", READ_ALIKE)
@pytest.mark.parametrize("place", ["cup.json", "games.jsonl"])
def test_a_results_folder_is_refused(refusal: Refusal, place: str, name: str) -> None:
    """Its definition and its games are read in the same way."""
    Path("folder").mkdir()
    written(CUP)(Path("folder", "cup.json"))
    written(GAME)(Path("folder", "games.jsonl"))
    path = Path("folder", place)
    path.unlink()
    FILES[name][0](path)
    code, line = refusal("verify-tournament", "folder")
    assert code in {1, 2}
    assert FILES[name][1] in line


@pytest.mark.parametrize("seed", WRONG)
def test_the_seed_of_a_tournament_is_a_seed(refusal: Refusal, seed: object) -> None:
    """Any other value is refused, or is that of other deals."""
    Path("folder").mkdir()
    written(CUP | {"cup": CONFIG | {"seed": seed}})(Path("folder", "cup.json"))
    written(GAME)(Path("folder", "games.jsonl"))
    code, line = refusal("verify-tournament", "folder")
    assert (code, line.startswith("line 1 is invalid: deal is" if seed == "x" else "cannot read folder/cup.json")) == (
        1 if seed == "x" else 2,
        True,
    )


def places(value: object, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all parts of a JSON value; of a list, that of its first element."""
    yield path
    parts = value.items() if isinstance(value, dict) else enumerate(value[:1]) if isinstance(value, list) else ()
    for name, part in parts:
        yield from places(part, (*path, name))


def changed(value: Any, path: tuple[Any, ...], other: object) -> Any:
    """A copy of a JSON value with another part at a path."""
    if not path:
        return other
    copy = value.copy()
    copy[path[0]] = changed(copy[path[0]], path[1:], other)
    return copy


def test_a_part_of_a_game_has_another_type(
    run: Callable[..., Ended], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game is valid or refused in one printable line, whatever the part is."""
    monkeypatch.chdir(tmp_path)
    for path, other in product(places(GAME), WRONG):
        written(changed(GAME, path, other))(tmp_path / "file.json")
        code, out, err = run("verify-tournament", "file.json")
        assert (code, err) == (0, "") if out else (code, err.count("\n")) == (1, 1), (path, other)
        assert (out + err).replace("\n", "").isprintable()


def test_a_part_of_a_record_has_another_type(tmp_path: Path) -> None:
    """The record is read or refused, whatever the part is; no other error is raised."""
    file = tmp_path / "file.json"
    for path, other in product(places(RECORD), WRONG):
        written(changed(RECORD, path, other))(file)
        with suppress(UnusableFile):
            assert read_game(str(file)).outcome


@pytest.mark.parametrize("command", ["review", "explain", "verify-tournament"])
def test_the_name_of_a_file_stays_on_its_line(refusal: Refusal, command: str) -> None:
    """Its control characters are escaped."""
    name = ESCAPE.replace("\ud800", "").replace("/", "")
    Path(name).write_text("{}")
    assert refusal(command, name)[0] in {1, 2}


def test_the_name_of_an_entrant_stays_on_its_line(refusal: Refusal) -> None:
    """A missing deal is told in one line of bounded length."""
    written(GAME | {"deal": 7, "lineup": [ESCAPE, "x" * 1_000_000]})(Path("file.json"))
    code, line = refusal("verify-tournament")
    assert (code, line.startswith("\\x1b[2J\\r\\nregicide-arena: all is well\\u202e\\ud800 x")) == (1, True)


def test_a_line_may_be_as_long_as_the_limit(refusal: Refusal) -> None:
    """A longer one is refused, not cut."""
    for length, reason in ((MAX_SIZE_BYTES, "Expecting value"), (MAX_SIZE_BYTES + 1, "too large")):
        written(b" " * length)(Path("file.json"))
        assert reason in refusal("review")[1]
