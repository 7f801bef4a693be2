"""A second, slow implementation of the legal actions, without the engine."""

from __future__ import annotations

from itertools import chain, combinations
from typing import TYPE_CHECKING

from builders import written

if TYPE_CHECKING:
    from collections.abc import Sequence

    from regicide import Position

WORTH = {"A": 1, "J": 10, "Q": 15, "K": 20, "X": 0} | {str(number): number for number in range(2, 11)}


def worth(codes: Sequence[str]) -> int:
    """The total value of cards."""
    return sum(WORTH[code[:-1]] for code in codes)


def may_be_played(codes: Sequence[str]) -> bool:
    """S1: a single card, a companion with one other card except a jester, or a combo of 2 to 5 with at most 10."""
    ranks = [code[:-1] for code in codes]
    if len(ranks) == 1:
        return True
    if len(ranks) == 2 and "A" in ranks:
        return "X" not in ranks
    return ranks[0] in "2345" and len(set(ranks)) == 1 and worth(codes) <= 10


def slowly_legal(position: Position) -> set[str]:
    """The texts of all legal actions."""
    flips = {"flip"} if position.jesters_left else set()
    match position.phase:
        case "play":
            plays = {"+".join(codes) for codes in _subsets_of_hand(position) if may_be_played(codes)}
            return plays | flips | ({"yield"} if _may_yield(position) else set())
        case "suffer":
            covering = [codes for codes in _subsets_of_hand(position) if worth(codes) >= position.attack]
            return {"-" + "-".join(codes) for codes in covering} | flips
        case "appoint":
            return {f">{seat}" for seat in range(len(position.hands))}
    return set()


def _subsets_of_hand(position: Position) -> list[tuple[str, ...]]:
    hand = [code for code in written(position.hands[position.turn]).split(",") if code]
    return list(chain.from_iterable(combinations(hand, count) for count in range(1, len(hand) + 1)))


def _may_yield(position: Position) -> bool:
    others = [seat for seat in range(len(position.hands)) if seat != position.turn]
    return not all(position.yielded_seats >> seat & 1 for seat in others)
