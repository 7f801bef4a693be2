from typing import Literal, TypeAlias

CardInfoKind: TypeAlias = (
    Literal["companion", "jack", "jester", "king", "number", "queen"] | str
)


def check_card_info_kind(value: str) -> CardInfoKind:
    return value
