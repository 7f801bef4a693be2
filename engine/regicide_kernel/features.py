"""The features of a position at the start of a turn: the figures that the value network cannot add up from cards."""

from __future__ import annotations

from typing import Final, NamedTuple

from regicide.cards import CLUBS, COMPANIONS, ENEMIES, JESTERS
from regicide_kernel.backend import compiled
from regicide_kernel.cards import value_of
from regicide_kernel.game import Game, next_seat, tavern_cards
from regicide_kernel.workspace import Workspace

_LOW_TAVERN: Final = 8
"""The size of the tavern below which one feature measures how soon it is empty."""


class FeatureNumbers(NamedTuple):
    """The number of each feature, by its name. They have the order of the weights in the tuned files."""

    constant: int = 0
    """1."""
    hand_size: int = 1
    """The share of a full hand that the player holds."""
    hand_value: int = 2
    hand_value_squared: int = 3
    others_value: int = 4
    """The value of the other hands, for each player of the game."""
    least_value: int = 5
    """The least value of another hand; in a solo game the value of the hand."""
    hand_clubs: int = 6
    """The value of the clubs in the hand, as for the other suits."""
    hand_diamonds: int = 7
    hand_hearts: int = 8
    hand_spades: int = 9
    others_clubs: int = 10
    """The value of the clubs in the other hands, as for the other suits."""
    others_diamonds: int = 11
    others_hearts: int = 12
    others_spades: int = 13
    hand_immune: int = 14
    """The value of the cards in the hand to whose suit the enemy is immune."""
    hands_immune: int = 15
    """The same of all hands."""
    tavern_size: int = 16
    tavern_low: int = 17
    """The size of a tavern with few cards; 1 for others."""
    tavern_value: int = 18
    discard_size: int = 19
    discard_value: int = 20
    hand_jesters: int = 21
    others_jesters: int = 22
    tavern_jesters: int = 23
    hands_enemies: int = 24
    """The jacks, queens and kings in all hands."""
    tavern_enemies: int = 25
    hand_companions: int = 26
    next_value: int = 27
    """The value of the next player's hand; in a solo game the jesters not flipped yet."""
    enemy_on_tavern: int = 28
    """1 if the top card of the tavern is a jack, queen or king."""
    covered: int = 29
    """The share of the attack that the hand covers."""
    enemy_health: int = 30
    """This and the following ones are inputs of the network only."""
    enemy_attack: int = 31
    hand_by_health: int = 32
    """The value of the hand, divided by the enemy's health."""
    hand_by_attack: int = 33


NUMBERS: Final = FeatureNumbers()


@compiled
def find_features(game: Game, work: Workspace) -> None:
    """Write the features for the player who starts a turn, each roughly from 0 to 1."""
    me, hand = game.turn, game.hands[game.turn]
    others = 0
    for seat in range(game.players):
        if seat != me:
            others |= game.hands[seat]
    seen, own = work.features, value_of(hand)
    seen[NUMBERS.constant] = 1.0
    seen[NUMBERS.hand_size] = game.hand_sizes[me] / game.full_hand
    seen[NUMBERS.hand_value] = own / 40.0
    seen[NUMBERS.hand_value_squared] = own * own / 1600.0
    for suit in range(4):
        cards = CLUBS << 13 * suit
        seen[NUMBERS.hand_clubs + suit] = value_of(hand & cards) / 40.0
        seen[NUMBERS.others_clubs + suit] = value_of(others & cards) / 80.0
    seen[NUMBERS.hand_immune] = value_of(hand & game.immune_suit) / 40.0
    seen[NUMBERS.hands_immune] = value_of((hand | others) & game.immune_suit) / 80.0
    seen[NUMBERS.hand_jesters] = float((hand & JESTERS).bit_count())
    seen[NUMBERS.others_jesters] = float((others & JESTERS).bit_count())
    seen[NUMBERS.hands_enemies] = ((hand | others) & ENEMIES).bit_count() / 4.0
    seen[NUMBERS.hand_companions] = (hand & COMPANIONS).bit_count() / 2.0
    _find_enemy_features(game, own, seen)
    _find_team_features(game, own, seen)
    _find_deck_features(game, seen)


@compiled
def _find_enemy_features(game: Game, own: int, seen: list[float]) -> None:
    """Write the features of the enemy, and of the hand's value against it."""
    seen[NUMBERS.covered] = 1.0 if own >= game.attack else own / game.attack
    seen[NUMBERS.enemy_health] = game.enemy_health / 40.0
    seen[NUMBERS.enemy_attack] = game.attack / 20.0
    seen[NUMBERS.hand_by_health] = min(2.0, own / max(1, game.enemy_health))
    seen[NUMBERS.hand_by_attack] = min(2.0, own / max(1, game.attack))


@compiled
def _find_team_features(game: Game, own: int, seen: list[float]) -> None:
    """Write the features of the hands of the other players; of the jesters in a solo game."""
    me, players, total, least = game.turn, game.players, 0, 1000
    for seat in range(players):
        if seat != me:
            theirs = value_of(game.hands[seat])
            total += theirs
            least = min(least, theirs)
    seen[NUMBERS.others_value] = total / 40.0 / players
    seen[NUMBERS.least_value] = (least if players > 1 else own) / 40.0
    if players > 1:
        seen[NUMBERS.next_value] = value_of(game.hands[next_seat(game, me)]) / 40.0
    else:
        seen[NUMBERS.next_value] = game.jesters_left / 2.0


@compiled
def _find_deck_features(game: Game, seen: list[float]) -> None:
    """Write the features of the tavern and the discard pile."""
    size, tavern = game.tavern_size, tavern_cards(game)
    seen[NUMBERS.tavern_size] = size / 30.0
    seen[NUMBERS.tavern_low] = min(size, _LOW_TAVERN) / _LOW_TAVERN
    seen[NUMBERS.tavern_value] = value_of(tavern) / 200.0
    seen[NUMBERS.discard_size] = game.discard.bit_count() / 30.0
    seen[NUMBERS.discard_value] = value_of(game.discard) / 200.0
    seen[NUMBERS.tavern_jesters] = float((tavern & JESTERS).bit_count())
    seen[NUMBERS.tavern_enemies] = (tavern & ENEMIES).bit_count() / 4.0
    seen[NUMBERS.enemy_on_tavern] = 0.0
    if size and 1 << game.tavern[game.tavern_bottom + size - 1 & 63] & ENEMIES:
        seen[NUMBERS.enemy_on_tavern] = 1.0
