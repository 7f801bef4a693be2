"""Texts that do not have the form of a position are refused with the fault."""

import re

import pytest
from builders import edited, position

from regicide import MalformedPosition, Position

GOOD = position(hands="8D,9C / 2C", played="3S", discard="4D,5D", tavern="JD|6D,7D")

NO_CARDS = {
    "castle": ["1C", "JC,", ",JC", "JC/JD"],
    "played": ["3s", "3S,", "3S+", "+3S", "-3S", ","],
    "tavern": ["JD|6D;7D", "6D,,7D", "JD||6D", "|6D", "|", "JD,JH|6D"],
    "discard": ["4D,5D,", "4D+5D", "1D"],
    "hands": ["8D,9C/2C,", "8D,9C;2C", "8D+9C/2C", "8D,9C/X3"],
    "pools": ["8D;9C", "8D,9C,", "8D|9C", "8D+9C"],
}
NO_NUMBERS = ["", "x", "-1", "+1", "1.0", "1e1", "10000", "²", "٣", "0x1"]
FAULTS = [
    ("invalid card .*: expected AC, 2C … KS, X1 or X2$", NO_CARDS),
    ("8D is named twice", {"hands": ["8D,8D/2C"], "played": ["8D+8D"], "discard": ["4D,8D,8D"], "pools": ["8D,8D"]}),
    ("invalid {}={}: expected a number from 0 to 9999$", dict.fromkeys(["turn", "flips", "heals"], NO_NUMBERS)),
    ("invalid yielded=.*: expected a number from 0 to 9999$", {"yielded": ["x", "0,", ",0", "0/1", "-1", "0,x"]}),
    (
        "invalid phase '{1}': expected play, suffer, appoint, or over: ",
        {"phase": ["", "waiting", "PLAY", "won", "over:", "over:bored", "over:late", "play:", ":last-king"]},
    ),
    (
        "invalid phase '{1}': expected a reason with over, ",
        {"phase": ["over", "play:last-king", "suffer:cannot-cover-damage", "appoint:last-king"]},
    ),
    ("a seed is 1 to 128 printable ASCII characters", {"seed": ["", "a" * 129, "é", "\x7f"]}),
    ("missing fields: {}$", {name: [None] for name in ("phase", "turn", "castle", "hands", "seed")}),
]
"""Messages, with the texts of fields that they refuse: a name and a text may stand in them."""


@pytest.mark.parametrize(("message", "fields"), FAULTS, ids=[message for message, _ in FAULTS])
def test_a_field_is_out_of_form(message, fields):
    """The message has the field or the text, and what is expected."""
    for name, text in ((name, text) for name, texts in fields.items() for text in texts):
        with pytest.raises(MalformedPosition, match="^" + message.format(name, re.escape(text or ""))):
            Position.parse(edited(GOOD, **{name: text}))


def test_the_text_that_the_faults_are_put_into_is_good():
    """Each refusal is due to its one fault."""
    assert Position.parse(str(GOOD), validate=False) == GOOD


def test_all_fields_that_are_missing_are_named():
    """An empty text lacks the five that are required."""
    with pytest.raises(MalformedPosition, match=r"^missing fields: phase, turn, castle, hands, seed$"):
        Position.parse("")


def test_a_field_is_written_twice():
    """A duplicate field is refused even if both are the same."""
    for name in ("phase", "turn", "castle", "played", "tavern", "discard", "hands", "yielded", "flips"):
        [field] = [field for field in str(GOOD).split() if field.startswith(name + "=")]
        with pytest.raises(MalformedPosition, match=f"^the field {name} occurs twice$"):
            Position.parse(f"{GOOD} {field}")


def test_a_field_is_unknown():
    """An unknown or empty name is refused and quoted."""
    for extra, name in {"colour=red": "colour", "Turn=0": "Turn", "damage=3": "damage", "8D": "8D", "=8D": ""}.items():
        with pytest.raises(MalformedPosition, match=f"^unknown field '{name}': expected phase, "):
            Position.parse(f"{GOOD} {extra}")
