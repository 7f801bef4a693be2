"""Whether a game can reach a position; for positions that are set up by hand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import chain, pairwise
from operator import or_
from typing import Final

from regicide.cards import CARD_NAMES, ENEMIES, JESTERS, CardSet, card_names, card_set, members, rank, size
from regicide.combos import PLAYS
from regicide.course import course_faults
from regicide.deck import cards_in_game
from regicide.errors import ImpossiblePosition
from regicide.legality import loss_reason
from regicide.outcome import EndReason
from regicide.rulebook import ENEMIES_IN_CASTLE, FULL_HAND, SOLO_JESTERS, Phase, health_of
from regicide.state import GameState

_CASTLE_RANKS: Final = "JJJJQQQQKKKK"


def validate(state: GameState) -> None:
    """Raise ImpossiblePosition, with the first fault found, if no game can reach a state.

    The faults are those of the table, and those of the course of the game: cards that cannot have left the hands, the
    tavern or the discard pile, hearts powers that nothing can have caused, yields out of turn. `regicide.course` says
    what is not checked.
    """
    validate_table(state)
    for fault in course_faults(state):
        raise ImpossiblePosition(fault)


def validate_table(state: GameState) -> None:
    """Raise ImpossiblePosition, with the first fault found, if the parts of a state contradict each other.

    The faults are: a missing or duplicate card, an enemy out of order, a hand too large, a play that S1 does not allow,
    inconsistent pools, a phase that contradicts the rest.
    """
    for find_faults in (_seat_faults, _card_faults, _castle_faults, _pool_faults, _play_faults, _phase_faults):
        for fault in find_faults(state):
            raise ImpossiblePosition(fault)


def _seat_faults(state: GameState) -> Iterator[str]:
    players = state.players
    if players not in FULL_HAND:
        yield f"{players} hands: expected 1 to 4"
    if not 0 <= state.turn < players:
        yield f"it is the turn of seat {state.turn}: the seats are 0 to {players - 1}"
    if state.yielded_seats >> players:
        yield f"an unknown seat has yielded: the seats are 0 to {players - 1}"
    if state.yielded_seats == (1 << players) - 1:
        yield "every seat has yielded: the last one may not have"
    if state.jesters_left > (SOLO_JESTERS if players == 1 else 0):
        yield f"{state.jesters_left} jesters to flip: a solo game has two, other games have none"


def _card_faults(state: GameState) -> Iterator[str]:
    sets = (state.discard, *state.played, *state.hands)
    cards = [*state.castle, *state.tavern, *chain.from_iterable(map(members, sets))]
    united = card_set(cards)
    if size(united) < len(cards):
        yield f"more than once on the table: {', '.join(sorted({CARD_NAMES[c] for c in cards if cards.count(c) > 1}))}"
    if foreign := united & ~cards_in_game(state.players):
        yield f"not in a game of {state.players}: {_names(foreign)}"
    if missing := cards_in_game(state.players) & ~united:
        yield f"nowhere on the table: {_names(missing)}"


def _castle_faults(state: GameState) -> Iterator[str]:
    ranks = "".join(rank(card) for card in state.castle)
    if ranks != _CASTLE_RANKS[ENEMIES_IN_CASTLE - len(ranks) :]:
        yield f"the castle contains {ranks} from its top: expected the end of {_CASTLE_RANKS}"
    if card_set(state.tavern[: state.known_on_top]) & ~ENEMIES:
        yield "only enemies killed exactly can be known on top of the tavern"


def _pool_faults(state: GameState) -> Iterator[str]:
    """Faults of the pools: they partition the tavern and the hands, in the order of the tavern."""
    held = reduce(or_, state.hands, 0)
    faults = list(_partition_faults(state.hidden_pools, card_set(state.tavern) | held))
    yield from faults
    if not faults:
        yield from _pool_order_faults(state)
        yield from _draw_order_faults(state.hidden_pools, card_set(state.tavern[state.known_on_top :]), held)


def _partition_faults(pools: tuple[CardSet, ...], cards: CardSet) -> Iterator[str]:
    united = twice = 0
    for pool in pools:
        twice |= united & pool
        united |= pool
    if not all(pools):
        yield "a pool is empty"
    if twice:
        yield f"in two pools: {_names(twice)}"
    if foreign := united & ~cards:
        yield f"in a pool, but neither in the tavern nor in a hand: {_names(foreign)}"
    if missing := cards & ~united:
        yield f"in the tavern or in a hand, but in no pool: {_names(missing)}"


def _pool_order_faults(state: GameState) -> Iterator[str]:
    for card in state.tavern[: state.known_on_top]:
        if 1 << card not in state.hidden_pools:
            yield f"{CARD_NAMES[card]} is known on top of the tavern: it has to be a pool of its own"
    places = {card: place for place, pool in enumerate(state.hidden_pools) for card in members(pool)}
    for upper, lower in pairwise(state.tavern):
        if places[upper] > places[lower]:
            yield f"{CARD_NAMES[lower]} is under {CARD_NAMES[upper]} in the tavern, but its pool comes first"


def _draw_order_faults(pools: tuple[CardSet, ...], undrawn: CardSet, held: CardSet) -> Iterator[str]:
    """Cards are drawn pool by pool; only an enemy killed exactly is put on top of cards not drawn yet."""
    above = 0
    for pool in pools:
        if drawn := above and pool & held:
            yield f"in a hand, while cards of an earlier pool are in the tavern: {_names(drawn)}"
        above |= pool & undrawn


def _play_faults(state: GameState) -> Iterator[str]:
    for seat, hand in enumerate(state.hands):
        if size(hand) > state.full_hand:
            yield f"seat {seat} holds {size(hand)} cards: a full hand is {state.full_hand}"
    for cards in state.played:
        if cards not in PLAYS:
            yield f"{'+'.join(card_names(cards))} has been played: S1 does not allow this play"
    if state.played and not state.castle:
        yield "cards are played, but the castle is empty"
    if state.castle and state.damage >= health_of(state.castle[0]):
        yield f"{CARD_NAMES[state.castle[0]]} has taken {state.damage}: it is defeated"


def _phase_faults(state: GameState) -> Iterator[str]:
    if state.phase is Phase.OVER:
        yield from _end_faults(state)
    elif not state.castle:
        yield "the castle is empty: the game is over"
    elif reason := loss_reason(state):
        yield f"the game is over: {reason}"
    if state.phase is Phase.SUFFER and not state.attack:
        yield "there is no damage to suffer: the enemy's attack is shielded to 0"
    if state.phase is Phase.SUFFER or state.reason is EndReason.CANNOT_COVER_DAMAGE:
        yield from _suffer_faults(state)
    if state.phase is Phase.APPOINT and not (state.played and state.played[-1] & JESTERS):
        yield "a player is to be appointed, but the last play is not a jester"


def _suffer_faults(state: GameState) -> Iterator[str]:
    """S4 follows a yield, or a play that deals damage."""
    dealt = state.played and not state.played[-1] & JESTERS
    if not dealt and not state.yielded_seats >> state.turn & 1:
        yield f"seat {state.turn} suffers damage, but has neither played nor yielded"


def _end_faults(state: GameState) -> Iterator[str]:
    if (state.reason is EndReason.LAST_KING) is bool(state.castle):
        yield "the game is won if and only if the castle is empty"
    before = {EndReason.CANNOT_COVER_DAMAGE: Phase.SUFFER, EndReason.CANNOT_PLAY_OR_YIELD: Phase.PLAY}
    for reason, phase in before.items():
        if state.reason is reason and loss_reason(state._replace(phase=phase)) is not reason:
            yield f"seat {state.turn} has not lost: {reason} does not hold"


def _names(cards: CardSet) -> str:
    return ", ".join(card_names(cards))
