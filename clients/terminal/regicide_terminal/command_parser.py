"""Parser of what the player types: an action, a signal or a command."""

from __future__ import annotations

import re
from collections.abc import Sequence
from gettext import gettext as _
from typing import Final, NamedTuple, TypeAlias

import regicide
from regicide_terminal import i18n
from regicide_terminal.output import sanitize
from regicide_terminal.phrases import SYMBOL_LETTERS

COMMANDS: Final = ("help", "rules", "hint", "table", "more", "all", "log", "discard", "give-up", "leave", "quit")

DEFAULT_HINTS: Final = 3
MAX_HINTS: Final = 20
"""The most actions in advice, as the server has it."""

SIGNALS: Final = ("eager", "reluctant")
WORD_ACTIONS: Final = ("yield", "flip")
"""Codes, which are understood in every language beside the words of the player's language."""

_SYNONYMS: Final = {"?": "help", "h": "help", "": "table", "m": "more", "q": "quit", "exit": "quit"}

_SEPARATORS: Final = re.compile(r"[\s,]+")
_MAX_NUMBER_CHARS: Final = 5


class Act(NamedTuple):
    """An action in the notation of the server; it need not be legal."""

    action: str


class Signal(NamedTuple):
    """A signal whether the player would like to go next."""

    signal: str


class Command(NamedTuple):
    """One of COMMANDS; `actions` is the number of actions that `hint` asks for, `section` the one of `rules`."""

    name: str
    actions: int = DEFAULT_HINTS
    section: str = ""


class ParseError(NamedTuple):
    """The input is none of these; the message is one line for the player."""

    message: str


Parsed: TypeAlias = Act | Signal | Command | ParseError


def parse_input(typed: str, phase: str, actions: Sequence[str]) -> Parsed:
    """Parse a line; `actions` are the legal actions in the order of their numbers.

    Case and the order of cards do not matter. Cards without a sign are played, or discarded in the phase "suffer".
    """
    word = _code(typed.strip().lower())
    name, _space, number = word.rpartition(" ")
    if _code(name.strip()) == "hint":
        return _parse_hint(number)
    first, _space, section = word.partition(" ")
    if _code(first) == "rules":
        return Command("rules", section=section.strip())
    if word in COMMANDS:
        return Command(word)
    if word in SIGNALS:
        return Signal(word)
    if word.isascii() and word.isdigit():
        return _parse_number(word, actions)
    return _parse_action(word, phase)


def _code(word: str) -> str:
    """Return the code of a word; the word itself if it is none of the player's language."""
    return _SYNONYMS.get(word) or _codes_by_word().get(word, word)


def _codes_by_word() -> dict[str, str]:
    """Return the codes of all words of the player's language."""
    keys = {"command": COMMANDS, "signal": SIGNALS, "action.word": WORD_ACTIONS}
    return {i18n.text(f"{kind}.{code}"): code for kind, codes in keys.items() for code in codes}


def _parse_hint(number: str) -> Parsed:
    actions = int(number) if number.isascii() and number.isdigit() and len(number) <= _MAX_NUMBER_CHARS else 0
    if 1 <= actions <= MAX_HINTS:
        return Command("hint", actions)
    form = _("invalid number of actions {number!r}: expected 1 to {last}")
    return ParseError(form.format(number=sanitize(number, 20), last=MAX_HINTS))


def _parse_number(word: str, actions: Sequence[str]) -> Parsed:
    number = int(word) if len(word) <= _MAX_NUMBER_CHARS else 0
    if 1 <= number <= len(actions):
        return Act(actions[number - 1])
    if actions:
        form = _("invalid number {number}: expected 1 to {last}")
    else:
        form = _("invalid number {number}: you have no legal actions now")
    return ParseError(form.format(number=sanitize(word, 20), last=len(actions)))


def _parse_action(word: str, phase: str) -> Parsed:
    try:
        return Act(str(regicide.Action.parse(_notation(word, phase))))
    except regicide.MalformedAction:
        form = _(
            "invalid input {text!r}: expected a play such as 8D or AC+8D, a discard such as -5C-7H, yield, flip, >2, "
            "a number, or ? for help"
        )
        return ParseError(form.format(text=sanitize(word, 40)))


def _notation(word: str, phase: str) -> str:
    """Return the word in the notation of actions: capitals, letters for suits, a sign for each space."""
    if word in WORD_ACTIONS:
        return word
    code = word.translate(SYMBOL_LETTERS).upper()
    tight = re.sub(r"[\s,]*([-+>])\s*", r"\1", code)
    if phase == "suffer" and not re.search(r"[-+>]", tight):
        return "-" + _SEPARATORS.sub("-", tight)
    return _SEPARATORS.sub("-" if tight.startswith("-") else "+", tight)
