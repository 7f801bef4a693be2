"""The bot `greedy`: rates every legal action by its immediate costs and gains, and takes the best one.

Costs and gains are in points; a card is worth roughly its value in points. The rating considers the next action only
and does not guess hidden cards: a card that is still to be drawn counts as an average one. The constants were found in
trial games; each docstring names what its constant rates.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from regicide import Action, ActionKind, Card, CardSet, parse_card, parse_cards
from regicide.cards import CLUBS, DIAMONDS, HEARTS, JESTERS, SPADES, members, size, suit, value
from regicide.rulebook import FULL_HAND
from regicide_arena.bots.view_types import View

CARD: Final = 1.0
"""A card in the hand, besides its value: one more option."""
SUIT: Final = {CLUBS: 0.0, DIAMONDS: 6.0, HEARTS: 1.0, SPADES: 0.5}
"""The power of a card in the hand, by suit: without diamonds the hands run out of cards."""
JESTER: Final = 8.0
"""A jester in the hand: a turn without damage to suffer."""
DRAW: Final = 4.0
"""A card drawn by any player: less than a card in the hand that is known to be good."""
AVERAGE: Final = 5
"""The assumed value of a drawn card that is not known."""
HEAL: Final = 1.5
"""A card healed while the tavern is empty."""
PLENTY: Final = 14
"""The size of the tavern at which a healed card counts half of that."""
EXACT: Final = 5.0
"""An exact kill: the enemy goes on top of the tavern, and is a strong card."""
TOIL: Final = 0.4
"""Cards still to be spent, for each point of the enemy's health."""
PACE: Final = 9
"""The damage of an ordinary turn, from which the number of strikes still to suffer follows."""
FLIP: Final = 20.0
"""A solo jester, besides the hand discarded with it."""
RESCUE: Final = 36.0
"""Damage that only the flip of a solo jester averts."""
END: Final = 200.0
"""The game, lost or won."""
STRANGER: Final = 3.0
"""The cards by which the own hand must exceed another to go next: the other hand has not just played a jester."""
SIGNAL: Final = {"eager": 4.0, "reluctant": -4.0, None: 0.0}
"""A signal of the player to appoint, in cards."""


class TableFacts(NamedTuple):
    """What the player to act knows, as numbers and sets of cards."""

    me: int
    hand: CardSet
    castle: int
    """The number of enemies left, the current one included."""
    left: int
    """The health left to the enemy."""
    strike: int
    """The enemy's attack after shields."""
    immune: CardSet
    """The suit without powers; empty once the immunity is cancelled."""
    full_hand: int
    hand_sizes: tuple[int, ...]
    signals: tuple[str | None, ...]
    tavern: int
    """The number of cards in the tavern."""
    tavern_top: tuple[Card, ...]
    """The publicly known cards on top of the tavern."""
    discard: int
    """The number of cards in the discard pile."""
    flips: int


def table_facts(view: View) -> TableFacts:
    """Read the facts from the view of the seat to act.

    Raises ValueError for the view of a spectator or of a game that is not in progress.
    """
    enemy, hand, me = view["enemy"], view["hand"], view["you"]
    if enemy is None or hand is None or me is None:
        raise ValueError("nothing to choose: expected the view of a seat in a game in progress")
    return TableFacts(
        me=me,
        hand=parse_cards(hand),
        castle=view["castle_size"],
        left=enemy["health"] - enemy["damage"],
        strike=enemy["strikes_for"],
        immune=0 if enemy["immunity_cancelled"] else suit(parse_card(enemy["card"])),
        full_hand=FULL_HAND[view["players"]],
        hand_sizes=tuple(seat["hand_size"] for seat in view["seats"]),
        signals=tuple(seat.get("signal") for seat in view["seats"]),
        tavern=view["tavern_size"],
        tavern_top=tuple(map(parse_card, view["tavern_top"])),
        discard=len(view["discard"]),
        flips=view["flips_left"],
    )


class Play(NamedTuple):
    """A play: its cards, their attack value, and the cards whose powers work."""

    facts: TableFacts
    cards: CardSet
    attack: int
    powers: CardSet


def choose(view: View) -> str:
    """Takes the action with the best balance of immediate costs and gains."""
    facts = table_facts(view)
    rate = {"play": _rate_turn, "suffer": _rate_discard, "appoint": _rate_seat}[view["phase"]]
    return max(view["legal_actions"], key=lambda text: rate(facts, _parsed(text)))


_parsed = lru_cache(maxsize=1 << 14)(Action.parse)


# S1: play or yield


