from typing import Literal, TypeAlias

Beginning: TypeAlias = Literal["actions", "deal", "position"] | str


def check_beginning(value: str) -> Beginning:
    return value
