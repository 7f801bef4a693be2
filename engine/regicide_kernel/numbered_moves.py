"""The fixed numbering of actions, with masks of the legal ones.

| numbers | actions |
|---|---|
| 0 to 53 | play a card, by the card |
| 54 to 284 | play several cards, in the order of `Position.legal_actions` for a hand of all cards |
| 285 | yield |
| 286 | flip a solo jester |
| 287 to 290 | appoint a player, by the seats clockwise from one's own |
| 291 to 344 | put down a card against damage, by the card |

Cards against damage are put down one by one, and are discarded once they cover it. Discards with further cards, which
are legal, have no numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any, Final

from regicide.cards import COMPANIONS, members
from regicide.rulebook import COMBO_LIMIT
from regicide_kernel.backend import compiled, lowest, table
from regicide_kernel.cards import COMBO_CARDS, POINTS, value_of
from regicide_kernel.game import APPOINT, FLIP_MOVE, PLAY, SUFFER, YIELD_MOVE, Game, Move, may_yield

PLAYS: Final = 285
YIELD_NUMBER: Final = PLAYS
FLIP_NUMBER: Final = PLAYS + 1
FIRST_APPOINTMENT: Final = PLAYS + 2
FIRST_DISCARD: Final = FIRST_APPOINTMENT + 4
NUMBERS: Final = FIRST_DISCARD + 54
"""The number of all actions."""
INCOMPLETE: Final = -2
"""In place of a move: the cards put down do not cover the damage yet."""


def _combined_plays() -> Iterator[int]:
    for first in range(52):
        is_companion = COMPANIONS >> first & 1
        for later in range(first + 1, 52):
            if is_companion or COMPANIONS >> later & 1:
                yield 1 << first | 1 << later
        twins = [1 << card for card in range(first + 13, 52, 13)] if COMBO_CARDS >> first & 1 else []
        for number in range(1, len(twins) + 1):
            if (number + 1) * POINTS[first] <= COMBO_LIMIT:
                yield from (1 << first | sum(cards) for cards in combinations(twins, number))


PLAYED_CARDS: Final[list[int]] = table([*(1 << card for card in range(54)), *_combined_plays()])
"""The set of cards of each play."""

_NUMBERS_OF_PLAYS: Final = {int(cards): number for number, cards in enumerate(PLAYED_CARDS)}


@compiled
def write_mask(game: Game, put_down: int, mask: Any) -> None:
    """Write which numbers are legal, after the cards of the hand that have been put down."""
    for number in range(NUMBERS):
        mask[number] = False
    hand = game.hands[game.turn] & ~put_down
    if game.phase == PLAY:
        for number in range(PLAYS):
            mask[number] = not PLAYED_CARDS[number] & ~hand
        mask[YIELD_NUMBER] = may_yield(game)
    elif game.phase == SUFFER and value_of(game.hands[game.turn]) >= game.attack:
        while hand:
            mask[FIRST_DISCARD + lowest(hand)] = True
            hand &= hand - 1
    elif game.phase == APPOINT:
        for place in range(game.players):
            mask[FIRST_APPOINTMENT + place] = True
    if game.jesters_left and game.phase in (PLAY, SUFFER) and not put_down:
        mask[FLIP_NUMBER] = True


@compiled
def move_of(game: Game, put_down: int, number: int) -> int:
    """The move of a legal number; INCOMPLETE if the cards put down do not cover the damage with that of the number."""
    if number < PLAYS:
        return PLAYED_CARDS[number]
    if number == YIELD_NUMBER:
        return YIELD_MOVE
    if number == FLIP_NUMBER:
        return FLIP_MOVE
    if number < FIRST_DISCARD:
        seat = game.turn + number - FIRST_APPOINTMENT
        return seat if seat < game.players else seat - game.players
    cards = put_down | 1 << number - FIRST_DISCARD
    return cards if value_of(cards) >= game.attack else INCOMPLETE


def numbers_of(game: Game, move: Move) -> list[int]:
    """The numbers of a legal move, before a card is put down: one, except for a discard, whose highest cards go first.

    A discard with further cards has the numbers up to the card that covers the damage.
    """
    if move == FLIP_MOVE:
        return [FLIP_NUMBER]
    if game.phase == PLAY:
        return [_NUMBERS_OF_PLAYS[move] if move else YIELD_NUMBER]
    if game.phase == APPOINT:
        return [FIRST_APPOINTMENT + (move - game.turn) % game.players]
    cards, left = [], game.attack
    for card in sorted(members(move), key=lambda card: -POINTS[card]):
        if left > 0:
            cards.append(card)
        left -= POINTS[card]
    return [FIRST_DISCARD + card for card in cards]
