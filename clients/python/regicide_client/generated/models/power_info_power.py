from typing import Literal, TypeAlias

PowerInfoPower: TypeAlias = (
    Literal["cancel-immunity", "double-damage", "draw", "heal", "shield"] | str
)


def check_power_info_power(value: str) -> PowerInfoPower:
    return value
