"""The parser of what is typed in `regicide play`."""

from __future__ import annotations

import pytest

from regicide_terminal.command_parser import COMMANDS, Act, Command, ParseError, Signal, parse_input

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
    assert parse_input(text, "play", ACTIONS) == Act(action)


@pytest.mark.parametrize("text", ["5c 7h", "7h,5c", "-5c-7h"])
def test_cards_without_signs_are_discarded_against_damage(text: str) -> None:
    """In the phase "suffer"."""
    assert parse_input(text, "suffer", []) == Act("-5C-7H")


def test_cards_with_a_plus_are_played_in_every_phase() -> None:
    """The server refuses them with a reason."""
    assert parse_input("5c+7h", "suffer", []) == Act("5C+7H")


@pytest.mark.parametrize("text", ["0", "4", "999999999999999999999999", "99"])
def test_a_number_outside_the_menu_is_an_error(text: str) -> None:
    """The message names the valid numbers."""
    assert parse_input(text, "play", ACTIONS) == ParseError(f"invalid number {_cut(text)}: expected 1 to 3")


def _cut(text: str) -> str:
    return text if len(text) <= 20 else f"{text[:19]}…"


@pytest.mark.parametrize("text", ["1C", "hearts", "8d+8d", "8d-9d", "+", "-", ">x", "²", "\x1b[2J", "x" * 9999])
def test_invalid_input_is_an_error(text: str) -> None:
    """The message is one short line without control characters."""
    error = parse_input(text, "play", ACTIONS)
    assert isinstance(error, ParseError)
    assert (error.message.isprintable(), len(error.message) < 200) == (True, True)


@pytest.mark.parametrize(
    ("text", "command"), [*zip(COMMANDS, COMMANDS, strict=True), ("?", "help"), ("", "table"), ("Q", "quit")]
)
def test_commands_have_names(text: str, command: str) -> None:
    """Some have a short form."""
    assert parse_input(text, "play", ACTIONS) == Command(command)


@pytest.mark.parametrize("text", ["eager", "Reluctant"])
def test_signals_are_words(text: str) -> None:
    """In any case."""
    assert parse_input(text, "appoint", []) == Signal(text.lower())
