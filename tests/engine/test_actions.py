"""Actions and their texts."""

import pytest

from regicide import FLIP, YIELD, Kind, MalformedAction, parse_action
from regicide.actions import appoint, discard, play
from regicide.cards import parse_cards

TEXTS = {
    "8D": play(parse_cards(["8D"])),
    "AC+8D": play(parse_cards(["AC", "8D"])),
    "3C+3D+3S": play(parse_cards(["3C", "3D", "3S"])),
    "X1": play(parse_cards(["X1"])),
    "yield": YIELD,
    "-9H": discard(parse_cards(["9H"])),
    "-5C-7H": discard(parse_cards(["5C", "7H"])),
    ">0": appoint(0),
    ">2": appoint(2),
    ">99": appoint(99),
    "flip": FLIP,
}


@pytest.mark.parametrize(("text", "action"), TEXTS.items())
def test_a_text_stands_for_its_action(text, action):
    """Plays are joined by `+`, each discard follows a `-`, an appointed seat a `>`; yield and flip are words."""
    assert parse_action(text) == action


@pytest.mark.parametrize(("text", "action"), TEXTS.items())
def test_an_action_is_written_as_its_text(text, action):
    """The text of an action is the one that stands for it."""
    assert str(action) == text


@pytest.mark.parametrize(
    ("text", "canonical"),
    [("8D+AC", "AC+8D"), ("3S+3C+3D", "3C+3D+3S"), ("-7H-5C", "-5C-7H"), ("-KS-X2-X1-AC", "-AC-KS-X1-X2")],
)
def test_cards_may_stand_in_any_order(text, canonical):
    """Any order of the cards is read, and the canonical order is written."""
    assert str(parse_action(text)) == canonical


@pytest.mark.parametrize("text", ["8D+8D", "AC+8D+AC", "-5C-5C", "-5C-7H-5C"])
def test_a_card_is_named_once_in_an_action(text):
    """One card cannot be played or discarded twice in one action."""
    with pytest.raises(MalformedAction, match="named twice"):
        parse_action(text)


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "8d", "8D ", " 8D", "8D\n", "8D +9D", "8D,9D", "8D-9D", "+8D", "8D+", "8D++9D", "pass", "play 8D"),
        *("-", "--5C", "-5C-", "-5C+7H", "-5C,7H", "- 5C", "-yield"),
        *(">", ">-1", "> 1", ">01", ">00", ">+1", ">1.0", ">100", ">x", ">1>2", "1", ">٣", ">²", ">1\n"),
        *("Yield", "YIELD", "yield ", "yield\n", "flip flip", "Flip", "X3", "X1+", "null"),
    ],
)
def test_any_other_text_is_no_action(text):
    """What has none of the five forms is refused, and the message repeats it and names the forms."""
    with pytest.raises(MalformedAction) as caught:
        parse_action(text)
    assert str(caught.value).startswith(f"{text!r} is no action: ")
    assert "write a play as 8D or AC+8D" in str(caught.value)


def test_cards_that_nobody_could_play_together_are_an_action_all_the_same():
    """Whether an action is legal is not asked of its text."""
    assert parse_action("KC+KD").kind is Kind.PLAY


def test_an_action_shows_itself_by_its_text():
    """`repr` shows the text."""
    assert repr(parse_action("8D+AC")) == "Action('AC+8D')"
