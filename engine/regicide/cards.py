"""Cards, and sets of cards.

A card is a number from 0 to 53 in canonical order: clubs, diamonds, hearts, spades; inside a suit A, 2 … 10, J, Q, K;
then the jesters X1 and X2. A set of cards is an integer whose bit `i` says whether card `i` is in it: sets are
compared, hashed, united (`|`) and cut (`&`) at the price of an integer, and always come out in canonical order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

from regicide.errors import MalformedCard
from regicide.sentence import Sentence

Card: TypeAlias = int
CardSet: TypeAlias = int

RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS: Final = ("C", "D", "H", "S")

CODES: Final[tuple[str, ...]] = (*(rank + suit for suit in SUITS for rank in RANKS), "X1", "X2")
CARDS: Final[dict[str, Card]] = {code: card for card, code in enumerate(CODES)}

JESTER_CARDS: Final[tuple[Card, ...]] = (52, 53)
JESTERS: Final[CardSet] = 1 << 52 | 1 << 53
CLUBS, DIAMONDS, HEARTS, SPADES = (0x1FFF << 13 * suit for suit in range(4))

_VALUES: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 15, 20) * 4 + (0, 0)


def rank(card: Card) -> str:
    """The rank of a card that is no jester: `A`, `2` … `10`, `J`, `Q` or `K`."""
    return RANKS[card % 13]


def suit(card: Card) -> CardSet:
    """All cards of the suit of a card that is no jester: `CLUBS`, `DIAMONDS`, `HEARTS` or `SPADES`."""
    return CLUBS << 13 * (card // 13)


def _suit_values() -> tuple[int, ...]:
    """The value of each set of cards of one suit: with each card come all sets of those before it once more."""
    values = [0]
    for more in _VALUES[:13]:
        values += [value + more for value in values]
    return tuple(values)


_SUIT_VALUES: Final = _suit_values()


def value(cards: CardSet) -> int:
    """What a set of cards is worth together, to attack with and to discard against damage."""
    return (
        _SUIT_VALUES[cards & 0x1FFF]
        + _SUIT_VALUES[cards >> 13 & 0x1FFF]
        + _SUIT_VALUES[cards >> 26 & 0x1FFF]
        + _SUIT_VALUES[cards >> 39 & 0x1FFF]
    )


VALUES: Final = {1 << card: _VALUES[card] for card in range(54)}
"""The value of each card, by the set that holds it alone."""


def card_set(cards: Iterable[Card]) -> CardSet:
    """The set of these cards."""
    united = 0
    for card in cards:
        united |= 1 << card
    return united


def members(cards: CardSet) -> Iterator[Card]:
    """The cards of a set, in canonical order."""
    while cards:
        lowest = cards & -cards
        yield lowest.bit_length() - 1
        cards ^= lowest


def size(cards: CardSet) -> int:
    """How many cards a set has."""
    return cards.bit_count()


def ranked(ranks: Iterable[str]) -> CardSet:
    """All cards of these ranks."""
    return card_set(CARDS[rank + suit] for rank in ranks for suit in SUITS)


COMPANIONS: Final[CardSet] = ranked("A")
ENEMIES: Final[CardSet] = ranked("JQK")
ALL_BUT_JESTERS: Final[CardSet] = (1 << 52) - 1


def parse_card(text: str) -> Card:
    """The card of a code such as `AC`, `10D` or `X1`.

    Raises MalformedCard for any other text.
    """
    try:
        return CARDS[text]
    except KeyError:
        raise _no_card(text) from None


def _no_card(text: str) -> MalformedCard:
    return MalformedCard(Sentence("{text!r} is no card; cards are AC, 2C … KS, X1 and X2", text=text))


def parse_cards(texts: Iterable[str]) -> CardSet:
    """The set of the cards with these codes, in any order.

    Raises MalformedCard for a code that is no card's, or that is named twice.
    """
    deck = parse_deck(texts)
    cards = card_set(deck)
    if size(cards) < len(deck):
        twice = next(CODES[card] for place, card in enumerate(deck) if card in deck[:place])
        raise MalformedCard(Sentence("{text} is named twice; there is only one of each card", text=twice))
    return cards


def parse_deck(texts: Iterable[str]) -> tuple[Card, ...]:
    """The cards with these codes, in this order.

    Raises MalformedCard for a code that is no card's.
    """
    try:
        return tuple([CARDS[text] for text in texts])
    except KeyError as unknown:
        raise _no_card(unknown.args[0]) from None


def _codes_of_sets(all_codes: Iterable[str]) -> list[list[str]]:
    """The codes of each set of some cards."""
    sets: list[list[str]] = [[]]
    for code in all_codes:
        sets += [[*others, code] for others in sets]
    return sets


_CODES_OF_BYTES: Final = [_codes_of_sets(CODES[first : first + 8]) for first in range(0, len(CODES), 8)]
"""The codes of every set of the first eight cards, of the next eight, and so on: each view writes many sets."""


def codes(cards: CardSet) -> list[str]:
    """The codes of a set of cards, in canonical order."""
    written: list[str] = []
    for codes_of in _CODES_OF_BYTES:
        written += codes_of[cards & 255]
        cards >>= 8
    return written
