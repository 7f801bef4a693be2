"""The legal moves, in the order of `Position.legal_actions`."""

from __future__ import annotations

from typing import Final

from regicide.cards import COMPANIONS
from regicide.rulebook import COMBO_LIMIT
from regicide_kernel.backend import compiled, lowest, table
from regicide_kernel.cards import ALL_BUT_JESTERS, COMBO_CARDS, POINTS
from regicide_kernel.game import APPOINT, FLIP_MOVE, PLAY, SUFFER, YIELD_MOVE, Game, may_yield
from regicide_kernel.workspace import MAX_HAND, Workspace

_BY_SIZE: Final = [sorted(range(1 << number), key=int.bit_count) for number in range(MAX_HAND + 1)]
_SUBSETS_BY_SIZE: Final[list[int]] = table([place for order in _BY_SIZE for place in order])
"""For each hand size, the indexes of the subsets of a hand, smallest subsets first."""
_FIRST_SUBSET: Final[list[int]] = table([(1 << number) - 1 for number in range(MAX_HAND + 1)])
"""Where the indexes of each hand size begin."""


@compiled
def list_moves(game: Game, work: Workspace) -> int:
    """List all legal moves in `moves`; return their number."""
    moves = work.moves
    count = 0
    if game.phase == PLAY:
        count = list_plays(game.hands[game.turn], moves)
        if may_yield(game):
            moves[count] = YIELD_MOVE
            count += 1
    elif game.phase == SUFFER:
        count = list_discards(game.hands[game.turn], game.attack, work)
    elif game.phase == APPOINT:
        for seat in range(game.players):
            moves[seat] = seat
        return game.players
    else:
        return 0
    if game.jesters_left:
        moves[count] = FLIP_MOVE
        count += 1
    return count


# The plays of S1


@compiled
def list_plays(hand: int, moves: list[int]) -> int:
    """List the cards of every play that a hand allows, single cards first; return their number."""
    count, rest = 0, hand
    while rest:
        moves[count] = rest & -rest
        count += 1
        rest &= rest - 1
    ranks = hand & COMBO_CARDS
    if hand & COMPANIONS or ranks & (ranks >> 13 | ranks >> 26 | ranks >> 39):
        singles = count
        for place in range(singles):
            first = moves[place]
            if first <= ALL_BUT_JESTERS:
                count = _list_combined(hand, first, moves, count)
    return count


@compiled
def _list_combined(hand: int, first: int, moves: list[int], count: int) -> int:
    """Append the plays of a card with later cards of the hand; return the number of all plays."""
    later = hand & ALL_BUT_JESTERS & -first & ~first
    rest = later if first & COMPANIONS else later & COMPANIONS
    while rest:
        moves[count] = first | rest & -rest
        count += 1
        rest &= rest - 1
    if first & COMBO_CARDS:
        count = _list_combos(first, later & (first << 13 | first << 26 | first << 39), moves, count)
    return count


@compiled
def _list_combos(first: int, twins: int, moves: list[int], count: int) -> int:
    """Append the combos of a card with later cards of its rank; return the number of all plays."""
    points, start = POINTS[lowest(first)], count
    rest = twins
    while rest:
        moves[count] = first | rest & -rest
        count += 1
        rest &= rest - 1
    pairs = count
    if 3 * points <= COMBO_LIMIT:
        for one in range(start, pairs):
            for two in range(one + 1, pairs):
                moves[count] = moves[one] | moves[two]
                count += 1
    if 4 * points <= COMBO_LIMIT and pairs - start == 3:
        moves[count] = first | twins
        count += 1
    return count


# The discards of S4


@compiled
def list_discards(hand: int, attack: int, work: Workspace) -> int:
    """List in `moves` all sets of cards from a hand that cover an attack, smallest first; return their number (R2)."""
    sets, values = work.sets, work.values
    sets[0], values[0], number, cards, rest = 0, 0, 1, 0, hand
    while rest:
        card, points = rest & -rest, POINTS[lowest(rest)]
        for place in range(number):
            sets[number + place] = sets[place] | card
            values[number + place] = values[place] + points
        number, cards, rest = 2 * number, cards + 1, rest & rest - 1
    count, start = 0, _FIRST_SUBSET[cards]
    for order in range(start, start + number):
        place = _SUBSETS_BY_SIZE[order]
        work.moves[count] = sets[place]
        count += values[place] >= attack
    return count
