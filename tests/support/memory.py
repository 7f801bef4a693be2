"""The possible arrangements of hidden cards, by brute force from a whole game, and from a single view.

Tests compare the two. The brute force does not use pools.
"""

from itertools import count, permutations, product
from math import factorial

from regicide import EndReason, Phase, observe, shuffle, step
from regicide.cards import card_set, members, parse_cards, size, value
from regicide.effects import Heal


class Memory:
    """All positions that are consistent with what a viewer has seen since the first position.

    The castle is not part of the hidden cards here.
    """

    def __init__(self, first, viewer):
        self.viewer = viewer
        self.possible = [
            other
            for other in _relaid(first, viewer)
            if _view_without_pools(other, viewer) == _view_without_pools(first, viewer)
        ]

    def update(self, before, action):
        """Keep the positions in which the action is legal and has the same visible effects; heals in any order."""
        seen = self._experience(before, action)
        tried = (
            other._replace(seed=seed)
            for seed, other in product(_seeds_of_all_orders(before, action), self.possible)
            if other.is_legal(action)
        )
        after = [step(other, action)[0] for other in tried if self._experience(other, action) == seen]
        self.possible = list({(other.hands, other.tavern): other for other in after}.values())

    def arrangements(self):
        """The possible hands and taverns."""
        return {(other.hands, other.tavern) for other in self.possible}

    def _experience(self, before, action):
        after, effects = step(before, action)
        return [effect.to_json(self.viewer) for effect in effects], _view_without_pools(after, self.viewer)


def arrangements(position, viewer):
    """The possible hands and taverns by the member `unseen` of the view, and by the rule R5."""
    own = tuple(hand if seat == viewer else 0 for seat, hand in enumerate(position.hands))
    ways = {(own, ())}
    for pool in observe(position, viewer)["unseen"]:
        ways = {
            (tuple(map(int.__or__, hands, dealt)), above + below)
            for (hands, above), (dealt, below) in product(ways, _dealt(pool))
        }
    return {way for way in ways if _fits(position._replace(hands=way[0], tavern=way[1]))}


def healed(before, action):
    """The number of cards that an action moves from the discard pile under the tavern."""
    return sum(effect.number for effect in step(before, action)[1] if isinstance(effect, Heal))


def _view_without_pools(position, viewer):
    """The view, without the member `unseen`."""
    return observe(position, viewer) | {"unseen": None}


def _relaid(first, viewer):
    """The position with the hidden cards in every order, and without pools."""
    hidden = [card for seat, hand in enumerate(first.hands) if seat != viewer for card in members(hand)]
    hidden += first.tavern[first.known_on_top :]
    found = {}
    for order in permutations(hidden):
        cards = list(order)
        hands = [hand if seat == viewer else _take(cards, size(hand)) for seat, hand in enumerate(first.hands)]
        other = first._replace(
            hands=tuple(hands), tavern=(*first.tavern[: first.known_on_top], *cards), hidden_pools=()
        )
        found[other.hands, other.tavern] = other
    return found.values()


def _dealt(pool):
    """The possible arrangements of the cards of one pool."""
    ways = set()
    for order in permutations(members(parse_cards(pool["cards"]))):
        cards = list(order)
        hands = tuple(_take(cards, held) for held in pool["hands"])
        ways.add((hands, tuple(cards)))
    return ways


def _take(cards, number):
    taken, cards[:] = cards[:number], cards[number:]
    return card_set(taken)


def _fits(position):
    """A player who suffers damage can cover it; if the game is lost because of it, the player could not (R5)."""
    if position.phase is not Phase.SUFFER and position.reason is not EndReason.CANNOT_COVER_DAMAGE:
        return True
    survives = value(position.hands[position.turn]) >= position.attack or position.may_flip
    return survives is (position.reason is None)


def _seeds_of_all_orders(before, action):
    """Seeds with which the action heals the same cards, one for every order of them."""
    number = healed(before, action)
    pile, label = list(members(before.discard)), f"hearts-{before.heart_shuffles}"
    cards = set(shuffle(before.seed, label, pile)[:number])
    found, seeds = {}, map(str, count())
    while len(found) < factorial(number):
        seed = next(seeds)
        order = tuple(shuffle(seed, label, pile)[:number])
        if set(order) == cards:
            found[order] = seed
    return found.values()
