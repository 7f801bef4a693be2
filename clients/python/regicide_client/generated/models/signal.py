from typing import Literal, TypeAlias

Signal: TypeAlias = Literal["eager", "reluctant"] | str


def check_signal(value: str) -> Signal:
    return value
