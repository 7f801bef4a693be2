"""Hands: what can be played from them, what their cards are worth to the policy, and what covers a strike best."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from regicide.cards import COMPANIONS, ENEMIES, JESTERS, CardSet, members, size, value
from regicide.combos import PLAYS, playable_sets
from regicide_arena.bots.weights import Weights

NEVER: Final = 1e9
MOST: Final = 1 << 14
"""Hands that are remembered, and covers."""

_POINTS: Final = tuple(value(1 << card) for card in range(54))

Option: TypeAlias = tuple[CardSet, int, int, float]
"""A play, and what can be said of it whatever the table: its cards, their attack value, their number and worth."""


class Hand(NamedTuple):
    """A hand: what can be played from it, and what it is worth, in value and in points."""

    options: list[Option]
    value: int
    worth: float


class Hands:
    """What is known of hands, by weights; of those that were looked at before, without asking again."""

    def __init__(self, weights: Weights) -> None:
        self.worths = [_worth(card, weights) for card in range(54)]
        self._options: dict[CardSet, Option] = {
            cards: (cards, value(cards), size(cards), self.worth(cards)) for cards in PLAYS
        }
        self._hands: dict[CardSet, Hand] = {}
        self._covers: dict[int, tuple[CardSet, float]] = {}

    def worth(self, cards: CardSet) -> float:
        """What cards in the hand are worth."""
        total = 0.0
        for card in members(cards):
            total += self.worths[card]
        return total

    def hand(self, cards: CardSet) -> Hand:
        """All that is known of a hand."""
        found = self._hands.get(cards)
        if found is None:
            if len(self._hands) > MOST:
                self._hands.clear()
            options = [self._options[play] for play in playable_sets(cards)]
            worth = sum([worth for _, _, _, worth in options[: size(cards)]])  # the first of them are the single cards
            found = self._hands[cards] = Hand(options, value(cards), worth)
        return found

    def cover(self, hand: CardSet, strike: int) -> tuple[CardSet, float]:
        """The cards of the least worth that cover a strike, and their worth; NEVER, where none do."""
        key = hand << 5 | strike
        found = self._covers.get(key)
        if found is None:
            if len(self._covers) > MOST:
                self._covers.clear()
            found = self._covers[key] = self._cheapest(hand & ~JESTERS, strike)
        return found

    def _cheapest(self, hand: CardSet, strike: int) -> tuple[CardSet, float]:
        """Card by card, the least worth that covers each part of the strike."""
        least = [0.0] + [NEVER] * strike
        chosen = [0] * (strike + 1)
        covered = 0
        for card in members(hand):
            points, worth = _POINTS[card], self.worths[card]
            covered = min(strike, covered + points)
            for part in range(covered, 0, -1):
                before = part - points if part > points else 0
                if least[before] + worth < least[part]:
                    least[part] = least[before] + worth
                    chosen[part] = chosen[before] | 1 << card
        return chosen[strike], least[strike]


def _worth(card: int, weights: Weights) -> float:
    """What one card in the hand is worth."""
    if 1 << card & JESTERS:
        return weights.jester
    plain = (weights.clubs, weights.diamonds, weights.hearts, weights.spades)
    pips = (weights.clubs_value, weights.diamonds_value, weights.hearts_value, weights.spades_value)
    worth = plain[card // 13] + pips[card // 13] * value(1 << card)
    worth += weights.companion if 1 << card & COMPANIONS else 0.0
    return worth + (weights.court if 1 << card & ENEMIES else 0.0)


def narrow_covers(hand: CardSet, strike: int) -> list[CardSet]:
    """The sets of cards that cover a strike, none of which could be left out."""
    covers: list[CardSet] = []
    short = [(0, 0)]
    for card in sorted(members(hand), key=lambda card: -value(1 << card)):
        points = value(1 << card)
        longer = [(cards | 1 << card, worth + points) for cards, worth in short]
        covers += [cards for cards, worth in longer if worth >= strike]
        short += [(cards, worth) for cards, worth in longer if worth < strike]
    return covers
