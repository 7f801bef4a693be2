from typing import Literal, TypeAlias

Outcome: TypeAlias = Literal["lost", "won"] | str


def check_outcome(value: str) -> Outcome:
    return value
