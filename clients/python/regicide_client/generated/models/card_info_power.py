from typing import Literal, TypeAlias

CardInfoPower: TypeAlias = (
    Literal["cancel-immunity", "double-damage", "draw", "heal", "shield"] | str
)


def check_card_info_power(value: str) -> CardInfoPower:
    return value
