from typing import Literal, TypeAlias

CardInfoSuitType2Type1: TypeAlias = Literal["C", "D", "H", "S"] | str


def check_card_info_suit_type_2_type_1(value: str) -> CardInfoSuitType2Type1:
    return value
