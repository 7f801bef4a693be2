"""The configuration of a tournament: TOML files, members, defaults and messages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from regicide_arena.tournament.config import from_stored, parse_config, read_toml, to_stored
from regicide_arena.tournament.errors import InvalidConfig
from regicide_arena.tournament.model import Tournament

ENTRANTS = {"a": "random", "b": "greedy", "c": "policy"}


def parsed(**members: Any) -> Tournament:
    """Parse a configuration with defaults for a name, a seed and three entrants."""
    return parse_config({"name": "test", "seed": "s", "entrants": ENTRANTS} | members)


@pytest.mark.parametrize(
    ("members", "message"),
    [
        ({"deals": 0}, "deals: Must be greater than or equal to 1 and less than or equal to 1000000."),
        ({"deals": "7"}, "deals: Not a valid integer."),
        ({"format": "swiss"}, "format: Must be one of: team, cross, gauntlet."),
        ({"players": [5]}, "players.0: Must be greater than or equal to 1 and less than or equal to 4."),
        ({"players": 2}, "players: Not a valid list."),
        ({"players": []}, "players: Give at least one number of players."),
        ({"entrants": ["greedy"]}, "entrants: Not a valid mapping type."),
        ({"entrants": {"a": 1}}, "entrants.a: Not a valid string."),
        ({"clock": float("nan")}, "clock: "),
        ({"bank": -1}, "bank: Must be greater than or equal to 0 and less than or equal to "),
        ({"entrants": {}}, "entrants: empty; expected --entrant"),
        ({"entrants": {"a b": "random"}}, "entrants.a b: A name has 1 to 40 of the characters"),
        ({"entrants": {"a": "agent:"}}, "entrants: a: the agent's name is missing: expected agent:NAME."),
        ({"newcomer": "a"}, "newcomer: Only the format gauntlet has a newcomer."),
        (
            {"format": "gauntlet"},
            "newcomer: The format gauntlet needs a newcomer (--newcomer): ",
        ),
        ({"mix": "all"}, "mix: The format team has no mixed lineups: choose the format cross or gauntlet."),
        ({"format": "cross", "mix": "none"}, "mix: The format cross needs mixed lineups: choose pairs or all."),
        ({"entrants": {"a": "random"}, "stop": "decided"}, "stop: 'decided' compares entrants: expected at least two."),
        ({"error": 0.05}, "error: invalid percentage: expected 0.1 to 20 percent"),
        ({"error": 21}, "error: invalid percentage: expected 0.1 to 20 percent"),
        ({"margin": 0.05}, "margin: invalid margin: expected 0.1 to 50 percentage points"),
        ({"entrants": {"a": "random"}, "margin": 5}, "margin: A margin compares entrants: expected at least two."),
        ({"seed": "a b"}, "seed: "),
        ({"clok": 1}, "clok: unknown member: did you mean 'clock'?"),
        ({"bots": 1}, "bots: unknown member: expected one of name, format, "),
    ],
)
def test_invalid_members_are_refused(members: dict[str, Any], message: str) -> None:
    """The message names the member and what it expects."""
    with pytest.raises(InvalidConfig) as refused:
        parsed(**members)
    assert str(refused.value).startswith(message)


def test_a_stored_tournament_without_a_name_is_refused() -> None:
    """As one without entrants."""
    with pytest.raises(InvalidConfig, match=r"^name: Missing"):
        from_stored({"seed": "s", "entrants": ENTRANTS})


def test_error_and_margin_are_given_in_percent_and_stored_as_shares() -> None:
    """The defaults are 5% and none."""
    assert parsed().error == parsed(error=5).error == 0.05
    assert (to_stored(parsed(error=1))["error"], to_stored(parsed(margin=2.5))["margin"]) == (0.01, 0.025)
    assert parsed().goal.margin is None


@pytest.mark.parametrize(
    "members", [{}, {"format": "cross", "stop": "decided"}, {"format": "gauntlet", "newcomer": "a", "margin": 3}]
)
def test_stored_tournaments_are_restored(members: dict[str, Any]) -> None:
    """`from_stored` is the inverse of `to_stored`."""
    assert from_stored(to_stored(parsed(**members))) == parsed(**members)


def test_the_default_seed_is_random() -> None:
    """It has 256 bits."""
    first, second = (parse_config({"name": "test", "entrants": ENTRANTS}).seed for _ in range(2))
    assert first != second
    assert len(first) == 64


@pytest.mark.parametrize(("content", "message"), [(b"deals = ", "invalid TOML in"), (b"\xff", "cannot read")])
def test_an_unreadable_file_is_refused(tmp_path: Path, content: bytes, message: str) -> None:
    """The message names the file."""
    file = tmp_path / "bad.toml"
    file.write_bytes(content)
    with pytest.raises(InvalidConfig, match=f"{message} {file}: "):
        read_toml(file)
