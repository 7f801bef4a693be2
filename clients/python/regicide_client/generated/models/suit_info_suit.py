from typing import Literal, TypeAlias

SuitInfoSuit: TypeAlias = Literal["C", "D", "H", "S"] | str


def check_suit_info_suit(value: str) -> SuitInfoSuit:
    return value
