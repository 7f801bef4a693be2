"""Actions, and their texts.

| action | text |
|---|---|
| play one or more cards | `8D`, `AC+8D`, `X1` |
| yield | `yield` |
| discard against damage | `-5C-7H` |
| appoint the next player after a jester | `>2` |
| flip a solo jester | `flip` |
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from functools import lru_cache, partial
from itertools import repeat
from typing import Final, NamedTuple, cast

from regicide.cards import CardSet, codes, parse_cards
from regicide.errors import MalformedAction, MalformedCard
from regicide.sentence import Sentence


class Kind(StrEnum):
    """What a player can do."""

    PLAY = "play"
    YIELD = "yield"
    DISCARD = "discard"
    APPOINT = "appoint"
    FLIP = "flip"


class Action(NamedTuple):
    """What a player does: its kind, the cards played or discarded, the seat appointed."""

    kind: Kind
    cards: CardSet = 0
    seat: int = -1

    def __str__(self) -> str:
        """The canonical text: the cards in canonical order."""
        return _text(self)

    def __repr__(self) -> str:
        return f"Action({str(self)!r})"


YIELD: Final = Action(Kind.YIELD)
FLIP: Final = Action(Kind.FLIP)


def play(cards: CardSet) -> Action:
    """Play these cards (S1)."""
    return Action(Kind.PLAY, cards)


def discard(cards: CardSet) -> Action:
    """Discard these cards to suffer damage (S4)."""
    return Action(Kind.DISCARD, cards)


def each_discard(sets: Iterable[CardSet]) -> Iterator[Action]:
    """The discards of these sets of cards, in a third of the time of as many calls: there can be a hundred of them."""
    return map(_action, zip(repeat(Kind.DISCARD), sets, repeat(-1), strict=False))


_action: Final = cast("Callable[[Iterable[object]], Action]", partial(tuple.__new__, Action))
"""The action with these fields, all of them, which nobody looks at."""


def appoint(seat: int) -> Action:
    """Let this seat go next, after a jester."""
    return Action(Kind.APPOINT, seat=seat)


@lru_cache(maxsize=1 << 14)
def _text(action: Action) -> str:
    match action.kind:
        case Kind.PLAY:
            return "+".join(codes(action.cards))
        case Kind.DISCARD:
            return "-" + "-".join(codes(action.cards))
        case Kind.APPOINT:
            return f">{action.seat}"
        case Kind.YIELD | Kind.FLIP:
            return action.kind.value


_APPOINTMENT: Final = re.compile(r">(0|[1-9][0-9]?)", re.ASCII)


def parse_action(text: str) -> Action:
    """The action of a text; its cards may stand in any order.

    Raises MalformedAction for a text that is no action in any position. Whether the action is legal is not asked here.
    """
    if text == "yield":
        return YIELD
    if text == "flip":
        return FLIP
    if appointment := _APPOINTMENT.fullmatch(text):
        return appoint(int(appointment[1]))
    return _parse_cards(text)


def _parse_cards(text: str) -> Action:
    try:
        if text.startswith("-"):
            return discard(parse_cards(text[1:].split("-")))
        return play(parse_cards(text.split("+")))
    except MalformedCard as error:
        raise MalformedAction(_no_action(text, error.args[0])) from None


def _no_action(text: str, fault: Sentence) -> Sentence:
    return Sentence(
        "{text!r} is no action: {fault}; write a play as 8D or AC+8D, a discard as -5C-7H, or yield, flip, or > and "
        "a seat",
        text=text,
        fault=fault,
    )
