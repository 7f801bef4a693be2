from typing import Literal, TypeAlias

Suit: TypeAlias = Literal["C", "D", "H", "S"] | str


def check_suit(value: str) -> Suit:
    return value
