from typing import Literal, TypeAlias

Seating: TypeAlias = Literal["anyone", "invited", "nobody"] | str


def check_seating(value: str) -> Seating:
    return value
