"""Actions and their texts.

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
from typing import Final, NamedTuple, Self, cast

from regicide.cards import CardSet, card_names, parse_cards
from regicide.errors import MalformedAction, MalformedCard
from regicide.message import Message, excerpt


class ActionKind(StrEnum):
    """A kind of action."""

    PLAY = "play"
    YIELD = "yield"
    DISCARD = "discard"
    APPOINT = "appoint"
    FLIP = "flip"


class Action(NamedTuple):
    """An action of a player. `str` gives its canonical text, `Action.parse` is the inverse.

    >>> Action.parse("8D+AC")
    Action('AC+8D')
    >>> Action.appoint(2)
    Action('>2')
    """

    kind: ActionKind
    cards: CardSet = 0
    """The cards played or discarded."""
    seat: int = -1
    """The seat appointed."""

    @classmethod
    def play(cls, cards: CardSet) -> Self:
        """Play these cards (S1)."""
        return cls(ActionKind.PLAY, cards)

    @classmethod
    def discard(cls, cards: CardSet) -> Self:
        """Discard these cards against damage (S4)."""
        return cls(ActionKind.DISCARD, cards)

    @classmethod
    def appoint(cls, seat: int) -> Self:
        """Appoint the seat that takes the next turn, after a jester."""
        return cls(ActionKind.APPOINT, seat=seat)

    @classmethod
    def parse(cls, text: str) -> Self:
        """The action with this text; its cards may be in any order.

        Raises MalformedAction for a text that is not an action in any position. Legality is not checked.
        """
        if text in _WORDS:
            return cls(_WORDS[text])
        if appointment := _APPOINTMENT.fullmatch(text):
            return cls.appoint(int(appointment[1]))
        try:
            if text.startswith("-"):
                return cls.discard(parse_cards(text[1:].split("-")))
            return cls.play(parse_cards(text.split("+")))
        except MalformedCard as error:
            raise _malformed_action(text, error.args[0]) from None

    def __str__(self) -> str:
        return _text(self)

    def __repr__(self) -> str:
        return f"Action({str(self)!r})"


YIELD: Final = Action(ActionKind.YIELD)
"""Yield (S1)."""
FLIP: Final = Action(ActionKind.FLIP)
"""Flip a solo jester."""

_WORDS: Final = {kind.value: kind for kind in (ActionKind.YIELD, ActionKind.FLIP)}
_APPOINTMENT: Final = re.compile(r">(0|[1-9][0-9]?)", re.ASCII)


@lru_cache(maxsize=1 << 14)
def _text(action: Action) -> str:
    match action.kind:
        case ActionKind.PLAY:
            return "+".join(card_names(action.cards))
        case ActionKind.DISCARD:
            return "-" + "-".join(card_names(action.cards))
        case ActionKind.APPOINT:
            return f">{action.seat}"
        case ActionKind.YIELD | ActionKind.FLIP:
            return action.kind.value


MAX_ECHO: Final = 60
"""The characters, quotation marks included, that the message about a text that is not an action repeats of it."""


def _malformed_action(text: str, fault: Message) -> MalformedAction:
    return MalformedAction(
        Message(
            "invalid action {text!r} ({fault}): expected a play such as 8D or AC+8D, a discard such as -5C-7H, yield, "
            "flip, or > and a seat",
            text=excerpt(text, MAX_ECHO),
            fault=fault,
        )
    )


def discard_actions(sets: Iterable[CardSet]) -> Iterator[Action]:
    """The discards of these sets of cards.

    Takes a third of the time of `Action.discard` for each: a position can have a hundred of them.
    """
    return map(_make_action, zip(repeat(ActionKind.DISCARD), sets, repeat(-1), strict=False))


_make_action: Final = cast("Callable[[Iterable[object]], Action]", partial(tuple.__new__, Action))
"""The action with these three fields, without checks."""
