from typing import Literal, TypeAlias

PartOfRules: TypeAlias = Literal["sections"] | str


def check_part_of_rules(value: str) -> PartOfRules:
    return value
