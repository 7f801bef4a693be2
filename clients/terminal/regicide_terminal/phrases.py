"""Phrases for cards, numbers, players and errors, in the player's language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from gettext import gettext as _
from gettext import ngettext
from string import Formatter
from typing import Any, Final

from rich.text import Text

from regicide_client import ApiError, GameView
from regicide_terminal.i18n import text, text_or
from regicide_terminal.output import sanitize

SUITS: Final = {"C": ("♣", "green"), "D": ("♦", "red"), "H": ("♥", "bright_red"), "S": ("♠", "cyan")}
"""The symbol and the colour of each suit."""

JESTER_COLOUR: Final = "magenta"

SYMBOL_LETTERS: Final = str.maketrans({symbol: letter for letter, (symbol, _) in SUITS.items()})
"""The way back: for terminals without the symbols, and for cards copied from the screen."""

MAX_ERROR_CHARS: Final = 400

LEAST_CHANCE: Final = 0.005
"""A smaller chance would be rounded to 0%, and one as near to certainty to 100%."""


def format_error(error: ApiError) -> str:
    """Return the error in one line: each invalid field of the request if the server names them."""
    fields = [f"{e.get('pointer') or e.get('parameter') or '/'}: {e.get('detail')}" for e in field_errors(error)]
    return sanitize("; ".join(fields) or error.detail or error.title, MAX_ERROR_CHARS)


def field_errors(error: ApiError) -> list[dict[str, Any]]:
    """Return the invalid fields of a request, each with its place; empty for any other problem."""
    if error.code != "invalid-request":
        return []
    return [field for field in error.extras.get("errors") or [] if isinstance(field, dict)]


def format_card(code: str) -> Text:
    """Return a card with the symbol of its suit in colour; `X1` and `X2` are jesters."""
    symbol, colour = SUITS.get(code[-1:], ("", ""))
    return Text(sanitize(code[:-1]) + symbol, colour) if symbol else Text(sanitize(code), JESTER_COLOUR)


def format_cards(codes: Iterable[str], separator: str = " ") -> Text:
    """Return several cards."""
    return Text(separator).join(map(format_card, codes))


def suit_name(code: str) -> str:
    """Return the suit of a card in words: hearts."""
    return text_or(f"suit.{code[-1:]}", sanitize(code[-1:]))


def enemy_name(code: str) -> str:
    """Return an enemy in words: queen of hearts."""
    return text("card").format(rank=text_or(f"rank.{code[:1]}", sanitize(code[:-1])), suit=suit_name(code))


def enemy_with_article(code: str) -> str:
    """Return an enemy for a sentence: the queen of hearts."""
    return text_or(f"the.{code[:1]}", sanitize(code)).format(suit=suit_name(code))


def card_count(number: int) -> str:
    """Return a number of cards in words: 2 cards."""
    return ngettext("{count} card", "{count} cards", number).format(count=number)


def percent(chance: float | None) -> str:
    """Return a chance in percent: 64%; only what is certain is 0% or 100%; a question mark if it is unknown."""
    return "?" if chance is None else text("percent").format(number=_percentage(chance))


def _percentage(chance: float) -> str:
    if 0 < chance < LEAST_CHANCE:
        return "<1"
    return ">99" if 1 - LEAST_CHANCE <= chance < 1 else str(int(100 * chance + 0.5))


def action_word(action: str) -> str:
    """Return an action without cards as the player types it."""
    return text_or(f"action.word.{action}", sanitize(action))


def signal_word(signal: object) -> str:
    """Return the signal of a seat; empty without one."""
    return text_or(f"signal.{signal}", sanitize(signal)) if signal else ""


def you() -> str:
    """Return the name of the player in sentences."""
    return text("you")


def fill(form: str, **parts: Text | str | int) -> Text:
    """Return a form with its parts filled in; they keep their colours."""
    filled = Text()
    for literal, name, _spec, _conversion in Formatter().parse(form):
        filled.append(literal)
        part = parts[name] if name else ""
        filled = filled.append_text(part) if isinstance(part, Text) else filled.append(str(part))
    return filled


def join_words(words: Sequence[str], conjunction: str) -> str:
    """Return an enumeration: a, b or c."""
    return f" {conjunction} ".join(filter(None, [", ".join(words[:-1]), words[-1]])) if words else ""


def display_names(view: GameView) -> list[str]:
    """Return the name of each seat: you, or the seat's name, with its number if the name is ambiguous."""
    unique = _unique([_seat_name(seat.name, seat.seat) for seat in view.seats])
    return [you() if seat == view.you else name for seat, name in enumerate(unique)]


def recorded_names(seats: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the name of each seat of a record, which its player or its agent has."""
    return _unique([_seat_name(seat.get("name") or seat.get("agent"), number) for number, seat in enumerate(seats)])


def _seat_name(name: str | None, seat: int) -> str:
    return sanitize(name or _("seat {seat}").format(seat=seat))


def _unique(names: Sequence[str]) -> list[str]:
    """Return the names of the seats, with their numbers where a name is ambiguous or belongs to the player."""
    uses = Counter(name.casefold() for name in [*names, you()])
    return [
        name if uses[name.casefold()] == 1 else _("{name} (seat {seat})").format(name=name, seat=seat)
        for seat, name in enumerate(names)
    ]


def actor_name(seat_name: str, stand_in: object) -> str:
    """Return who acts for a seat: its player, or the agent that stands in."""
    return _("{agent} (for {player})").format(agent=sanitize(stand_in), player=seat_name) if stand_in else seat_name
