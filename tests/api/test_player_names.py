"""The names that the server accepts are those of the published pattern."""

from __future__ import annotations

import json
import re
import subprocess

import pytest
from players import Player
from published import document

from regicide_api.domain import player_name

PATTERN = document()["components"]["schemas"]["TakeSeatRequest"]["properties"]["name"]["pattern"]
BASIC_PLANE = [chr(code) for code in range(0x10000) if not 0xD800 <= code < 0xE000]
OTHER_PLANES = [chr(code) for code in range(0x10000, 0x110000, 61)]
IN_CONTEXT = set("\u200c\u200d\ufe0e\ufe0f")
"""Characters that are valid in some words only, which the pattern does not state."""

MATCHING = """
const pattern = new RegExp(process.argv[1], process.argv[2]);
const codes = [...Array(0x10000).keys()].filter((code) => code < 0xd800 || code >= 0xe000);
console.log(JSON.stringify(codes.filter((code) => pattern.test(`x${String.fromCodePoint(code)}x`))));
"""


def is_accepted(name: str) -> bool:
    """Whether the server accepts a name."""
    return player_name.validate(player_name.normalize(name)) is None


def matches(name: str) -> bool:
    """Whether a name matches the published pattern."""
    return re.search(PATTERN.replace("$", r"\Z"), name) is not None


def test_the_pattern_accepts_what_the_server_accepts() -> None:
    """Each character of the basic plane, in a name."""
    differing = {c for c in BASIC_PLANE if matches(f"x{c}x") != is_accepted(f"x{c}x")}
    assert differing == IN_CONTEXT


def test_the_pattern_rejects_nothing_that_the_server_accepts() -> None:
    """Neither alone nor in a name, in all planes."""
    names = [name for c in BASIC_PLANE[::7] + OTHER_PLANES for name in (c, f"x{c}x")]
    assert not [name for name in names if is_accepted(name) and not matches(name)]


@pytest.mark.parametrize("flags", ["", "u"])
def test_the_pattern_is_the_same_in_ecmascript(flags: str) -> None:
    """The language of patterns in JSON Schema, with and without the flag for Unicode."""
    run = subprocess.run(["node", "-e", MATCHING, PATTERN, flags], capture_output=True, check=True)
    assert set(map(chr, json.loads(run.stdout))) == {c for c in BASIC_PLANE if matches(f"x{c}x")}


@pytest.mark.parametrize("character", ["\ufffc", "\U00016fe4", "\u2065", "\U00013441", "\U0001343f"], ids=ascii)
def test_a_character_without_a_form_is_invalid(character: str) -> None:
    """Fillers and blanks, whatever their category."""
    assert not is_accepted(f"x{character}x")


def test_a_replacement_character_is_visible() -> None:
    """U+FFFD."""
    assert is_accepted("\ufffd")


def test_a_player_may_have_no_name(player: Player) -> None:
    """A new game's seat, and one that is taken: clients show a name in the language of their user."""
    game = player.create(2, seats=[{"name": None}, {"open": True}])
    assert player.post(f"{game.path}/seats/1", {"name": None}).status_code == 201
    assert [seat["name"] for seat in player.get_view(game)["seats"]] == [None, None]
    events = player.events(game)
    assert [(event["type"], event["name"]) for event in events] == [("seat-taken", None)]
    assert player.get_view(game)["status"] == "active"
