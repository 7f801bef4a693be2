from typing import Literal, TypeAlias

GameStatus: TypeAlias = Literal["active", "cancelled", "lost", "waiting", "won"] | str


def check_game_status(value: str) -> GameStatus:
    return value
