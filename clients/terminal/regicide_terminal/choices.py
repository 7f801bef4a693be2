"""The legal actions in the order in which a person wants to read them, each with what it is worth."""

from __future__ import annotations

import re
from gettext import gettext as _
from typing import Final, NamedTuple

from rich.text import Text

import regicide
from regicide.cards import CLUBS, value
from regicide_client import GameView
from regicide_terminal.texts import text
from regicide_terminal.words import callings, card, said, word

_CARD: Final = re.compile(r"(?:A|[2-9]|10|J|Q|K)[CDHS]|X[12]")


class Choice(NamedTuple):
    """A legal action: its text, and a note on it. One that has no cards is always shown."""

    action: str
    note: str
    always: bool

    def shown(self) -> Text:
        """The action with its cards in colour, and the note."""
        shown, end = Text(), 0
        for found in _CARD.finditer(self.action):
            shown.append(self.action[end : found.start()]).append_text(card(found[0]))
            end = found.end()
        return shown.append(word(self.action[end:])).append(f" {self.note}" if self.note else "", "dim")


def choices(view: GameView) -> list[Choice]:
    """All legal actions: plays by what they do to the enemy, discards by their worth, what has no cards last."""
    with_cards = [action for action in view.legal_actions if _CARD.search(action)]
    order = _by_harm if view.phase == "play" else _by_worth
    sorted_ones = sorted(with_cards, key=lambda action: order(view, action))
    others = [action for action in view.legal_actions if not _CARD.search(action)]
    return [Choice(action, _note(view, action), False) for action in sorted_ones] + [
        Choice(action, _note(view, action), True) for action in others
    ]


def harm(view: GameView, action: str) -> int:
    """The damage that a play does to the enemy: clubs double it, unless the enemy is immune to them."""
    cards, enemy = _cards(action), view.enemy
    immune = enemy is not None and enemy.card.endswith("C") and not enemy.immunity_cancelled
    return value(cards) * (2 if cards & CLUBS and not immune else 1)


def _by_harm(view: GameView, action: str) -> tuple[bool, int, int]:
    """What defeats the enemy comes first, the nearest to an exact kill before all others; then what does most."""
    over = harm(view, action) - _left(view)
    return over < 0, abs(over), _cards(action).bit_count()


def _by_worth(_view: GameView, action: str) -> tuple[int, int]:
    """The cheapest first, and of those the one with the fewest cards."""
    cards = _cards(action)
    return value(cards), cards.bit_count()


def _note(view: GameView, action: str) -> str:
    if action.startswith(">") and action[1:].isdigit():
        return _seat_note(view, int(action[1:]))
    if not _CARD.search(action):
        return ""
    if view.phase != "play":
        return str(value(_cards(action)))
    if action.startswith("X"):
        return text("jester-note")
    return _harm_note(harm(view, action), harm(view, action) - _left(view))


def _harm_note(done: int, over: int) -> str:
    if over < 0:
        return str(done)
    return (_("{damage} kills") if over else _("{damage} exactly")).format(damage=done)


def _seat_note(view: GameView, seat: int) -> str:
    signal = view.seats[seat].signal
    return ", ".join(filter(None, [callings(view)[seat], said(signal)]))


def _left(view: GameView) -> int:
    """The damage that the enemy can still take."""
    return view.enemy.health - view.enemy.damage if view.enemy else 0


def _cards(action: str) -> int:
    return regicide.parse_cards(_CARD.findall(action))
