from typing import Literal, TypeAlias

Rank: TypeAlias = (
    Literal["10", "2", "3", "4", "5", "6", "7", "8", "9", "A", "J", "K", "Q"] | str
)


def check_rank(value: str) -> Rank:
    return value
