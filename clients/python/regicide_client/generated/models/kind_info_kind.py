from typing import Literal, TypeAlias

KindInfoKind: TypeAlias = (
    Literal["companion", "jack", "jester", "king", "number", "queen"] | str
)


def check_kind_info_kind(value: str) -> KindInfoKind:
    return value
