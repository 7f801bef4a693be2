"""How cards, numbers and people are written on the screen. What others wrote is text to show and nothing more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from gettext import gettext as _
from gettext import ngettext
from string import Formatter
from typing import Any, Final

from rich.text import Text

from regicide_client import ApiError, GameView
from regicide_terminal.texts import known, text

SUITS: Final = {"C": ("♣", "green"), "D": ("♦", "red"), "H": ("♥", "bright_red"), "S": ("♠", "cyan")}
"""The symbol and the colour of each suit."""

LETTERS: Final = str.maketrans({symbol: letter for letter, (symbol, _) in SUITS.items()})
"""The way back, for terminals that have no symbols and for cards that were copied from the screen."""

LONGEST: Final = 200
"""Characters of what somebody else wrote: a sentence of the server's is shorter."""


def plain(text: object, longest: int = LONGEST) -> str:
    """What somebody else wrote, in one line, without anything that a terminal could take for a command."""
    shown = "".join(c if c.isprintable() else "?" for c in str(text))
    return shown if len(shown) <= longest else f"{shown[: longest - 1]}…"


def wrong(problem: ApiError) -> str:
    """What is wrong, in one line: each fault of a request where the server names them."""
    named = [f"{f.get('pointer') or f.get('parameter') or '/'}: {f.get('detail')}" for f in faults(problem)]
    return plain("; ".join(named) or problem.detail or problem.title, 400)


def faults(problem: ApiError) -> list[dict[str, Any]]:
    """Each fault of a request, with its place, where the server names them."""
    return [fault for fault in problem.extras.get("errors") or [] if isinstance(fault, dict)]


def card(code: str) -> Text:
    """A card, its suit as a symbol in colour; `X1` and `X2` are jesters."""
    symbol, colour = SUITS.get(code[-1:], ("", ""))
    return Text(plain(code[:-1]) + symbol, colour) if symbol else Text(plain(code), "magenta")


def cards(codes: Iterable[str], between: str = " ") -> Text:
    """Several cards."""
    return Text(between).join(map(card, codes))


def suit_name(code: str) -> str:
    """The suit of a card in words: hearts."""
    return known(f"suit.{code[-1:]}", plain(code[-1:]))


def enemy_name(code: str) -> str:
    """An enemy in words: queen of hearts."""
    return text("card").format(rank=known(f"rank.{code[:1]}", plain(code[:-1])), suit=suit_name(code))


def the_enemy(code: str) -> str:
    """An enemy in a sentence: the queen of hearts."""
    return known(f"the.{code[:1]}", plain(code)).format(suit=suit_name(code))


def counted_cards(number: int) -> str:
    """So many cards."""
    return ngettext("{count} card", "{count} cards", number).format(count=number)


def word(action: str) -> str:
    """An action that has no cards, as the player types it."""
    return known(f"action.word.{action}", plain(action))


def said(signal: object) -> str:
    """What a seat signals; nothing, if it does not."""
    return known(f"signal.{signal}", plain(signal)) if signal else ""


def you() -> str:
    """What the player is called."""
    return text("you")


def filled(form: str, **parts: Text | str | int) -> Text:
    """A sentence with its parts filled in, which keep their colours."""
    told = Text()
    for literal, name, _spec, _conversion in Formatter().parse(form):
        told.append(literal)
        part = parts[name] if name else ""
        told = told.append_text(part) if isinstance(part, Text) else told.append(str(part))
    return told


def listed(parts: Sequence[str], between: str) -> str:
    """The parts of a sentence: a, b or c."""
    return f" {between} ".join(filter(None, [", ".join(parts[:-1]), parts[-1]])) if parts else ""


def callings(view: GameView) -> list[str]:
    """What each seat is called: you, or the name there; with its number where that leaves a doubt."""
    names = [plain(seat.name or _("seat {seat}").format(seat=seat.seat)) for seat in view.seats]
    often = Counter(name.casefold() for name in [*names, you()])
    sure = [
        name if often[name.casefold()] == 1 else _("{name} (seat {seat})").format(name=name, seat=seat)
        for seat, name in enumerate(names)
    ]
    return [you() if seat == view.you else name for seat, name in enumerate(sure)]


def acting(calling: str, agent: object) -> str:
    """Who acts for a seat: whoever is called so, or the agent that stands in for them."""
    return _("{agent} (for {player})").format(agent=plain(agent), player=calling) if agent else calling
