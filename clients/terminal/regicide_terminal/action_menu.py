"""The menu of legal actions: their order, and the value or damage of each."""

from __future__ import annotations

import re
from gettext import gettext as _
from typing import Final, NamedTuple

from rich.text import Text

import regicide
from regicide.cards import CLUBS, value
from regicide_client import GameView
from regicide_terminal.i18n import text
from regicide_terminal.phrases import action_word, display_names, format_card, signal_word

_CARD: Final = re.compile(r"(?:A|[2-9]|10|J|Q|K)[CDHS]|X[12]")


class MenuItem(NamedTuple):
    """A legal action with a note on it; `is_pinned` shows it on every page."""

    action: str
    note: str
    is_pinned: bool

    def formatted(self) -> Text:
        """Return the action with its cards in colour, and the note."""
        return format_action(self.action).append(f" {self.note}" if self.note else "", "dim")


def format_action(action: str) -> Text:
    """Return an action with its cards in colour, or its word."""
    formatted, end = Text(), 0
    for card in _CARD.finditer(action):
        formatted.append(action[end : card.start()]).append_text(format_card(card[0]))
        end = card.end()
    return formatted.append(action_word(action[end:]))


def action_menu(view: GameView) -> list[MenuItem]:
    """Return all legal actions: plays ordered by damage, discards by value, actions without cards last and pinned."""
    with_cards = [action for action in view.legal_actions if _CARD.search(action)]
    order = _damage_order if view.phase == "play" else _value_order
    ordered = sorted(with_cards, key=lambda action: order(view, action))
    others = [action for action in view.legal_actions if not _CARD.search(action)]
    return [MenuItem(action, _note(view, action), is_pinned=False) for action in ordered] + [
        MenuItem(action, _note(view, action), is_pinned=True) for action in others
    ]


def damage_of(view: GameView, action: str) -> int:
    """Return the damage of a play: clubs double it, unless the enemy is immune to them."""
    cards, enemy = _cards(action), view.enemy
    immune = enemy is not None and enemy.card.endswith("C") and not enemy.immunity_cancelled
    return value(cards) * (2 if cards & CLUBS and not immune else 1)


def _damage_order(view: GameView, action: str) -> tuple[bool, int, int]:
    """Order by: defeats the enemy, nearest to its exact health, fewest cards."""
    excess = damage_of(view, action) - _remaining_health(view)
    return excess < 0, abs(excess), _cards(action).bit_count()


def _value_order(_view: GameView, action: str) -> tuple[int, int]:
    """Order by: lowest value, fewest cards."""
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
    return _damage_note(damage_of(view, action), _remaining_health(view))


def _damage_note(damage: int, health: int) -> str:
    if damage < health:
        return str(damage)
    return (_("{damage} kills") if damage > health else _("{damage} exactly")).format(damage=damage)


def _seat_note(view: GameView, seat: int) -> str:
    signal = view.seats[seat].signal
    return ", ".join(filter(None, [display_names(view)[seat], signal_word(signal)]))


def _remaining_health(view: GameView) -> int:
    return view.enemy.health - view.enemy.damage if view.enemy else 0


def _cards(action: str) -> int:
    return regicide.parse_cards(_CARD.findall(action))
