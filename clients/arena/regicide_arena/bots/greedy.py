"""The bot `greedy`: rates every legal action by what it costs and what it brings, and takes the best one.

All is counted in points, of which a card is worth about as many as its value. No action but the next one is looked at,
and nothing hidden is guessed at: a card that is still to be drawn is taken for an average one. The numbers were found
by playing many games with others; what they weigh against each other is written beside them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from regicide import Action, ActionKind, CardSet
from regicide.cards import CLUBS, DIAMONDS, HEARTS, JESTERS, SPADES, members, size, suit, value
from regicide_arena.bots.table import Table, table_of
from regicide_arena.views import View

CARD: Final = 1.0
"""A card in the hand, whatever its value: it is one more choice."""
SUIT: Final = {CLUBS: 0.0, DIAMONDS: 6.0, HEARTS: 1.0, SPADES: 0.5}
"""A suit's power that is still in the hand: without diamonds the hands run dry."""
JESTER: Final = 8.0
"""A jester in the hand: a turn without damage to suffer."""
DRAW: Final = 4.0
"""A card drawn by anybody: less than one in the hand that is known to be good."""
AVERAGE: Final = 5
"""The value that a drawn card is taken to have, if it is not known."""
HEAL: Final = 1.5
"""A card healed while the tavern is empty …"""
PLENTY: Final = 14
"""… and half as much while the tavern has so many cards."""
EXACT: Final = 5.0
"""An exact kill: the enemy will be drawn, and is a strong card."""
TOIL: Final = 0.4
"""The cards that each point of the enemy's health will still cost."""
PACE: Final = 9
"""The damage of a usual turn: from it follows how often the enemy will still strike."""
FLIP: Final = 20.0
"""A solo jester, besides the hand that is discarded for it."""
RESCUE: Final = 36.0
"""Damage that cannot be covered without flipping a solo jester."""
END: Final = 200.0
"""The game: lost, or won."""
STRANGER: Final = 3.0
"""The cards by which our own hand must be larger to go next ourselves: another hand has not just played a jester."""
SIGNAL: Final = {"eager": 4.0, "reluctant": -4.0, None: 0.0}
"""What a signal counts for, in cards, when somebody is appointed."""


class Play(NamedTuple):
    """Cards as they would be played on a table: their attack value, and those whose powers work."""

    table: Table
    cards: CardSet
    attack: int
    powers: CardSet


def choose(view: View) -> str:
    """The action that costs the least and brings the most at once, by what this view shows."""
    table = table_of(view)
    rate = {"play": _rate_turn, "suffer": _rate_discard, "appoint": _rate_seat}[view["phase"]]
    return max(view["legal_actions"], key=lambda text: rate(table, _parsed(text)))


_parsed = lru_cache(maxsize=1 << 14)(Action.parse)


# S1: play or yield


def _rate_turn(table: Table, action: Action) -> float:
    match action.kind:
        case ActionKind.FLIP:
            return -_price_of_flip(table) - _outlook(table.strike, table.left)
        case ActionKind.YIELD:
            return -_price(table, table.hand, table.strike, []) - _outlook(table.strike, table.left)
    if action.cards & JESTERS:
        return -JESTER - _outlook(table.strike, table.left)
    return _rate_play(Play(table, action.cards, value(action.cards), action.cards & ~table.immune))


def _rate_play(play: Play) -> float:
    gain = _gain(play) - _worth(play.cards)
    left = play.table.left - play.attack * (2 if play.powers & CLUBS else 1)
    if left <= 0:
        return gain + _prize(play.table, left)
    strike = max(0, play.table.strike - play.attack) if play.powers & SPADES else play.table.strike
    return gain - _price(play.table, play.table.hand & ~play.cards, strike, _drawn(play)) - _outlook(strike, left)


def _outlook(strike: int, left: int) -> float:
    """What an enemy that stands will still cost: cards to attack it with, and cards each time that it strikes."""
    return TOIL * left + strike * left / PACE


def _prize(table: Table, left: int) -> float:
    """What defeating the enemy brings, besides that it strikes no more."""
    if table.castle == 1:
        return END
    return EXACT if left == 0 else 0.0


# S2: suit powers. What clubs and spades bring shows in what the enemy will still cost.


def _gain(play: Play) -> float:
    scarcity = PLENTY / (PLENTY + play.table.tavern)
    return HEAL * scarcity * _healed(play) + DRAW * _draws(play)


def _healed(play: Play) -> int:
    return min(play.attack, play.table.discard) if play.powers & HEARTS else 0


def _draws(play: Play) -> int:
    """How many cards all draw together."""
    if not play.powers & DIAMONDS:
        return 0
    room = play.table.full_hand * len(play.table.hand_sizes) - sum(play.table.hand_sizes) + size(play.cards)
    return min(play.attack, room, play.table.tavern + _healed(play))


def _drawn(play: Play) -> list[int]:
    """The values of the cards that we draw ourselves, as far as they can be known: the others draw every other one."""
    room = play.table.full_hand - size(play.table.hand) + size(play.cards)
    mine = min(room, -(-_draws(play) // len(play.table.hand_sizes)))
    known = [value(1 << card) for card in play.table.tavern_top[:: len(play.table.hand_sizes)]]
    return [*known, *[AVERAGE] * mine][:mine]


# S4: suffer damage


def _rate_discard(table: Table, action: Action) -> float:
    return -_price_of_flip(table) if action.kind is ActionKind.FLIP else -_worth(action.cards)


def _price_of_flip(table: Table) -> float:
    return FLIP + _worth(table.hand)


def _price(table: Table, hand: CardSet, strike: int, drawn: list[int]) -> float:
    """What it costs to cover a strike from a hand and the cards drawn to it; a hand that cannot cover it is lost."""
    cards = [(value(1 << card), _worth(1 << card)) for card in members(hand)] + [(v, CARD + v) for v in drawn]
    if sum(v for v, _ in cards) < strike:
        return RESCUE if table.flips else END
    return _cheapest(tuple(cards), strike)


@lru_cache(maxsize=1 << 12)
def _cheapest(cards: tuple[tuple[int, float], ...], strike: int) -> float:
    """The least worth of cards that cover a strike: card by card, the least for every part of it."""
    least = [0.0] + [END] * strike
    for covers, worth in cards:
        for part in range(strike, 0, -1):
            least[part] = min(least[part], least[max(0, part - covers)] + worth)
    return least[strike]


@lru_cache(maxsize=1 << 14)
def _worth(cards: CardSet) -> float:
    """What cards in the hand are worth."""
    plain = cards & ~JESTERS
    return sum(CARD + value(1 << card) + SUIT[suit(card)] for card in members(plain)) + JESTER * size(cards & JESTERS)


# Jester: who goes next


def _rate_seat(table: Table, action: Action) -> float:
    """The larger hand goes next, unless it would rather not."""
    if action.seat == table.me:
        return size(table.hand) - STRANGER
    return table.hand_sizes[action.seat] + SIGNAL[table.signals[action.seat]]
