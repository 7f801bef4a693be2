from typing import Literal, TypeAlias

CardInfoSuitType1: TypeAlias = Literal["C", "D", "H", "S"] | str


def check_card_info_suit_type_1(value: str) -> CardInfoSuitType1:
    return value
