"""What can be typed in `regicide play`."""

from __future__ import annotations

import pytest

from regicide_terminal.entering import COMMANDS, Act, Command, Complaint, Signal, entered

ACTIONS = ["9C", "AC+8D", "yield"]


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("8D", "8D"),
        (" 8d ", "8D"),
        ("8♦", "8D"),
        ("8d+ac", "AC+8D"),
        ("8d ac", "AC+8D"),
        ("3s, 3c,3d", "3C+3D+3S"),
        ("8D + AC", "AC+8D"),
        ("x1", "X1"),
        ("-7h-5c", "-5C-7H"),
        ("- 7h 5c", "-5C-7H"),
        ("-7h, -5c", "-5C-7H"),
        ("YIELD", "yield"),
        ("Flip", "flip"),
        ("> 2", ">2"),
        ("2", "AC+8D"),
        ("003", "yield"),
    ],
)
def test_actions_can_be_written_in_many_ways(text: str, action: str) -> None:
    """In any case and order, with symbols, or by number."""
    assert entered(text, "play", ACTIONS) == Act(action)


@pytest.mark.parametrize("text", ["5c 7h", "7h,5c", "-5c-7h"])
def test_cards_without_signs_are_discarded_where_discards_are_due(text: str) -> None:
    """Nothing else can be meant."""
    assert entered(text, "suffer", []) == Act("-5C-7H")


def test_cards_with_a_plus_are_played_everywhere() -> None:
    """Who writes it means it; the server says why it cannot be."""
    assert entered("5c+7h", "suffer", []) == Act("5C+7H")


@pytest.mark.parametrize("text", ["0", "4", "999999999999999999999999", "99"])
def test_a_number_that_no_action_has_is_complained_of(text: str) -> None:
    """With the numbers that there are."""
    assert entered(text, "play", ACTIONS) == Complaint(f"no action has the number {_cut(text)}: the actions are 1 to 3")


def _cut(text: str) -> str:
    return text if len(text) <= 20 else f"{text[:19]}…"


@pytest.mark.parametrize("text", ["1C", "hearts", "8d+8d", "8d-9d", "+", "-", ">x", "²", "\x1b[2J", "x" * 9999])
def test_what_is_no_action_is_complained_of(text: str) -> None:
    """In one short line without control characters, which says how actions are written."""
    complaint = entered(text, "play", ACTIONS)
    assert isinstance(complaint, Complaint)
    assert (complaint.reason.isprintable(), len(complaint.reason) < 200) == (True, True)


@pytest.mark.parametrize(
    ("text", "command"), [*zip(COMMANDS, COMMANDS, strict=True), ("?", "help"), ("", "hand"), ("Q", "quit")]
)
def test_commands_have_names(text: str, command: str) -> None:
    """Some have a short one."""
    assert entered(text, "play", ACTIONS) == Command(command)


@pytest.mark.parametrize("text", ["eager", "Reluctant"])
def test_signals_are_words(text: str) -> None:
    """Both."""
    assert entered(text, "appoint", []) == Signal(text.lower())
