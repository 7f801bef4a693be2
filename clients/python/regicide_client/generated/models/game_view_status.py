from typing import Literal, TypeAlias

GameViewStatus: TypeAlias = Literal["active", "lost", "waiting", "won"] | str


def check_game_view_status(value: str) -> GameViewStatus:
    return value
