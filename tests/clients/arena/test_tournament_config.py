"""The configuration of a tournament: TOML files, members, defaults and messages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from regicide_arena.tournament.config import parse_config, read_toml, to_stored
from regicide_arena.tournament.errors import InvalidConfig
from regicide_arena.tournament.model import Tournament

ENTRANTS = {"a": "random", "b": "greedy", "c": "policy"}
REFUSED = {
    "deals = 0": "deals: invalid number of deals '0': expected 1 to 1000000",
    "deals = nan": "deals: invalid number of deals 'nan': expected 1 to 1000000",
    "deals = '7'": "deals: invalid value '7': expected a number",
    "format = 'swiss'": "format: invalid choice: 'swiss' (choose from team, cross, gauntlet)",
    "name = 7": "name: invalid value 7: expected a text",
    "name = ''": "name: expected 1 to 100 characters",
    "players = [5]": "players: invalid choice: 5 (choose from 1, 2, 3, 4)",
    "players = [2.0]": "players: Expected `int`, got `float`",
    "players = 2": "players: invalid list 2: expected at least one value in brackets",
    "players = []": "players: invalid list []: expected at least one value in brackets",
    "entrants = ['greedy']": "entrants: Expected `object`, got `array`",
    "entrants = {a = 1}": "entrants: Expected `str`, got `int`",
    "entrants = {}": "entrants: empty; expected --entrant",
    "entrants = {'a b' = 'random'}": "entrants: a b: A name has 1 to 40 of the characters",
    "entrants = {a = ''}": "entrants: a: expected a bot of 1 to 500 characters",
    "entrants = {a = 'agent:'}": "entrants: a: the agent's name is missing: expected agent:NAME.",
    "clock = nan": "clock: invalid number of seconds 'nan': expected 0.001 to 3600",
    "bank = -1": "bank: invalid number of seconds '-1': expected 0 to 3600",
    "newcomer = 'a'": "newcomer: Only the format gauntlet has a newcomer.",
    "format = 'gauntlet'": "newcomer: The format gauntlet needs a newcomer (--newcomer): expected one of a, b, c.",
    "mix = 'all'": "mix: The format team has no mixed lineups: choose the format cross or gauntlet.",
    "format = 'cross'\nmix = 'none'": "mix: The format cross needs mixed lineups: choose pairs or all.",
    "stop = 'decided'\nentrants = {a = 'random'}": "stop: 'decided' compares entrants: expected at least two.",
    "margin = 5\nentrants = {a = 'random'}": "margin: A margin compares entrants: expected at least two.",
    "error = 0.05": "error: invalid percentage '0.05': expected 0.1 to 20",
    "error = 21": "error: invalid percentage '21': expected 0.1 to 20",
    "margin = 0.05": "margin: invalid margin '0.05': expected 0.1 to 50 percentage points",
    "seed = 'a b'": "seed: ",
    "clok = 1": "clok: unknown member: did you mean 'clock'?",
    "entrant = 'random'": "entrant: unknown member: did you mean 'entrants'?",
    "bots = 1": "bots: unknown member: expected one of name, format, ",
}


def parsed(**members: Any) -> Tournament:
    """Parse a configuration with defaults for a name, a seed and three entrants."""
    return parse_config({"name": "test", "seed": "s", "entrants": ENTRANTS} | members)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file for a configuration."""
    return tmp_path / "file.toml"


@pytest.mark.parametrize(("text", "message"), REFUSED.items(), ids=REFUSED)
def test_invalid_members_are_refused(file: Path, text: str, message: str) -> None:
    """The message names the last of the lines, the member, and what it expects."""
    file.write_text(text)
    with pytest.raises(InvalidConfig) as refused:
        parse_config({"entrants": ENTRANTS} | read_toml(file), file)
    place = f"{file}, line {text.partition(message.partition(':')[0])[0].count(chr(10)) + 1}: "
    assert str(refused.value).removeprefix(place).startswith(message)


def test_every_fault_has_a_line(file: Path) -> None:
    """With the line of the member."""
    file.write_text("clok = 1\ndeals = 0\nerror = 50\n")
    with pytest.raises(InvalidConfig) as refused:
        read_toml(file)
    assert sorted(line.partition(": ")[0] for line in str(refused.value).splitlines()) == [
        f"{file}, line {number}" for number in (1, 2, 3)
    ]


@pytest.mark.parametrize(("missing", "message"), [("name", "name: missing"), ("entrants", "entrants: missing; expect")])
def test_a_tournament_has_a_name_and_entrants(missing: str, message: str) -> None:
    """Other members have defaults."""
    members = {"name": "test", "entrants": ENTRANTS}
    del members[missing]
    with pytest.raises(InvalidConfig, match=f"^{message}"):
        parse_config(members)


def test_error_and_margin_are_given_in_percent_and_stored_as_shares(file: Path) -> None:
    """The defaults are 5% and none."""
    file.write_text("error = 1\nmargin = 2.5")
    members = to_stored(parsed(**read_toml(file)))
    assert (members["error"], members["margin"]) == (0.01, 0.025)
    assert (parsed().error, parsed().goal.margin) == (0.05, None)


@pytest.mark.parametrize(
    "members",
    [{}, {"format": "cross", "stop": "decided", "deals": 2}, {"format": "gauntlet", "newcomer": "a", "margin": 0.03}],
)
def test_stored_tournaments_are_restored(members: dict[str, Any]) -> None:
    """`parse_config` is the inverse of `to_stored`."""
    assert parse_config(to_stored(parsed(**members))) == parsed(**members)


def test_the_default_seed_is_random() -> None:
    """It has 256 bits."""
    first, second = (parse_config({"name": "test", "entrants": ENTRANTS}).seed for _ in range(2))
    assert first != second
    assert len(first) == 64


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"deals = ", "invalid TOML in"),
        (b"\xff", "cannot read"),
        (b"deals = " + b"9" * 5000, "invalid TOML in"),
        (b"x = " + b"[" * 9999, "invalid TOML in"),
    ],
)
def test_an_unreadable_file_is_refused(file: Path, content: bytes, message: str) -> None:
    """The message names the file."""
    file.write_bytes(content)
    with pytest.raises(InvalidConfig, match=f"{message} {file}: "):
        read_toml(file)
