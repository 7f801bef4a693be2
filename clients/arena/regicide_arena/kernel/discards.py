"""The discards that a player considers against damage (S4): those in which no card is superfluous."""

from __future__ import annotations

from typing import Final

from regicide_arena.kernel.backend import compiled, lowest, table
from regicide_arena.kernel.cards import ALL_BUT_JESTERS, POINTS
from regicide_arena.kernel.weights import Weights
from regicide_arena.kernel.workspace import Workspace

IMPOSSIBLE: Final = 1e9
"""The worth of a cover that does not exist."""
_VALUES: Final[list[int]] = table([20, 15, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
"""The values of cards, the highest first."""


@compiled
def find_cheapest_cover(hand: int, attack: int, weights: Weights, work: Workspace) -> int:
    """Return the cards of the least worth that cover an attack, a knapsack; their worth is `least_worth[attack]`."""
    least, cheapest, covered, rest = work.least_worth, work.cheapest, 0, hand & ALL_BUT_JESTERS
    least[0], cheapest[0] = 0.0, 0
    for part in range(1, attack + 1):
        least[part], cheapest[part] = IMPOSSIBLE, 0
    while rest:
        card = lowest(rest)
        points, worth = POINTS[card], weights.worths[card]
        covered = min(attack, covered + points)
        for part in range(covered, 0, -1):
            before = part - points if part > points else 0
            if least[before] + worth < least[part]:
                least[part] = least[before] + worth
                cheapest[part] = cheapest[before] | 1 << card
        rest &= rest - 1
    return cheapest[attack]


@compiled
def list_minimal_covers(hand: int, attack: int, work: Workspace) -> int:
    """List in `moves` the sets of cards that cover an attack and need each of their cards; return their number."""
    sets, values, count, number = work.sets, work.values, 0, 1
    sets[0], values[0] = 0, 0
    for points in _VALUES:
        rest = hand & ALL_BUT_JESTERS
        while rest:
            if POINTS[lowest(rest)] == points:
                kept = number
                for place in range(number):
                    if values[place] + points >= attack:
                        work.moves[count] = sets[place] | rest & -rest
                        count += 1
                    else:
                        sets[kept], values[kept] = sets[place] | rest & -rest, values[place] + points
                        kept += 1
                number = kept
            rest &= rest - 1
    return count
