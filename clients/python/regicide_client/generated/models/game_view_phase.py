from typing import Literal, TypeAlias

GameViewPhase: TypeAlias = Literal["appoint", "over", "play", "suffer"] | str


def check_game_view_phase(value: str) -> GameViewPhase:
    return value
