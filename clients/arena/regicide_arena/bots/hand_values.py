"""The values of hands: their plays, the worth of their cards to the policy, and the best covers of a strike."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from regicide.cards import COMPANIONS, ENEMIES, JESTERS, CardSet, members, size, value
from regicide.combos import PLAYS, playable_sets
from regicide_arena.bots.weights import PolicyWeights

IMPOSSIBLE: Final = 1e9
"""The worth of a cover that does not exist."""
CACHE_SIZE: Final = 1 << 14
"""Entries of each cache, which is cleared when it is full."""

_VALUES: Final = tuple(value(1 << card) for card in range(54))

Option: TypeAlias = tuple[CardSet, int, int, float]
"""A play and its constant properties: cards, attack value, number of cards, worth."""


class HandValue(NamedTuple):
    """The plays of a hand, the sum of its cards' values, and its worth in points."""

    options: list[Option]
    value: int
    worth: float


class HandEvaluator:
    """Values hands by the weights of a policy, with caches."""

    def __init__(self, weights: PolicyWeights) -> None:
        self.worths = [_card_worth(card, weights) for card in range(54)]
        self._options: dict[CardSet, Option] = {
            cards: (cards, value(cards), size(cards), self.worth(cards)) for cards in PLAYS
        }
        self._hands: dict[CardSet, HandValue] = {}
        self._covers: dict[int, tuple[CardSet, float]] = {}

    def worth(self, cards: CardSet) -> float:
        """Return the worth of cards in the hand."""
        total = 0.0
        for card in members(cards):
            total += self.worths[card]
        return total

    def hand(self, cards: CardSet) -> HandValue:
        """Return the plays, value and worth of a hand."""
        found = self._hands.get(cards)
        if found is None:
            if len(self._hands) > CACHE_SIZE:
                self._hands.clear()
            options = [self._options[play] for play in playable_sets(cards)]
            worth = sum([worth for _, _, _, worth in options[: size(cards)]])  # the single cards come first
            found = self._hands[cards] = HandValue(options, value(cards), worth)
        return found

    def cover(self, hand: CardSet, strike: int) -> tuple[CardSet, float]:
        """Return the cards of the least worth that cover a strike, and their worth; IMPOSSIBLE if none do."""
        key = hand << 5 | strike
        found = self._covers.get(key)
        if found is None:
            if len(self._covers) > CACHE_SIZE:
                self._covers.clear()
            found = self._covers[key] = self._cheapest_cover(hand & ~JESTERS, strike)
        return found

    def _cheapest_cover(self, hand: CardSet, strike: int) -> tuple[CardSet, float]:
        """Solve the knapsack: the least worth, and its cards, for every part of the strike."""
        least = [0.0] + [IMPOSSIBLE] * strike
        chosen = [0] * (strike + 1)
        covered = 0
        for card in members(hand):
            points, worth = _VALUES[card], self.worths[card]
            covered = min(strike, covered + points)
            for part in range(covered, 0, -1):
                before = part - points if part > points else 0
                if least[before] + worth < least[part]:
                    least[part] = least[before] + worth
                    chosen[part] = chosen[before] | 1 << card
        return chosen[strike], least[strike]


def _card_worth(card: int, weights: PolicyWeights) -> float:
    """Return the worth of one card in the hand."""
    if 1 << card & JESTERS:
        return weights.jester
    plain = (weights.clubs, weights.diamonds, weights.hearts, weights.spades)
    pips = (weights.clubs_value, weights.diamonds_value, weights.hearts_value, weights.spades_value)
    worth = plain[card // 13] + pips[card // 13] * value(1 << card)
    worth += weights.companion if 1 << card & COMPANIONS else 0.0
    return worth + (weights.court if 1 << card & ENEMIES else 0.0)


def minimal_covers(hand: CardSet, strike: int) -> list[CardSet]:
    """Return the sets of cards that cover a strike and need each of their cards for it."""
    covers: list[CardSet] = []
    short = [(0, 0)]
    for card in sorted(members(hand), key=lambda card: -value(1 << card)):
        points = value(1 << card)
        longer = [(cards | 1 << card, worth + points) for cards, worth in short]
        covers += [cards for cards, worth in longer if worth >= strike]
        short += [(cards, worth) for cards, worth in longer if worth < strike]
    return covers
