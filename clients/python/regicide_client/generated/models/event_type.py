from typing import Literal, TypeAlias

EventType: TypeAlias = (
    Literal[
        "action", "cancelled", "rematch", "seat-left", "seat-taken", "signal", "timeout"
    ]
    | str
)


def check_event_type(value: str) -> EventType:
    return value
