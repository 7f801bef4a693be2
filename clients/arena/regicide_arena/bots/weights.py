"""What the policy and the win estimate weigh, one file of numbers for each number of players; made by `tuning`."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

FOLDER: Final = files("regicide_arena.bots") / "tuned"


class Weights(NamedTuple):
    """What `policy` weighs, in points, of which a card is worth about two for each of its value.

    The defaults are where tuning begins: good for any number of players, and best for none.
    """

    clubs: float = -5.3
    """A card in the hand, whatever its value, by suit …"""
    diamonds: float = 9.3
    hearts: float = -2.4
    spades: float = -5.6
    clubs_value: float = 1.6
    """… and for each point of its value."""
    diamonds_value: float = 1.8
    hearts_value: float = 1.7
    spades_value: float = 2.0
    companion: float = 16.0
    """An animal companion, besides."""
    court: float = 4.2
    """A jack, queen or king in the hand, besides."""
    jester: float = 9.8
    """A jester in the hand."""
    draw: float = 15.0
    """A card drawn by anybody …"""
    draw_wasted: float = 3.0
    """… and one that the attack value would draw, were there room and cards enough."""
    heal: float = 5.2
    """A card healed while the tavern is empty …"""
    plenty: float = 23.0
    """… and half as much while the tavern has so many cards."""
    heal_wasted: float = -0.18
    """A card that the attack value would heal, were the discard pile large enough."""
    drawn_value: float = 4.9
    """The value that a card still to be drawn is taken to have."""
    defeat: float = 7.7
    """An enemy defeated …"""
    exact: float = 11.0
    """… exactly …"""
    excess: float = 1.1
    """… and for each point of damage beyond that."""
    poor: float = 2.2
    """Each point by which the hand is then worth less than 15, with a new enemy before it."""
    toil: float = -0.43
    """Each point of health that the enemy has left …"""
    pace: float = 0.17
    """… and that times what it strikes for: how often it will still strike follows from it."""
    reach: float = 9.2
    """An enemy that has 10 points of health left, or fewer: one card may defeat it."""
    price: float = 0.45
    """The share of the hand's worth that the strike to suffer now will cost …"""
    strain: float = -0.33
    """… and that share times what is struck for."""
    risk: float = 15.0
    """Damage that can only be covered with cards still to be drawn."""
    follower: float = 3.7
    """What the enemy strikes for, times how empty the hand of the next player is."""
    yielding: float = 9.1
    """A yield, besides what it costs."""
    jester_played: float = -1.7
    """A jester played …"""
    immunity_cancelled: float = 1.1
    """… that cancels an immunity …"""
    blocked: float = -0.76
    """… and for each point of spades that counts from now on."""
    spades_blocked: float = -0.32
    """Each point of spades played against an enemy that is immune to them."""
    flip: float = 5.7
    """A solo jester, besides the hand that is discarded for it."""
    rescue: float = 39.0
    """Damage that cannot be covered without a flip."""
    stranger: float = 0.61
    """The cards by which our own hand must be larger than another to go next ourselves."""


@cache
def tuned(players: int) -> dict[str, Any]:
    """All that was tuned for a number of players: the file's contents."""
    contents: dict[str, Any] = json.loads((FOLDER / f"{players}.json").read_text("utf-8"))
    return contents


@cache
def policy_weights(players: int) -> Weights:
    """What the policy weighs."""
    return Weights(**tuned(players)["policy"])
