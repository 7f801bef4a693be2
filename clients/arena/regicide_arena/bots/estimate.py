"""The win estimate: the probability of winning at the moment when a new enemy is revealed.

A logistic regression for each number of defeated enemies, over features of the hands, the tavern and the discard pile.
A search cuts its rollouts off at such a moment and takes the estimate for the rest of the game.
"""

from __future__ import annotations

from math import exp
from typing import Final, NamedTuple

from regicide.cards import CLUBS, COMPANIONS, DIAMONDS, ENEMIES, HEARTS, JESTERS, SPADES, card_set, size, value
from regicide.rollout import Rollout

FEATURE_COUNT: Final = 30
_LOW_TAVERN: Final = 8
"""The size of the tavern below which one feature measures how soon it is empty."""


def features(game: Rollout) -> list[float]:
    """Return the features for the player who starts a turn against a new enemy, each roughly from 0 to 1."""
    me = game.turn
    hand, others = game.hands[me], 0
    values = [value(cards) for cards in game.hands]
    for seat in range(game.players):
        if seat != me:
            others |= game.hands[seat]
    own = values.pop(me)
    tavern, tavern_size = card_set(game.tavern), len(game.tavern)
    return [
        1.0,
        game.hand_sizes[me] / game.full_hand,
        own / 40.0,
        own * own / 1600.0,
        sum(values) / 40.0 / game.players,
        min(values, default=own) / 40.0,
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
        min(tavern_size, _LOW_TAVERN) / _LOW_TAVERN,
        value(tavern) / 200.0,
        size(game.discard) / 30.0,
        value(game.discard) / 200.0,
        float(size(hand & JESTERS)),
        float(size(others & JESTERS)),
        float(size(tavern & JESTERS)),
        size((hand | others) & ENEMIES) / 4.0,
        size(tavern & ENEMIES) / 4.0,
        size(hand & COMPANIONS) / 2.0,
        values[me % len(values)] / 40.0 if values else game.jesters_left / 2.0,
        1.0 if tavern_size and 1 << game.tavern[-1] & ENEMIES else 0.0,
        1.0 if own >= game.attack else own / game.attack,
    ]


class WinWorth(NamedTuple):
    """The worth of a solo win to a search, with 2, 1 and 0 jesters left; a loss has 0, a win of several players 1."""

    gold: float = 1.0
    silver: float = 0.8
    bronze: float = 0.7


class Evaluation(NamedTuple):
    """The expected end of a game."""

    worth: float
    won: float
    """The probability of winning."""
    defeated: float
    """The expected number of defeated enemies."""


class Estimate:
    """Evaluates positions by the regressions that were tuned for one number of players."""

    def __init__(self, tuned: dict[str, list[list[float]]], worth: WinWorth) -> None:
        self._win, self._defeated = tuned["win"], tuned["defeated"]
        self._solo = (tuned["silver"], tuned["gold"]) if "gold" in tuned else None
        self._worth = worth

    def evaluate(self, game: Rollout) -> Evaluation:
        """Evaluate a game in which an enemy has just been revealed."""
        seen, stage = features(game), game.defeated
        won = _logistic(self._win[stage], seen)
        worth = won if self._solo is None else self._solo_worth(game, seen, won)
        return Evaluation(worth, won, _dot(self._defeated[stage], seen))

    def _solo_worth(self, game: Rollout, seen: list[float], won: float) -> float:
        """Return the expected worth of a solo game, which rises with each jester left at its end."""
        assert self._solo is not None  # noqa: S101 - checked by the caller
        gold, silver, bronze = self._worth
        worth = bronze * won
        for flips, more, tuned in zip((1, 2), (silver - bronze, gold - silver), self._solo, strict=True):
            if game.jesters_left >= flips:
                worth += more * _logistic(tuned[game.defeated], seen)
        return worth


def _dot(weights: list[float], seen: list[float]) -> float:
    total = 0.0
    for weight, feature in zip(weights, seen, strict=True):
        total += weight * feature
    return total


def _logistic(weights: list[float], seen: list[float]) -> float:
    return 1.0 / (1.0 + exp(-max(-30.0, _dot(weights, seen))))
