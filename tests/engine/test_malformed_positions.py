"""Texts that do not have the form of a position are refused with the fault."""

import pytest
from builders import edited, position

from regicide import MalformedPosition, Position

GOOD = position(hands="8D,9C / 2C", played="3S", discard="4D,5D", tavern="JD|6D,7D")


def test_the_text_that_the_faults_are_put_into_is_good():
    """Each refusal below is due to its one fault."""
    assert Position.parse(str(GOOD), validate=False) == GOOD


@pytest.mark.parametrize("name", ["phase", "turn", "castle", "hands", "seed"])
def test_a_field_is_missing(name):
    """Phase, turn, castle, hands and seed are required."""
    with pytest.raises(MalformedPosition, match=f"^missing fields: {name}$"):
        Position.parse(edited(GOOD, **{name: None}))


def test_all_fields_that_are_missing_are_named():
    """An empty text lacks all five."""
    with pytest.raises(MalformedPosition, match=r"^missing fields: phase, turn, castle, hands, seed$"):
        Position.parse("")


@pytest.mark.parametrize(
    "name", ["phase", "turn", "castle", "played", "tavern", "discard", "hands", "yielded", "flips"]
)
def test_a_field_is_written_twice(name):
    """A duplicate field is refused even if both are the same."""
    [field] = [field for field in str(GOOD).split() if field.startswith(name + "=")]
    with pytest.raises(MalformedPosition, match=f"^the field {name} occurs twice$"):
        Position.parse(f"{GOOD} {field}")


@pytest.mark.parametrize(
    ("extra", "name"), [("colour=red", "colour"), ("Turn=0", "Turn"), ("damage=3", "damage"), ("8D", "8D"), ("=8D", "")]
)
def test_a_field_is_unknown(extra, name):
    """An unknown or empty name is refused and quoted."""
    with pytest.raises(MalformedPosition, match=f"^unknown field '{name}': expected phase, "):
        Position.parse(f"{GOOD} {extra}")


@pytest.mark.parametrize(
    "fields",
    [
        *({"castle": "1C"}, {"castle": "JC,"}, {"castle": ",JC"}, {"castle": "JC/JD"}),
        *(
            {"played": "3s"},
            {"played": "3S,"},
            {"played": "3S+"},
            {"played": "+3S"},
            {"played": "-3S"},
            {"played": ","},
        ),
        *({"tavern": "JD|6D;7D"}, {"tavern": "6D,,7D"}, {"tavern": "JD||6D"}, {"tavern": "|6D"}, {"tavern": "|"}),
        *({"tavern": "JD,JH|6D"}, {"discard": "4D,5D,"}, {"discard": "4D+5D"}, {"discard": "1D"}),
        *({"hands": "8D,9C/2C,"}, {"hands": "8D,9C;2C"}, {"hands": "8D+9C/2C"}, {"hands": "8D,9C/X3"}),
        *({"pools": "8D;9C"}, {"pools": "8D,9C,"}, {"pools": "8D|9C"}, {"pools": "8D+9C"}),
    ],
    ids=str,
)
def test_a_card_is_invalid(fields):
    """An invalid or empty card is refused in every field."""
    with pytest.raises(MalformedPosition, match=r"^invalid card .*: expected AC, 2C … KS, X1 or X2$"):
        Position.parse(edited(GOOD, **fields))


@pytest.mark.parametrize(
    "fields", [{"hands": "8D,8D/2C"}, {"played": "8D+8D"}, {"discard": "4D,8D,8D"}, {"pools": "8D,8D"}], ids=str
)
def test_a_set_names_a_card_twice(fields):
    """A hand, a play, the discard pile and a pool are sets of cards."""
    with pytest.raises(MalformedPosition, match=r"^8D is named twice"):
        Position.parse(edited(GOOD, **fields))


@pytest.mark.parametrize("text", ["", "x", "-1", "+1", "1.0", "1e1", "10000", "²", "٣", "0x1"])
@pytest.mark.parametrize("name", ["turn", "flips", "heals"])
def test_a_number_is_out_of_form(name, text):
    """A number is one to four ASCII digits."""
    with pytest.raises(MalformedPosition) as caught:
        Position.parse(edited(GOOD, **{name: text}))
    assert str(caught.value) == f"invalid {name}={text}: expected a number from 0 to 9999"


@pytest.mark.parametrize("text", ["x", "0,", ",0", "0/1", "-1", "0,x"])
def test_the_seats_that_yielded_are_out_of_form(text):
    """The field is a list of numbers."""
    with pytest.raises(MalformedPosition, match=r"^invalid yielded=.*: expected a number from 0 to 9999$"):
        Position.parse(edited(GOOD, yielded=text))


@pytest.mark.parametrize(
    "phase", ["", "waiting", "PLAY", "won", "over:", "over:bored", "over:late", "play:", ":last-king"]
)
def test_a_phase_is_unknown(phase):
    """The phases are play, suffer, appoint and over with one of the reasons."""
    with pytest.raises(MalformedPosition, match=f"^invalid phase '{phase}': expected play, suffer, appoint, or over: "):
        Position.parse(edited(GOOD, phase=phase))


@pytest.mark.parametrize("phase", ["over", "play:last-king", "suffer:cannot-cover-damage", "appoint:last-king"])
def test_a_phase_and_a_reason_do_not_fit(phase):
    """A game has a reason if and only if it is over."""
    with pytest.raises(MalformedPosition, match=f"^invalid phase '{phase}': expected a reason with over, "):
        Position.parse(edited(GOOD, phase=phase))


@pytest.mark.parametrize("seed", ["", "a" * 129, "é", "\x7f"])
def test_a_seed_is_out_of_form(seed):
    """The seed of a position has to be valid."""
    with pytest.raises(MalformedPosition, match=r"^a seed is 1 to 128 printable ASCII characters"):
        Position.parse(edited(GOOD, seed=seed))
