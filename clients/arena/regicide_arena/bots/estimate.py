"""The win estimate: how likely is it, at the moment when a new enemy is revealed, that the game will be won?

A logistic regression for each number of enemies defeated, over features of the hands, the tavern and the discard pile.
Where a search stops its simulations, this stands in for the rest of the game.
"""

from __future__ import annotations

from math import exp
from typing import Final, NamedTuple

from regicide.cards import CLUBS, COMPANIONS, DIAMONDS, ENEMIES, HEARTS, JESTERS, SPADES, card_set, size, value
from regicide.rollout import Rollout

FEATURES: Final = 30
_TOP: Final = 8
"""A tavern with more cards than this will last for a while."""


def features(game: Rollout) -> list[float]:
    """What the estimate is made from, for the player who begins a turn against a new enemy; each around 0 to 1."""
    me = game.turn
    hand, others = game.hands[me], 0
    worths = [value(cards) for cards in game.hands]
    for seat in range(game.players):
        if seat != me:
            others |= game.hands[seat]
    own = worths.pop(me)
    tavern, tavern_size = card_set(game.tavern), len(game.tavern)
    return [
        1.0,
        game.hand_sizes[me] / game.full_hand,
        own / 40.0,
        own * own / 1600.0,
        sum(worths) / 40.0 / game.players,
        min(worths, default=own) / 40.0,
        value(hand & CLUBS) / 40.0,
        value(hand & DIAMONDS) / 40.0,
        value(hand & HEARTS) / 40.0,
        value(hand & SPADES) / 40.0,
        value(others & CLUBS) / 80.0,
        value(others & DIAMONDS) / 80.0,
        value(others & HEARTS) / 80.0,
        value(others & SPADES) / 80.0,
        value(hand & game.immune_suit) / 40.0,
        value((hand | others) & game.immune_suit) / 80.0,
        tavern_size / 30.0,
        min(tavern_size, _TOP) / _TOP,
        value(tavern) / 200.0,
        size(game.discard) / 30.0,
        value(game.discard) / 200.0,
        float(size(hand & JESTERS)),
        float(size(others & JESTERS)),
        float(size(tavern & JESTERS)),
        size((hand | others) & ENEMIES) / 4.0,
        size(tavern & ENEMIES) / 4.0,
        size(hand & COMPANIONS) / 2.0,
        worths[me % len(worths)] / 40.0 if worths else game.jesters_left / 2.0,
        1.0 if tavern_size and 1 << game.tavern[-1] & ENEMIES else 0.0,
        1.0 if own >= game.attack else own / game.attack,
    ]


class Worth(NamedTuple):
    """What the end of a game is worth to a search, between a loss, 0, and a win: with 2, 1 and 0 solo jesters left."""

    gold: float = 1.0
    silver: float = 0.8
    bronze: float = 0.7


class Outlook(NamedTuple):
    """What is to be expected of the end of a game."""

    worth: float
    won: float
    """How likely it is to be won."""
    defeated: float
    """How many enemies will have fallen."""


class Estimate:
    """Weighs features, by the numbers that were tuned for a number of players."""

    def __init__(self, tuned: dict[str, list[list[float]]], worth: Worth) -> None:
        self._win, self._defeated = tuned["win"], tuned["defeated"]
        self._solo = (tuned["silver"], tuned["gold"]) if "gold" in tuned else None
        self._worth = worth

    def outlook(self, game: Rollout) -> Outlook:
        """What is to be expected when an enemy has just been revealed."""
        seen, stage = features(game), game.defeated
        won = _logistic(self._win[stage], seen)
        worth = won if self._solo is None else self._worth_alone(game, seen, won)
        return Outlook(worth, won, _weighed(self._defeated[stage], seen))

    def _worth_alone(self, game: Rollout, seen: list[float], won: float) -> float:
        """What the end of a solo game is worth: each jester that is left in the end adds to it."""
        assert self._solo is not None  # noqa: S101 - asked before
        gold, silver, bronze = self._worth
        worth = bronze * won
        for flips, more, tuned in zip((1, 2), (silver - bronze, gold - silver), self._solo, strict=True):
            if game.jesters_left >= flips:
                worth += more * _logistic(tuned[game.defeated], seen)
        return worth


def _weighed(weights: list[float], seen: list[float]) -> float:
    total = 0.0
    for weight, feature in zip(weights, seen, strict=True):
        total += weight * feature
    return total


def _logistic(weights: list[float], seen: list[float]) -> float:
    return 1.0 / (1.0 + exp(-max(-30.0, _weighed(weights, seen))))
