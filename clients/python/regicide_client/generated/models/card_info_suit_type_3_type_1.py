from typing import Literal, TypeAlias

CardInfoSuitType3Type1: TypeAlias = Literal["C", "D", "H", "S"] | str


def check_card_info_suit_type_3_type_1(value: str) -> CardInfoSuitType3Type1:
    return value
