from typing import Literal, TypeAlias

CardInfoRankType1: TypeAlias = (
    Literal["10", "2", "3", "4", "5", "6", "7", "8", "9", "A", "J", "K", "Q"] | str
)


def check_card_info_rank_type_1(value: str) -> CardInfoRankType1:
    return value
