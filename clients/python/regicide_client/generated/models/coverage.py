from typing import Literal, TypeAlias

Coverage: TypeAlias = Literal["depends", "no", "yes"] | str


def check_coverage(value: str) -> Coverage:
    return value
