"""Cards and sets of cards.

A card is an integer from 0 to 53 in canonical order: clubs, diamonds, hearts, spades; within a suit A, 2 … 10, J, Q, K;
then the jesters X1 and X2. `parse_card` and `card_name` convert from and to names such as `AC`, `10D` and `X1`.

A set of cards is an integer whose bit `i` is set if card `i` is in it. Sets are compared, hashed, united (`|`) and
intersected (`&`) at the cost of an integer operation, and are iterated in canonical order.

>>> hand = parse_cards(["8D", "AC"])
>>> card_names(hand), size(hand), value(hand)
(['AC', '8D'], 2, 9)
>>> card_names(hand & DIAMONDS)
['8D']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

from regicide.errors import MalformedCard
from regicide.message import Message, excerpt

__all__ = [
    "CARD_NAMES",
    "CLUBS",
    "COMPANIONS",
    "DIAMONDS",
    "ENEMIES",
    "HEARTS",
    "JESTERS",
    "RANKS",
    "SPADES",
    "SUITS",
    "Card",
    "CardSet",
    "card_name",
    "card_names",
    "card_set",
    "members",
    "parse_card",
    "parse_cards",
    "rank",
    "size",
    "suit",
    "value",
]

Card: TypeAlias = int
"""A card, 0 to 53 in canonical order."""
CardSet: TypeAlias = int
"""A set of cards: bit `i` is set if card `i` is in it."""

RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
"""The ranks in canonical order."""
SUITS: Final = ("C", "D", "H", "S")
"""The suits in canonical order."""

CARD_NAMES: Final[tuple[str, ...]] = (*(rank + suit for suit in SUITS for rank in RANKS), "X1", "X2")
"""The name of each card, by the card."""

_CARDS: Final[dict[str, Card]] = {name: card for card, name in enumerate(CARD_NAMES)}

JESTER_CARDS: Final[tuple[Card, ...]] = (52, 53)
JESTERS: Final[CardSet] = 1 << 52 | 1 << 53
"""Both jesters."""
CLUBS: Final[CardSet] = 0x1FFF
"""All clubs."""
DIAMONDS: Final[CardSet] = 0x1FFF << 13
"""All diamonds."""
HEARTS: Final[CardSet] = 0x1FFF << 26
"""All hearts."""
SPADES: Final[CardSet] = 0x1FFF << 39
"""All spades."""

_VALUES: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 15, 20) * 4 + (0, 0)


def rank(card: Card) -> str:
    """The rank of a card other than a jester: `A`, `2` … `10`, `J`, `Q` or `K`."""
    return RANKS[card % 13]


def suit(card: Card) -> CardSet:
    """All cards of the suit of a card other than a jester: `CLUBS`, `DIAMONDS`, `HEARTS` or `SPADES`."""
    return CLUBS << 13 * (card // 13)


def _suit_values() -> tuple[int, ...]:
    """The value of each set of cards of one suit, by the set as 13 bits."""
    values = [0]
    for card_value in _VALUES[:13]:
        values += [subset_value + card_value for subset_value in values]
    return tuple(values)


_SUIT_VALUES: Final = _suit_values()


def value(cards: CardSet) -> int:
    """The total value of a set of cards, both as an attack and as a discard against damage."""
    return (
        _SUIT_VALUES[cards & 0x1FFF]
        + _SUIT_VALUES[cards >> 13 & 0x1FFF]
        + _SUIT_VALUES[cards >> 26 & 0x1FFF]
        + _SUIT_VALUES[cards >> 39 & 0x1FFF]
    )


VALUES: Final = {1 << card: _VALUES[card] for card in range(54)}
"""The value of each card, by the set of that card alone."""


def card_set(cards: Iterable[Card]) -> CardSet:
    """The set of these cards."""
    bits = 0
    for card in cards:
        bits |= 1 << card
    return bits


def members(cards: CardSet) -> Iterator[Card]:
    """The cards of a set, in canonical order."""
    while cards:
        lowest = cards & -cards
        yield lowest.bit_length() - 1
        cards ^= lowest


def size(cards: CardSet) -> int:
    """The number of cards in a set."""
    return cards.bit_count()


def cards_of_ranks(ranks: Iterable[str]) -> CardSet:
    """All cards of these ranks."""
    return card_set(_CARDS[rank + suit] for rank in ranks for suit in SUITS)


COMPANIONS: Final[CardSet] = cards_of_ranks("A")
"""The aces: the animal companions."""
ENEMIES: Final[CardSet] = cards_of_ranks("JQK")
"""All jacks, queens and kings."""
ALL_BUT_JESTERS: Final[CardSet] = (1 << 52) - 1


def card_name(card: Card) -> str:
    """The name of a card; `parse_card` is the inverse."""
    return CARD_NAMES[card]


def parse_card(name: str) -> Card:
    """The card with a name such as `AC`, `10D` or `X1`.

    Raises MalformedCard for any other text.
    """
    try:
        return _CARDS[name]
    except KeyError:
        raise _malformed_card(name) from None


MAX_ECHO: Final = 20
"""The characters, quotation marks included, that the message about a text that is not a card repeats of it."""


def _malformed_card(text: str) -> MalformedCard:
    return MalformedCard(Message("invalid card {text!r}: expected AC, 2C … KS, X1 or X2", text=excerpt(text, MAX_ECHO)))


def parse_cards(names: Iterable[str]) -> CardSet:
    """The set of the cards with these names, in any order; `card_names` is the inverse.

    Raises MalformedCard for a text that is not a card, or a card named twice.
    """
    deck = parse_deck(names)
    cards = card_set(deck)
    if size(cards) < len(deck):
        twice = next(CARD_NAMES[card] for place, card in enumerate(deck) if card in deck[:place])
        raise MalformedCard(Message("{text} is named twice: each card exists once", text=twice))
    return cards


def parse_deck(names: Iterable[str]) -> tuple[Card, ...]:
    """The cards with these names, in this order.

    Raises MalformedCard for a text that is not a card.
    """
    try:
        return tuple([_CARDS[name] for name in names])
    except KeyError as unknown:
        raise _malformed_card(unknown.args[0]) from None


def _names_of_subsets(names: Iterable[str]) -> list[list[str]]:
    """The names of each subset of some cards, by the subset as bits."""
    subsets: list[list[str]] = [[]]
    for name in names:
        subsets += [[*others, name] for others in subsets]
    return subsets


_NAMES_BY_BYTE: Final = [_names_of_subsets(CARD_NAMES[first : first + 8]) for first in range(0, len(CARD_NAMES), 8)]
"""The names of every set of the first eight cards, of the next eight, and so on: every view lists many sets."""


def card_names(cards: CardSet) -> list[str]:
    """The names of the cards of a set, in canonical order; `parse_cards` is the inverse."""
    names: list[str] = []
    for names_of_byte in _NAMES_BY_BYTE:
        names += names_of_byte[cards & 255]
        cards >>= 8
    return names
