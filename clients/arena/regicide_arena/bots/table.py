"""The table as a bot sees it: what a view says, as numbers and sets of cards."""

from __future__ import annotations

from typing import NamedTuple

from regicide import Card, CardSet, parse_card, parse_cards
from regicide.cards import suit
from regicide.rulebook import FULL_HAND
from regicide_arena.views import View


class Table(NamedTuple):
    """What can be known of a game by the player whose turn it is."""

    me: int
    hand: CardSet
    castle: int
    """How many enemies stand, the current one included."""
    left: int
    """The health that the enemy has left."""
    strike: int
    """What the enemy strikes for, shields taken off."""
    immune: CardSet
    """The suit whose powers do not work; no cards once the immunity is cancelled."""
    full_hand: int
    hand_sizes: tuple[int, ...]
    signals: tuple[str | None, ...]
    tavern: int
    """How many cards the tavern has."""
    tavern_top: tuple[Card, ...]
    """The cards that everyone knows to lie on top of it."""
    discard: int
    """How many cards lie on the discard pile."""
    flips: int


def table_of(view: View) -> Table:
    """The table of a view in which it is its own seat's turn.

    Raises ValueError for another view.
    """
    enemy, hand, me = view["enemy"], view["hand"], view["you"]
    if enemy is None or hand is None or me is None:
        raise ValueError("there is nothing to choose in this view: it is a spectator's, or the game is not going on")
    return Table(
        me=me,
        hand=parse_cards(hand),
        castle=view["castle_size"],
        left=enemy["health"] - enemy["damage"],
        strike=enemy["strikes_for"],
        immune=0 if enemy["immunity_cancelled"] else suit(parse_card(enemy["card"])),
        full_hand=FULL_HAND[view["players"]],
        hand_sizes=tuple(seat["hand_size"] for seat in view["seats"]),
        signals=tuple(seat.get("signal") for seat in view["seats"]),
        tavern=view["tavern_size"],
        tavern_top=tuple(map(parse_card, view["tavern_top"])),
        discard=len(view["discard"]),
        flips=view["flips_left"],
    )
