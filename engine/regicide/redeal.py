"""What may be hidden: positions drawn at random among all that look the same to a viewer, as a search needs them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import repeat
from random import Random
from typing import Any

from regicide.cards import Card, CardSet, card_set, value
from regicide.errors import ImpossiblePosition, ImpossibleView
from regicide.legality import loss
from regicide.position import Position
from regicide.rulebook import Phase
from regicide.sight import Sight, read
from regicide.validity import checked
from regicide.view import view


def redeal(seen: Mapping[str, Any], rng: Random) -> Position:
    """A position drawn uniformly among all that are consistent with a view, of a seat or a spectator.

    The seed is a new one, and the hearts powers are counted anew. Members that no `View` has are passed over. Raises
    ImpossibleView for a view that nobody can have.
    """
    return next(redeals(seen, rng))


def redeals(seen: Mapping[str, Any], rng: Random) -> Iterator[Position]:
    """Any number of such positions, each drawn by itself. To read the view takes longer than to draw one.

    Raises ImpossibleView, at once.
    """
    sight = read(seen)
    _check_sufferer(sight)
    _check(seen, sight, _drawn(sight, rng))
    return (_drawn(sight, rng) for _ in repeat(None))


def _drawn(sight: Sight, rng: Random) -> Position:
    """A position that looks like this: some cards of each pool are dealt to the hands, the others are in the tavern."""
    hands = list(sight.seen.hands)
    seats = sorted(range(len(hands)), key=lambda seat: seat != sight.sufferer)
    tavern: list[Card] = []
    for pool, first in zip(sight.hidden, _suffering_hand(sight, rng), strict=True):
        cards = first + _shuffled([card for card in pool.cards if card not in first] if first else pool.cards, rng)
        for seat in seats:
            if count := pool.hands[seat]:
                hands[seat] |= card_set(cards[:count])
                del cards[:count]
        tavern += cards
    return sight.seen._replace(
        seed=f"{rng.getrandbits(128):032x}",
        castle=(*sight.seen.castle, *[card for rank in sight.below for card in _shuffled(rank, rng)]),
        tavern=tuple(tavern),
        hands=tuple(hands),
    )


def _shuffled(cards: Sequence[Card], rng: Random) -> list[Card]:
    """The cards in any order; in half the time of `Random.shuffle`."""
    random = rng.random
    return sorted(cards, key=lambda _: random())


def _suffering_hand(sight: Sight, rng: Random) -> list[list[Card]]:
    """What the hand of the seat that suffers damage holds of each pool, if it is hidden.

    That the game goes on, or does not, shows whether it covers the damage (R5): it is drawn until it fits.
    """
    if sight.sufferer is None:
        return [[] for _ in sight.hidden]
    while True:
        drawn = [rng.sample(pool.cards, pool.hands[sight.sufferer]) for pool in sight.hidden]
        if _fits(sight, drawn):
            return drawn


def _fits(sight: Sight, hand: Sequence[Sequence[Card]]) -> bool:
    """Whether the game would stand as it does with this hand at the seat to act."""
    seen = sight.seen
    hands: list[CardSet] = list(seen.hands)
    hands[seen.turn] = card_set([card for cards in hand for card in cards])
    return loss(seen._replace(phase=Phase.SUFFER, hands=tuple(hands))) is seen.reason


def _check_sufferer(sight: Sight) -> None:
    """See that some hand fits, so that drawing one ends: the worthiest that there is, or the least worthy one."""
    if sight.sufferer is None:
        return
    by_worth = [sorted(pool.cards, key=lambda card: value(1 << card)) for pool in sight.hidden]
    counts = [pool.hands[sight.sufferer] for pool in sight.hidden]
    least = [cards[:count] for cards, count in zip(by_worth, counts, strict=True)]
    most = [cards[len(cards) - count :] for cards, count in zip(by_worth, counts, strict=True)]
    if not (_fits(sight, least) or _fits(sight, most)):
        raise ImpossibleView(
            f"seat {sight.sufferer} had to suffer damage of {sight.seen.attack}, and "
            f"{'cannot' if sight.seen.reason is None else 'can surely'} cover that with what it may hold"
        )


def _check(seen: Mapping[str, Any], sight: Sight, position: Position) -> None:
    """See that a position drawn for a view is one that a game can be in, and looks like the view."""
    try:
        looks = view(checked(position), sight.viewer)
    except ImpossiblePosition as error:
        raise ImpossibleView(f"no game can look like this: {error}") from error
    for name, expected in looks.items():
        if not _agrees(seen.get(name), expected):
            raise ImpossibleView(f"{name} is {seen.get(name)!r}, and the rest of the view says {expected!r}")


def _agrees(given: object, expected: object) -> bool:
    """Whether what is given says what is expected, and perhaps more."""
    if given == expected:
        return True
    if isinstance(expected, dict) and isinstance(given, Mapping):
        return all(_agrees(given.get(name), part) for name, part in expected.items())
    if isinstance(expected, list) and isinstance(given, list) and len(given) == len(expected):
        return all(map(_agrees, given, expected))
    return False
