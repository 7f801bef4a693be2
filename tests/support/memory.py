"""How hidden cards may lie: found by a viewer who forgets nothing and tries everything out, and from a view alone.

The first of them does not know of pools: tests compare the two.
"""

from itertools import count, permutations, product
from math import factorial

from regicide import Kind, Phase, Reason, act_out, refusal, shuffle, told, view
from regicide.cards import HEARTS, JESTERS, card_set, members, parse_cards, size, value
from regicide.legality import loss
from regicide.powers import powers_of
from regicide.table import Table


class Memory:
    """All positions that may be there, for all that the viewer saw since the first one; of that lies open what is open.

    The castle is not among what is hidden here.
    """

    def __init__(self, first, viewer):
        self.viewer = viewer
        self.possible = [other for other in _relaid(first, viewer) if _sight(other, viewer) == _sight(first, viewer)]

    def live_through(self, before, action):
        """Keep the positions in which the same action is told and looks the same; healed cards may lie in any order."""
        seen = self._experience(before, action)
        tried = (
            other._replace(seed=seed)
            for seed, other in product(_seeds_of_all_orders(before, action), self.possible)
            if not refusal(other, action)
        )
        after = [act_out(other, action)[0] for other in tried if self._experience(other, action) == seen]
        self.possible = list({(other.hands, other.tavern): other for other in after}.values())

    def arrangements(self):
        """How the hands and the tavern may lie."""
        return {(other.hands, other.tavern) for other in self.possible}

    def _experience(self, before, action):
        after, effects = act_out(before, action)
        return [told(effect, self.viewer) for effect in effects], _sight(after, self.viewer)


def arrangements(position, viewer):
    """How the hands and the tavern may lie by what the view calls `unseen`, and by the rule R5."""
    own = tuple(hand if seat == viewer else 0 for seat, hand in enumerate(position.hands))
    ways = {(own, ())}
    for pool in view(position, viewer)["unseen"]:
        ways = {
            (tuple(map(int.__or__, hands, dealt)), above + below)
            for (hands, above), (dealt, below) in product(ways, _dealt(pool))
        }
    return {way for way in ways if _fits(position._replace(hands=way[0], tavern=way[1]))}


def healed(before, action):
    """How many cards of the discard pile an action puts under the tavern."""
    if action.kind is not Kind.PLAY or action.cards & JESTERS or not powers_of(Table(before), action.cards) & HEARTS:
        return 0
    return min(value(action.cards), size(before.discard))


def _sight(position, viewer):
    """The view without its pools."""
    return view(position, viewer) | {"unseen": None}


def _relaid(first, viewer):
    """The position with the hidden cards in every order; its pools are left out."""
    hidden = [card for seat, hand in enumerate(first.hands) if seat != viewer for card in members(hand)]
    hidden += first.tavern[first.known :]
    found = {}
    for order in permutations(hidden):
        cards = list(order)
        hands = [hand if seat == viewer else _take(cards, size(hand)) for seat, hand in enumerate(first.hands)]
        other = first._replace(hands=tuple(hands), tavern=(*first.tavern[: first.known], *cards), pools=())
        found[other.hands, other.tavern] = other
    return found.values()


def _dealt(pool):
    """How the cards of one pool may lie."""
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
    """Who has to suffer damage can cover it, and who had to could not, if the game is lost (R5)."""
    suffers = position.phase is Phase.SUFFER or position.reason is Reason.CANNOT_COVER_DAMAGE
    return not suffers or loss(position._replace(phase=Phase.SUFFER)) is position.reason


def _seeds_of_all_orders(before, action):
    """Seeds by which the action heals the cards that it does, and leaves them in every order that they may have."""
    number = healed(before, action)
    pile, label = list(members(before.discard)), f"hearts-{before.heals}"
    cards = set(shuffle(before.seed, label, pile)[:number])
    found, seeds = {}, map(str, count())
    while len(found) < factorial(number):
        seed = next(seeds)
        order = tuple(shuffle(seed, label, pile)[:number])
        if set(order) == cards:
            found[order] = seed
    return found.values()
