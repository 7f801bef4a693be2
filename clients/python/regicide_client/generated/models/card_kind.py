from typing import Literal, TypeAlias

CardKind: TypeAlias = (
    Literal["companion", "jack", "jester", "king", "number", "queen"] | str
)


def check_card_kind(value: str) -> CardKind:
    return value
