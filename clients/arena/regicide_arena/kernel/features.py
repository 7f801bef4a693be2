"""The features of a position at the start of a turn: the figures that the value network cannot add up from cards."""

from __future__ import annotations

from typing import Final

from regicide.cards import CLUBS, COMPANIONS, ENEMIES, JESTERS
from regicide_arena.kernel.backend import compiled
from regicide_arena.kernel.cards import value_of
from regicide_arena.kernel.game import Game
from regicide_arena.kernel.workspace import Workspace

_LOW_TAVERN: Final = 8
"""The size of the tavern below which one feature measures how soon it is empty."""


@compiled
def find_features(game: Game, work: Workspace) -> None:
    """Write the features for the player who starts a turn, each roughly from 0 to 1."""
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
    seen[30] = game.enemy_health / 40.0
    seen[31] = game.attack / 20.0
    seen[32] = min(2.0, own / max(1, game.enemy_health))
    seen[33] = min(2.0, own / max(1, game.attack))
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
