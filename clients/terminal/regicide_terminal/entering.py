"""What a person typed: an action, a signal, a command, or nothing that can be understood."""

from __future__ import annotations

import re
from collections.abc import Sequence
from gettext import gettext as _
from typing import Final, NamedTuple, TypeAlias

import regicide
from regicide_terminal import texts
from regicide_terminal.words import LETTERS, plain

COMMANDS: Final = ("help", "hand", "more", "all", "story", "pile", "quit")

SIGNALS: Final = ("eager", "reluctant")
ACTIONS: Final = ("yield", "flip")
"""Codes, which can be typed in any language; the words of the player's own language are as good."""

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
    word = text.strip().lower()
    word = _SYNONYMS.get(word) or _codes().get(word, word)
    if word in COMMANDS:
        return Command(word)
    if word in SIGNALS:
        return Signal(word)
    if word.isascii() and word.isdigit():
        return _numbered(word, actions)
    return _action(word, phase)


def _codes() -> dict[str, str]:
    """The codes of all words that can be typed, by what they are in the player's language."""
    keys = {"command": COMMANDS, "signal": SIGNALS, "action.word": ACTIONS}
    return {texts.text(f"{kind}.{code}"): code for kind, codes in keys.items() for code in codes}


def _numbered(word: str, actions: Sequence[str]) -> Entry:
    number = int(word) if len(word) < 6 else 0
    if 1 <= number <= len(actions):
        return Act(actions[number - 1])
    if actions:
        form = _("no action has the number {number}: the actions are 1 to {last}")
    else:
        form = _("no action has the number {number}: there is nothing for you to do now")
    return Complaint(form.format(number=plain(word, 20), last=len(actions)))


def _action(word: str, phase: str) -> Entry:
    try:
        return Act(str(regicide.Action.parse(_spelled(word, phase))))
    except regicide.MalformedAction:
        form = _(
            "{text!r} is no action: write a play as 8D or AC+8D, a discard as -5C-7H, or yield, flip, >2, a number, "
            "or ? for help"
        )
        return Complaint(form.format(text=plain(word, 40)))


def _spelled(word: str, phase: str) -> str:
    """The word in the spelling of actions: capitals, letters for suits, a sign for each space."""
    if word in ACTIONS:
        return word
    code = word.translate(LETTERS).upper()
    tight = re.sub(r"[\s,]*([-+>])\s*", r"\1", code)
    if phase == "suffer" and not re.search(r"[-+>]", tight):
        return "-" + _SEPARATORS.sub("-", tight)
    return _SEPARATORS.sub("-" if tight.startswith("-") else "+", tight)
