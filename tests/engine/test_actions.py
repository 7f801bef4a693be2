"""Actions and their texts."""

import pytest

from regicide import FLIP, YIELD, Action, ActionKind, MalformedAction
from regicide.cards import parse_cards

TEXTS = {
    "8D": Action.play(parse_cards(["8D"])),
    "AC+8D": Action.play(parse_cards(["AC", "8D"])),
    "3C+3D+3S": Action.play(parse_cards(["3C", "3D", "3S"])),
    "X1": Action.play(parse_cards(["X1"])),
    "yield": YIELD,
    "-9H": Action.discard(parse_cards(["9H"])),
    "-5C-7H": Action.discard(parse_cards(["5C", "7H"])),
    ">0": Action.appoint(0),
    ">2": Action.appoint(2),
    ">99": Action.appoint(99),
    "flip": FLIP,
}


def test_a_text_stands_for_its_action():
    """Plays are joined by `+`, each discard follows a `-`, an appointed seat a `>`; yield and flip are words."""
    assert {text: Action.parse(text) for text in TEXTS} == TEXTS
    assert [str(action) for action in TEXTS.values()] == [*TEXTS]


@pytest.mark.parametrize(
    ("text", "canonical"),
    [("8D+AC", "AC+8D"), ("3S+3C+3D", "3C+3D+3S"), ("-7H-5C", "-5C-7H"), ("-KS-X2-X1-AC", "-AC-KS-X1-X2")],
)
def test_cards_may_stand_in_any_order(text, canonical):
    """Cards are parsed in any order and written in canonical order."""
    assert str(Action.parse(text)) == canonical


@pytest.mark.parametrize("text", ["8D+8D", "AC+8D+AC", "-5C-5C", "-5C-7H-5C"])
def test_a_card_is_named_once_in_an_action(text):
    """One card cannot be played or discarded twice in one action."""
    with pytest.raises(MalformedAction, match="named twice"):
        Action.parse(text)


OTHER_TEXTS = [
    *("", " ", "8d", "8D ", " 8D", "8D\n", "8D +9D", "8D,9D", "8D-9D", "+8D", "8D+", "8D++9D", "pass", "play 8D"),
    *("-", "--5C", "-5C-", "-5C+7H", "-5C,7H", "- 5C", "-yield"),
    *(">", ">-1", "> 1", ">01", ">00", ">+1", ">1.0", ">100", ">x", ">1>2", "1", ">٣", ">²", ">1\n"),
    *("Yield", "YIELD", "yield ", "yield\n", "flip flip", "Flip", "X3", "X1+", "null"),
]


def test_any_other_text_is_refused():
    """The message quotes the text and lists the forms."""
    for text in OTHER_TEXTS:
        with pytest.raises(MalformedAction, match="expected a play such as 8D or AC\\+8D") as caught:
            Action.parse(text)
        assert str(caught.value).startswith(f"invalid action {text!r} (")


def test_illegal_combinations_are_parsed():
    """`Action.parse` does not check legality."""
    assert Action.parse("KC+KD").kind is ActionKind.PLAY


def test_an_action_shows_itself_by_its_text():
    """`repr` shows the text."""
    assert repr(Action.parse("8D+AC")) == "Action('AC+8D')"


@pytest.mark.parametrize("text", ["x" * 10_000, "-" * 10_000, "8D+" * 500 + "x", "\x00" * 10_000, "\U000e0041" * 99])
def test_a_message_repeats_the_beginning_of_a_long_text(text: str) -> None:
    """At most 100 characters of it, escapes included."""
    with pytest.raises(MalformedAction) as short:
        Action.parse("?")
    with pytest.raises(MalformedAction) as long:
        Action.parse(text)
    assert len(str(long.value)) < len(str(short.value)) + 100
