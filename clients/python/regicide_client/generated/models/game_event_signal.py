from typing import Literal, TypeAlias

GameEventSignal: TypeAlias = Literal["eager", "reluctant"] | str


def check_game_event_signal(value: str) -> GameEventSignal:
    return value
