from typing import Literal, TypeAlias

Power: TypeAlias = (
    Literal["cancel-immunity", "double-damage", "draw", "heal", "shield"] | str
)


def check_power(value: str) -> Power:
    return value
