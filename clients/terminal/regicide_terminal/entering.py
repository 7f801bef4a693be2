"""What a person typed: an action, a signal, a command, or nothing that can be understood."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

import regicide
from regicide_terminal.words import LETTERS, plain

COMMANDS: Final = {
    "help": "this list; also ?",
    "hand": "show the table again; also Enter",
    "more": "the next page of the legal actions",
    "all": "all legal actions",
    "story": "all that has happened in this game",
    "pile": "the cards on the discard pile",
    "quit": "leave; the game waits for you",
}
"""The commands, and what each does."""

SIGNALS: Final = ("eager", "reluctant")

_SYNONYMS: Final = {"?": "help", "h": "help", "": "hand", "table": "hand", "m": "more", "q": "quit", "exit": "quit"}

_SEPARATORS: Final = re.compile(r"[\s,]+")


class Act(NamedTuple):
    """An action, written as the server wants it. Whether it is legal is not asked here."""

    action: str


class Signal(NamedTuple):
    """To say whether one would like to go next."""

    signal: str


class Command(NamedTuple):
    """One of the COMMANDS."""

    name: str


class Complaint(NamedTuple):
    """Why the text is nothing of these, in one line."""

    reason: str


Entry: TypeAlias = Act | Signal | Command | Complaint


def entered(text: str, phase: str, actions: Sequence[str]) -> Entry:
    """What the text means where these numbered actions are legal.

    Case does not matter, nor the order of cards. Cards without a sign before or between them mean what the phase asks
    for: to be played, or to be discarded.
    """
    word = _SYNONYMS.get(text.strip().lower(), text.strip().lower())
    if word in COMMANDS:
        return Command(word)
    if word in SIGNALS:
        return Signal(word)
    if word.isascii() and word.isdigit():
        return _numbered(word, actions)
    return _action(word, phase)


def _numbered(word: str, actions: Sequence[str]) -> Entry:
    number = int(word) if len(word) < 6 else 0
    if 1 <= number <= len(actions):
        return Act(actions[number - 1])
    there = f"the actions are 1 to {len(actions)}" if actions else "there is nothing for you to do now"
    return Complaint(f"no action has the number {plain(word, 20)}: {there}")


def _action(word: str, phase: str) -> Entry:
    try:
        return Act(str(regicide.parse_action(_spelled(word, phase))))
    except regicide.MalformedAction:
        forms = "write a play as 8D or AC+8D, a discard as -5C-7H, or yield, flip, >2, a number, or ? for help"
        return Complaint(f"{plain(word, 40)!r} is no action: {forms}")


def _spelled(word: str, phase: str) -> str:
    """The word in the spelling of actions: capitals, letters for suits, a sign for each space."""
    if word in {"yield", "flip"}:
        return word
    code = word.translate(LETTERS).upper()
    tight = re.sub(r"[\s,]*([-+>])\s*", r"\1", code)
    if phase == "suffer" and not re.search(r"[-+>]", tight):
        return "-" + _SEPARATORS.sub("-", tight)
    return _SEPARATORS.sub("-" if tight.startswith("-") else "+", tight)