def _rate_turn(facts: TableFacts, action: Action) -> float:
    match action.kind:
        case ActionKind.FLIP:
            return -_flip_cost(facts) - _enemy_cost(facts.strike, facts.left)
        case ActionKind.YIELD:
            return -_strike_cost(facts, facts.hand, facts.strike, []) - _enemy_cost(facts.strike, facts.left)
    if action.cards & JESTERS:
        return -JESTER - _enemy_cost(facts.strike, facts.left)
    return _rate_play(Play(facts, action.cards, value(action.cards), action.cards & ~facts.immune))


def _rate_play(play: Play) -> float:
    gain = _power_gain(play) - _worth(play.cards)
    left = play.facts.left - play.attack * (2 if play.powers & CLUBS else 1)
    if left <= 0:
        return gain + _defeat_gain(play.facts, left)
    strike = max(0, play.facts.strike - play.attack) if play.powers & SPADES else play.facts.strike
    cost = _strike_cost(play.facts, play.facts.hand & ~play.cards, strike, _drawn(play))
    return gain - cost - _enemy_cost(strike, left)


def _enemy_cost(strike: int, left: int) -> float:
    """Return the future cost of an enemy in play: cards to defeat it, and cards for each of its strikes."""
    return TOIL * left + strike * left / PACE


def _defeat_gain(facts: TableFacts, left: int) -> float:
    """Return the gain of defeating the enemy, besides the end of its strikes."""
    if facts.castle == 1:
        return END
    return EXACT if left == 0 else 0.0


# S2: suit powers. The gains of clubs and spades are in the enemy's future cost.


def _power_gain(play: Play) -> float:
    scarcity = PLENTY / (PLENTY + play.facts.tavern)
    return HEAL * scarcity * _healed(play) + DRAW * _draws(play)


def _healed(play: Play) -> int:
    return min(play.attack, play.facts.discard) if play.powers & HEARTS else 0


def _draws(play: Play) -> int:
    """Return the number of cards drawn by all players together."""
    if not play.powers & DIAMONDS:
        return 0
    room = play.facts.full_hand * len(play.facts.hand_sizes) - sum(play.facts.hand_sizes) + size(play.cards)
    return min(play.attack, room, play.facts.tavern + _healed(play))


def _drawn(play: Play) -> list[int]:
    """Return the values of the cards that this player draws, known or assumed; cards are dealt out in turn."""
    room = play.facts.full_hand - size(play.facts.hand) + size(play.cards)
    mine = min(room, -(-_draws(play) // len(play.facts.hand_sizes)))
    known = [value(1 << card) for card in play.facts.tavern_top[:: len(play.facts.hand_sizes)]]
    return [*known, *[AVERAGE] * mine][:mine]


# S4: suffer damage


def _rate_discard(facts: TableFacts, action: Action) -> float:
    return -_flip_cost(facts) if action.kind is ActionKind.FLIP else -_worth(action.cards)


def _flip_cost(facts: TableFacts) -> float:
    return FLIP + _worth(facts.hand)


def _strike_cost(facts: TableFacts, hand: CardSet, strike: int, drawn: list[int]) -> float:
    """Return the cost of covering a strike from a hand and the cards drawn to it; END if they do not suffice."""
    cards = [(value(1 << card), _worth(1 << card)) for card in members(hand)] + [(v, CARD + v) for v in drawn]
    if sum(v for v, _ in cards) < strike:
        return RESCUE if facts.flips else END
    return _cheapest(tuple(cards), strike)


@lru_cache(maxsize=1 << 12)
def _cheapest(cards: tuple[tuple[int, float], ...], strike: int) -> float:
    """Return the least worth of cards that cover a strike: a knapsack over (value, worth) of each card."""
    least = [0.0] + [END] * strike
    for covers, worth in cards:
        for part in range(strike, 0, -1):
            least[part] = min(least[part], least[max(0, part - covers)] + worth)
    return least[strike]


@lru_cache(maxsize=1 << 14)
def _worth(cards: CardSet) -> float:
    """Return the worth of cards in the hand."""
    plain = cards & ~JESTERS
    return sum(CARD + value(1 << card) + SUIT[suit(card)] for card in members(plain)) + JESTER * size(cards & JESTERS)


# Jester: who goes next


def _rate_seat(facts: TableFacts, action: Action) -> float:
    """Rate a seat by the size of its hand and by its signal."""
    if action.seat == facts.me:
        return size(facts.hand) - STRANGER
    return facts.hand_sizes[action.seat] + SIGNAL[facts.signals[action.seat]]
