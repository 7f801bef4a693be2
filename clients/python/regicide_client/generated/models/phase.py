from typing import Literal, TypeAlias

Phase: TypeAlias = Literal["appoint", "over", "play", "suffer"] | str


def check_phase(value: str) -> Phase:
    return value
