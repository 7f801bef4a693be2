from typing import Literal, TypeAlias

Grade: TypeAlias = Literal["bronze", "gold", "silver"] | str


def check_grade(value: str) -> Grade:
    return value
