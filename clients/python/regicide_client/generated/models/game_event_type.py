from typing import Literal, TypeAlias

GameEventType: TypeAlias = Literal["action", "seat-taken", "signal", "timeout"] | str


def check_game_event_type(value: str) -> GameEventType:
    return value
