"""Arguments that the commands of `regicide` refuse."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from commands import run_command
from players import LOSING, SEED

import regicide

NOWHERE = "http://127.0.0.1:9"
REVIEWED = "regicide: invalid game {!r}: expected the id of a finished game"
REFUSED = {
    f"play --server {NOWHERE}": f"regicide: no response from {NOWHERE}: is a server running there?",
    "play --server nonsense": "invalid server URL 'nonsense': expected one like http://127.0.0.1:8000",
    "play --server ftp://127.0.0.1": "invalid server URL 'ftp://127.0.0.1': expected one like ",
    "play --server http://[": "invalid server URL 'http://[': expected one like ",
    "play --server 'http://a b'": "invalid server URL 'http://a b': expected one like ",
    "play --join nothing": "unknown-game: ",
    "play --solo --record /nope/x.json": "regicide: cannot save the record: the folder /nope does not exist",
    "play --solo --name ' Ana' --deal-seed 'with space'": "/seats/0/name: a name has no white space at its ends",
    "play --solo --players 2": "--solo means --players 1",
    "play --players 4 --bot greedy --bot random": "expected one for all 3 other seats",
    "play --solo --bot greedy": "a solo game has no other seats: remove --bot",
    "play --solo --open": "a solo game has no other seats: remove --open",
    "play --first-player 9": "argument --first-player: invalid choice: 9",
    "play --turn-seconds x": "argument --turn-seconds: invalid number of seconds 'x': expected 1 to 86400",
    "play --open --bot greedy": "not allowed with",
    "play --join a --game b": "not allowed with",
    "play --game a --players 2": "--players is for a new game",
    "play --join a --token-file b": "--token-file needs --game",
    "play --on-timeout forfeit": "--on-timeout needs --turn-seconds",
    "play --turn-seconds 9 --on-timeout greedy": "invalid value 'greedy': expected forfeit or bot:NAME",
    "play --game a --turn-seconds 9": "--turn-seconds is for a new game",
    "play --seat 1": "error: --seat needs --join or --game",
    "play --token-file b": "error: --token-file needs --game",
    "play --players 5": "invalid choice",
    "review record.json": "a record in a file is reviewed by regicide-arena review record.json",
    **{f"review -- {shlex.quote(game)}": REVIEWED.format(game) for game in ("", "no/such", "-", ".", "a b")},
    "study record.json": "the following arguments are required: --move",
    "study record.json --move x": "argument --move: invalid int value: 'x'",
    "study record.json --move 5": "expected 0 (the deal) to 4, the last one after which the game went on",
    "study record.json --move -1": "invalid move -1: expected 0 (the deal) to 4",
    "study record.json --move 1 --bot a --seat 2": "invalid seat 2: expected 0 to 1",
    "study record.json --move 1 --bot a --bot b": "invalid number of bots: expected 1 for the other seat",
    "study record.json --move 1 --bot no-such": "unknown bot no-such; this server has",
    "study record.json --move 1 --seat 1": "--seat needs --bot",
    "study '' --move 0": "regicide: invalid record '': expected a file, or the id of a finished game",
    "study nothing --move 0": "regicide: unknown-game: ",
    "verify-record nowhere.json": "regicide: cannot read nowhere.json: No such file or directory",
    "verify-record .": "regicide: cannot read .: Is a directory",
    "verify-record one.json other.json": "regicide verify-record: error: unrecognized arguments: other.json",
}
"""Arguments, with a part of the last line of the message."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the record of a lost game of two."""
    first = regicide.Position.new(SEED, 2)
    record = regicide.game_record(first, regicide.replay(first, map(regicide.Action.parse, LOSING)))
    (tmp_path / "record.json").write_text(json.dumps(record))
    return tmp_path


@pytest.mark.parametrize(("arguments", "message"), REFUSED.items(), ids=REFUSED)
def test_arguments_are_refused(environment: dict[str, str], folder: Path, arguments: str, message: str) -> None:
    """The exit code is 2; the only line on standard error has the reason, or the last one after the usage."""
    command, *more = shlex.split(arguments)
    code, out, err = run_command("regicide_terminal.cli", [command, *more], environment=environment, cwd=folder)
    assert (code, out) == (2, "")
    before, _, last = err.rstrip("\n").rpartition("\n")
    assert message in last
    assert before == "" or before.startswith(f"usage: regicide {command} ")


def test_an_unknown_game_is_a_failure(environment: dict[str, str]) -> None:
    """With a token, perhaps of a game that is gone: in the words of the server, with the exit code 1."""
    own = environment | {"REGICIDE_TOKEN": "token"}
    code, _, err = run_command("regicide_terminal.cli", ["play", "--game", "nothing"], environment=own)
    assert (code, err.count("\n"), "nothing" in err) == (1, 1, True)


def test_the_sections_of_the_rules_are_named(environment: dict[str, str]) -> None:
    """If another one is asked for."""
    own = environment | {"COLUMNS": "2000"}
    err = run_command("regicide_terminal.cli", ["rules", "nothing"], environment=own).err
    assert re.search(r"unknown section 'nothing': expected one of aim, .*, solo", err)
