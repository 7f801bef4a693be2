"""The descriptions of bots' failures, as messages and logs show them."""

from __future__ import annotations

import pytest

from regicide_arena.bots.failures import FailedAttempt, describe_exception
from regicide_arena.bots.loader import BotFactory
from regicide_arena.runtime.console import print_error
from regicide_arena.runtime.messages import printable


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("boom \x1b[31mred", r"boom \x1b[31mred"),
        ("a\rb\x07\x9b2J", r"a\rb\x07\x9b2J"),
        ("\u202etxt.exe\u2028", r"\u202etxt.exe\u2028"),
        ("\ud800", r"\ud800"),
        ("für 8♠\nand more\u00a0", "für 8♠\nand more\u00a0"),
    ],
)
def test_control_characters_are_escaped(text: str, shown: str) -> None:
    """Letters, symbols and newlines stay."""
    assert printable(text) == shown


def test_an_exception_sends_no_escape_sequences_to_a_terminal() -> None:
    """Neither by its message, nor by its name or traceback."""
    error = type("\x1b[2JError", (Exception,), {})("\x1b[31mred")
    with pytest.raises(Exception, match="red") as caught:
        raise error
    attempt = FailedAttempt.of(caught.value)
    assert attempt.what.startswith(r"\x1b[2JError: \x1b[31mred (")
    assert "\x1b" not in attempt.traceback


def test_an_error_of_a_command_sends_none(capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever its source."""
    print_error("deal 1: \x1b[31mred")
    assert capsys.readouterr().err == "regicide-arena: deal 1: \\x1b[31mred\n"


def test_an_error_of_the_call_has_no_location() -> None:
    """As it is in no file of the bot."""
    with pytest.raises(TypeError) as caught:
        BotFactory("my_bot.py:Maker", lambda seed: len(seed)).make("north")  # noqa: PLW0108 - `seed` counts
    assert describe_exception(caught.value) == "TypeError: my_bot.py:Maker made a int: expected a function of a view"
