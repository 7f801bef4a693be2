from typing import Literal, TypeAlias

GameGroup: TypeAlias = Literal["active", "over", "waiting"] | str


def check_game_group(value: str) -> GameGroup:
    return value
