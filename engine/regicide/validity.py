"""Can a game be in this position? Whoever sets a position up by hand is told what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

from regicide.cards import CODES, ENEMIES, JESTERS, card_set, codes, members, rank, size
from regicide.deal import cards_in_game
from regicide.errors import ImpossiblePosition
from regicide.legality import loss
from regicide.options import PLAYS
from regicide.outcome import Reason
from regicide.pools import wrong_pools
from regicide.position import Position
from regicide.rulebook import ENEMIES_IN_CASTLE, FULL_HAND, SOLO_FLIPS, Phase, health_of

_CASTLE_RANKS: Final = "JJJJQQQQKKKK"


def checked(position: Position) -> Position:
    """The position itself, if a game can be in it.

    Raises ImpossiblePosition with what is wrong: a card missing or twice, an enemy out of order, a hand too large, a
    play that S1 does not know, pools that no memory can have, a phase that the rest contradicts. What only the whole
    course of a game could show (how often hearts were played, say) is not asked.
    """
    for find in (_wrong_seats, _wrong_cards, _wrong_castle, wrong_pools, _wrong_table, _wrong_phase):
        for fault in find(position):
            raise ImpossiblePosition(fault)
    return position


def _wrong_seats(position: Position) -> Iterator[str]:
    players = position.players
    if players not in FULL_HAND:
        yield f"{players} hands: Regicide is for 1 to 4 players"
    if not 0 <= position.turn < players:
        yield f"it is the turn of seat {position.turn}: the seats are 0 to {players - 1}"
    if position.yielded >> players:
        yield f"a seat has yielded that is not there: the seats are 0 to {players - 1}"
    if position.yielded == (1 << players) - 1:
        yield "every seat has yielded: the last one may not have"
    if position.flips > (SOLO_FLIPS if players == 1 else 0):
        yield f"{position.flips} jesters to flip: there are two in a solo game and none in others"


def _wrong_cards(position: Position) -> Iterator[str]:
    sets = (position.discard, *position.played, *position.hands)
    lying = [*position.castle, *position.tavern, *chain.from_iterable(map(members, sets))]
    united = card_set(lying)
    if size(united) < len(lying):
        yield f"more than once on the table: {', '.join(sorted({CODES[c] for c in lying if lying.count(c) > 1}))}"
    if strange := united & ~cards_in_game(position.players):
        yield f"not in a game of {position.players}: {', '.join(codes(strange))}"
    if missing := cards_in_game(position.players) & ~united:
        yield f"nowhere on the table: {', '.join(codes(missing))}"


def _wrong_castle(position: Position) -> Iterator[str]:
    ranks = "".join(rank(card) for card in position.castle)
    if ranks != _CASTLE_RANKS[ENEMIES_IN_CASTLE - len(ranks) :]:
        yield f"the castle has {ranks} from its top: it has to be {_CASTLE_RANKS} less those defeated"
    if card_set(position.tavern[: position.known]) & ~ENEMIES:
        yield "only enemies killed exactly are known to lie on top of the tavern"


def _wrong_table(position: Position) -> Iterator[str]:
    for seat, hand in enumerate(position.hands):
        if size(hand) > position.full_hand:
            yield f"seat {seat} holds {size(hand)} cards: a full hand is {position.full_hand}"
    for cards in position.played:
        if cards not in PLAYS:
            yield f"{'+'.join(codes(cards))} has been played: that is no play"
    if position.played and not position.castle:
        yield "cards are played against no enemy"
    if position.castle and position.damage >= health_of(position.castle[0]):
        yield f"{CODES[position.castle[0]]} has taken {position.damage}: it is defeated"


def _wrong_phase(position: Position) -> Iterator[str]:
    if position.phase is Phase.OVER:
        yield from _wrong_end(position)
    elif not position.castle:
        yield "the castle is empty: the game is over"
    elif reason := loss(position):
        yield f"the game is over: {reason}"
    if position.phase is Phase.SUFFER and not position.attack:
        yield "there is no damage to suffer: the enemy's attack is shielded to 0"
    if position.phase is Phase.SUFFER or position.reason is Reason.CANNOT_COVER_DAMAGE:
        yield from _wrong_suffering(position)
    if position.phase is Phase.APPOINT and not (position.played and position.played[-1] & JESTERS):
        yield "nobody is to be appointed: the last play was no jester"


def _wrong_suffering(position: Position) -> Iterator[str]:
    """S4 comes after a yield, or after a play that deals damage."""
    dealt = position.played and not position.played[-1] & JESTERS
    if not dealt and not position.yielded >> position.turn & 1:
        yield f"seat {position.turn} suffers damage, and has neither played nor yielded"


def _wrong_end(position: Position) -> Iterator[str]:
    if (position.reason is Reason.LAST_KING) is bool(position.castle):
        yield "the game is won when the castle is empty, and only then"
    before = {Reason.CANNOT_COVER_DAMAGE: Phase.SUFFER, Reason.CANNOT_PLAY_OR_YIELD: Phase.PLAY}
    for reason, phase in before.items():
        if position.reason is reason and loss(position._replace(phase=phase)) is not reason:
            yield f"seat {position.turn} has not lost: {reason} does not hold"
