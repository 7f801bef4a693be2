"""Determinization: sampling positions that are consistent with a view, for search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import repeat
from random import Random
from typing import Any

from regicide.cards import Card, CardSet, card_set, value
from regicide.errors import ImpossiblePosition, ImpossibleView
from regicide.information_set import InformationSet
from regicide.legality import loss_reason
from regicide.observation import observe
from regicide.position import Position
from regicide.rulebook import Phase


def sample_position(view: Mapping[str, Any], rng: Random) -> Position:
    """A position drawn uniformly from all that are consistent with a view of a seat or a spectator.

    The position has a random seed, and counts hearts powers from 0. Members that `View` does not have are ignored.
    Raises ImpossibleView for a view that no player can have.
    """
    return next(sample_positions(view, rng))


def sample_positions(view: Mapping[str, Any], rng: Random) -> Iterator[Position]:
    """An endless iterator of such positions, drawn independently. Parsing the view takes longer than a draw.

    Raises ImpossibleView, at once.
    """
    information_set = parse_view(view)
    return (_sample(information_set, rng) for _ in repeat(None))


def parse_view(view: Mapping[str, Any]) -> InformationSet:
    """The information set of a view: what the view shows, and what it leaves open.

    Raises ImpossibleView for a view that no player can have.
    """
    information_set = InformationSet.from_view(view)
    _check_sufferer(information_set)
    _check_view(view, information_set.viewer, _sample(information_set, Random(0)))  # noqa: S311 - any sample will do
    return information_set


def _sample(information_set: InformationSet, rng: Random) -> Position:
    """A position of the set: the cards of each pool are dealt to the hands, the rest goes to the tavern."""
    visible, sufferer = information_set.visible, information_set.sufferer
    hands = list(visible.hands)
    seats = sorted(range(len(hands)), key=lambda seat: seat != sufferer)
    tavern: list[Card] = []
    for pool, first in zip(information_set.pools, _sample_suffering_hand(information_set, rng), strict=True):
        cards = first + _shuffled([card for card in pool.cards if card not in first] if first else pool.cards, rng)
        for seat in seats:
            if count := pool.hands[seat]:
                hands[seat] |= card_set(cards[:count])
                del cards[:count]
        tavern += cards
    state = visible._replace(
        seed=f"{rng.getrandbits(128):032x}",
        castle=(*visible.castle, *[card for rank in information_set.castle_ranks for card in _shuffled(rank, rng)]),
        tavern=tuple(tavern),
        hands=tuple(hands),
    )
    return Position._make(state)


def _shuffled(cards: Sequence[Card], rng: Random) -> list[Card]:
    """The cards in random order; takes half the time of `Random.shuffle`."""
    random = rng.random
    return sorted(cards, key=lambda _: random())


def _sample_suffering_hand(information_set: InformationSet, rng: Random) -> list[list[Card]]:
    """The cards of each pool in the hidden hand of the seat that suffers damage; empty lists without such a seat.

    A game that has not ended shows that the hand covers the damage (R5): rejection sampling until the hand agrees.
    """
    if information_set.sufferer is None:
        return [[] for _ in information_set.pools]
    while True:
        drawn = [rng.sample(pool.cards, pool.hands[information_set.sufferer]) for pool in information_set.pools]
        if _is_consistent(information_set, drawn):
            return drawn


def _is_consistent(information_set: InformationSet, hand: Sequence[Sequence[Card]]) -> bool:
    """Whether the game would have the same end, or none, with this hand at the seat to act."""
    visible = information_set.visible
    hands: list[CardSet] = list(visible.hands)
    hands[visible.turn] = card_set([card for cards in hand for card in cards])
    return loss_reason(visible._replace(phase=Phase.SUFFER, hands=tuple(hands))) is visible.reason


def _check_sufferer(information_set: InformationSet) -> None:
    """Check that the hand of the highest or of the lowest value is consistent, so that rejection sampling ends.

    Raises ImpossibleView otherwise.
    """
    if information_set.sufferer is None:
        return
    by_value = [sorted(pool.cards, key=lambda card: value(1 << card)) for pool in information_set.pools]
    counts = [pool.hands[information_set.sufferer] for pool in information_set.pools]
    least = [cards[:count] for cards, count in zip(by_value, counts, strict=True)]
    most = [cards[len(cards) - count :] for cards, count in zip(by_value, counts, strict=True)]
    if not (_is_consistent(information_set, least) or _is_consistent(information_set, most)):
        raise ImpossibleView(
            f"seat {information_set.sufferer} suffers damage of {information_set.visible.attack}, and "
            f"{'cannot' if information_set.visible.reason is None else 'can surely'} cover it with its possible cards"
        )


def _check_view(view: Mapping[str, Any], viewer: int | None, sample: Position) -> None:
    """Check that a position sampled from a view is valid and has this view. Raises ImpossibleView otherwise."""
    try:
        sample.validated(course=False)
    except ImpossiblePosition as error:
        raise ImpossibleView(f"no game can look like this: {error}") from error
    for name, expected in observe(sample, viewer).items():
        if not _agrees(view.get(name), expected):
            raise ImpossibleView(f"{name} is {view.get(name)!r}, but follows from the rest as {expected!r}")


def _agrees(given: object, expected: object) -> bool:
    """Whether a JSON value contains the expected one; objects may have further members."""
    if given == expected:
        return True
    if isinstance(expected, dict) and isinstance(given, Mapping):
        return all(_agrees(given.get(name), part) for name, part in expected.items())
    if isinstance(expected, list) and isinstance(given, list) and len(given) == len(expected):
        return all(map(_agrees, given, expected))
    return False
