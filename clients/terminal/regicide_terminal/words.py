"""How cards, numbers and people are written on the screen. What others wrote is text to show and nothing more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final

from rich.text import Text

from regicide_client import GameView, Problem

SUITS: Final = {"C": ("♣", "green"), "D": ("♦", "red"), "H": ("♥", "bright_red"), "S": ("♠", "cyan")}
"""The symbol and the colour of each suit."""

LETTERS: Final = str.maketrans({symbol: letter for letter, (symbol, _) in SUITS.items()})
"""The way back, for terminals that have no symbols and for cards that were copied from the screen."""

SUIT_NAMES: Final = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
RANK_NAMES: Final = {"J": "jack", "Q": "queen", "K": "king"}

LONGEST: Final = 200
"""Characters of what somebody else wrote: a sentence of the server's is shorter."""

YOU: Final = "you"


def plain(text: object, longest: int = LONGEST) -> str:
    """What somebody else wrote, in one line, without anything that a terminal could take for a command."""
    shown = "".join(c if c.isprintable() else "?" for c in str(text))
    return shown if len(shown) <= longest else f"{shown[: longest - 1]}…"


def wrong(problem: Problem) -> str:
    """What is wrong, in one line: each fault of a request where the server names them."""
    named = [f"{f.get('pointer') or f.get('parameter') or '/'}: {f.get('detail')}" for f in faults(problem)]
    return plain("; ".join(named) or problem.detail or problem.title, 400)


def faults(problem: Problem) -> list[dict[str, Any]]:
    """Each fault of a request, with its place, where the server names them."""
    return [fault for fault in problem.extras.get("errors") or [] if isinstance(fault, dict)]


def card(code: str) -> Text:
    """A card, its suit as a symbol in colour; `X1` and `X2` are jesters."""
    symbol, colour = SUITS.get(code[-1:], ("", ""))
    return Text(plain(code[:-1]) + symbol, colour) if symbol else Text(plain(code), "magenta")


def cards(codes: Iterable[str], between: str = " ") -> Text:
    """Several cards."""
    return Text(between).join(map(card, codes))


def enemy_name(code: str) -> str:
    """An enemy in words: queen of hearts."""
    return f"{RANK_NAMES.get(code[:1], plain(code[:-1]))} of {SUIT_NAMES.get(code[-1:], plain(code[-1:]))}"


def counted(number: int, thing: str) -> str:
    """So many of a thing."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def listed(parts: Sequence[str], word: str = "and") -> str:
    """The parts of a sentence: a, b and c."""
    return f" {word} ".join(filter(None, [", ".join(parts[:-1]), parts[-1]])) if parts else ""


def callings(view: GameView) -> list[str]:
    """What each seat is called: you, or the name there; with its number where that leaves a doubt."""
    names = [plain(seat.name or f"seat {seat.seat}") for seat in view.seats]
    often = Counter(name.casefold() for name in [*names, YOU])
    sure = [name if often[name.casefold()] == 1 else f"{name} (seat {seat})" for seat, name in enumerate(names)]
    return [YOU if seat == view.you else name for seat, name in enumerate(sure)]


def acting(calling: str, agent: object) -> str:
    """Who acts for a seat: whoever is called so, or the agent that stands in for them."""
    return f"{plain(agent)} (for {calling})" if agent else calling
