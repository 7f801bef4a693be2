"""The cheapest of the discards that cover the damage."""

from __future__ import annotations

from itertools import combinations

from web_modules import evaluated

import regicide
from regicide.cards import value

CASES: dict[str, tuple[int, list[str], list[str] | None]] = {
    "least value": (10, ["4D", "2H", "6H", "9S"], ["4D", "6H"]),
    "fewest cards of the least value": (5, ["2H", "3D", "5S"], ["5S"]),
    "highest card stays": (7, ["2H", "3D", "4C", "5S"], ["3D", "4C"]),
    "jester stays": (5, ["X1", "5S"], ["5S"]),
    "first of equal cards": (5, ["5C", "5S"], ["5C"]),
    "all cards": (40, ["KC", "KS"], ["KC", "KS"]),
    "no cover": (30, ["5C", "5S"], None),
}
"""The damage, a hand, and the cheapest cover."""


def covers(damage: int, hand: list[str]) -> list[str]:
    """The discards that cover the damage, as the legal actions of a view."""
    sets = (cards for count in range(1, len(hand) + 1) for cards in combinations(hand, count))
    return ["".join(f"-{card}" for card in cards) for cards in sets if worth(cards) >= damage]


def worth(cards: tuple[str, ...] | list[str]) -> int:
    """The value of cards."""
    return value(regicide.parse_cards(list(cards)))


def cheapest(legal: list[list[str]]) -> list[list[str] | None]:
    """What the module chooses of legal actions."""
    views = [{"legal_actions": actions} for actions in legal]
    found: list[list[str] | None] = evaluated("game/covers.ts", "given.map(m.cheapestCover)", views)
    return found


def test_the_cheapest_cover_follows_its_rule() -> None:
    """The least value, then the fewest cards, then the lowest of the highest cards, then the canonical order."""
    found = cheapest([[*covers(damage, hand), "flip"] for damage, hand, _ in CASES.values()])
    assert dict(zip(CASES, found, strict=True)) == {case: cover for case, (*_, cover) in CASES.items()}
