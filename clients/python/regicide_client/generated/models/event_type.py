from typing import Literal, TypeAlias

EventType: TypeAlias = (
    Literal[
        "action",
        "advice",
        "cancelled",
        "give-up",
        "rematch",
        "seat-left",
        "seat-taken",
        "signal",
        "stand-in",
        "timeout",
    ]
    | str
)


def check_event_type(value: str) -> EventType:
    return value
