"""The win estimate: the probability of winning at the moment when a new enemy is revealed.

A logistic regression for each number of defeated enemies, over features of the hands, the tavern and the discard pile.
A search cuts its rollouts off at such a moment and takes the estimate for the rest of the game.
"""

from __future__ import annotations

from math import exp
from typing import Final, NamedTuple

from regicide.cards import CLUBS, COMPANIONS, ENEMIES, JESTERS
from regicide.rulebook import ENEMIES_IN_CASTLE, SOLO_JESTERS
from regicide_arena.kernel.backend import compiled, table
from regicide_arena.kernel.cards import value_of
from regicide_arena.kernel.game import OVER, Game, enemies_defeated
from regicide_arena.kernel.workspace import Workspace

FEATURE_COUNT: Final = 30
_LOW_TAVERN: Final = 8
"""The size of the tavern below which one feature measures how soon it is empty."""


class Regressions(NamedTuple):
    """A row of weights for each number of defeated enemies; those of a solo win by grade are 0 for several players."""

    win: list[list[float]]
    defeated: list[list[float]]
    silver: list[list[float]]
    gold: list[list[float]]


class Evaluation(NamedTuple):
    """The expected end of a game."""

    won: float
    """The probability of winning."""
    silver: float
    """In a solo game: that of winning with a jester left."""
    gold: float
    """With both jesters left."""
    defeated: float
    """The expected number of defeated enemies."""


def regressions(tuned: dict[str, list[list[float]]]) -> Regressions:
    """Return the regressions of a file of tuned numbers."""
    none = [[0.0] * FEATURE_COUNT] * ENEMIES_IN_CASTLE
    return Regressions(*(table(tuned.get(name, none)) for name in Regressions._fields))


@compiled
def evaluate(game: Game, estimate: Regressions, work: Workspace) -> Evaluation:
    """Evaluate a game that is over, or in which an enemy has just been revealed; features are in the workspace."""
    if game.phase == OVER:
        return _result(game)
    find_features(game, work)
    stage, seen = enemies_defeated(game), work.features
    silver = gold = 0.0
    if game.jesters_left >= 1:
        silver = _logistic(estimate.silver[stage], seen)
    if game.jesters_left >= SOLO_JESTERS:
        gold = _logistic(estimate.gold[stage], seen)
    return Evaluation(_logistic(estimate.win[stage], seen), silver, gold, _dot(estimate.defeated[stage], seen))


@compiled
def _result(game: Game) -> Evaluation:
    """Return the result of a game that is over."""
    if not game.won:
        return Evaluation(0.0, 0.0, 0.0, float(enemies_defeated(game)))
    silver = 1.0 if game.jesters_left >= 1 else 0.0
    gold = 1.0 if game.jesters_left >= SOLO_JESTERS else 0.0
    return Evaluation(1.0, silver, gold, float(ENEMIES_IN_CASTLE))


@compiled
def _dot(weights: list[float], seen: list[float]) -> float:
    total = 0.0
    for feature in range(FEATURE_COUNT):
        total += weights[feature] * seen[feature]
    return total


@compiled
def _logistic(weights: list[float], seen: list[float]) -> float:
    return 1.0 / (1.0 + exp(-max(-30.0, _dot(weights, seen))))


@compiled
def find_features(game: Game, work: Workspace) -> None:
    """Write the features for the player who starts a turn against a new enemy, each roughly from 0 to 1."""
    me, hand = game.turn, game.hands[game.turn]
    others = 0
    for seat in range(game.players):
        if seat != me:
            others |= game.hands[seat]
    seen, own = work.features, value_of(hand)
    seen[0] = 1.0
    seen[1] = game.hand_sizes[me] / game.full_hand
    seen[2] = own / 40.0
    seen[3] = own * own / 1600.0
    for suit in range(4):
        cards = CLUBS << 13 * suit
        seen[6 + suit] = value_of(hand & cards) / 40.0
        seen[10 + suit] = value_of(others & cards) / 80.0
    seen[14] = value_of(hand & game.immune_suit) / 40.0
    seen[15] = value_of((hand | others) & game.immune_suit) / 80.0
    seen[21] = float((hand & JESTERS).bit_count())
    seen[22] = float((others & JESTERS).bit_count())
    seen[24] = ((hand | others) & ENEMIES).bit_count() / 4.0
    seen[26] = (hand & COMPANIONS).bit_count() / 2.0
    seen[29] = 1.0 if own >= game.attack else own / game.attack
    _find_team_features(game, own, seen)
    _find_deck_features(game, seen)


@compiled
def _find_team_features(game: Game, own: int, seen: list[float]) -> None:
    """Write the features of the hands of the other players; of the jesters in a solo game."""
    me, players, total, least = game.turn, game.players, 0, 1000
    for seat in range(players):
        if seat != me:
            theirs = value_of(game.hands[seat])
            total += theirs
            least = min(least, theirs)
    seen[4] = total / 40.0 / players
    seen[5] = (least if players > 1 else own) / 40.0
    if players > 1:
        other = me % (players - 1)
        seen[27] = value_of(game.hands[other if other < me else other + 1]) / 40.0
    else:
        seen[27] = game.jesters_left / 2.0


@compiled
def _find_deck_features(game: Game, seen: list[float]) -> None:
    """Write the features of the tavern and the discard pile."""
    size, tavern = game.tavern_size, 0
    for place in range(size):
        tavern |= 1 << game.tavern[game.tavern_bottom + place & 63]
    seen[16] = size / 30.0
    seen[17] = min(size, _LOW_TAVERN) / _LOW_TAVERN
    seen[18] = value_of(tavern) / 200.0
    seen[19] = game.discard.bit_count() / 30.0
    seen[20] = value_of(game.discard) / 200.0
    seen[23] = float((tavern & JESTERS).bit_count())
    seen[25] = (tavern & ENEMIES).bit_count() / 4.0
    seen[28] = 0.0
    if size and 1 << game.tavern[game.tavern_bottom + size - 1 & 63] & ENEMIES:
        seen[28] = 1.0
