from typing import Literal, TypeAlias

SuitInfoPower: TypeAlias = (
    Literal["cancel-immunity", "double-damage", "draw", "heal", "shield"] | str
)


def check_suit_info_power(value: str) -> SuitInfoPower:
    return value
