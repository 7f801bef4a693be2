from typing import Literal, TypeAlias

EndReason: TypeAlias = (
    Literal[
        "cannot-cover-damage",
        "cannot-play-or-yield",
        "given-up",
        "last-king",
        "timeout",
    ]
    | str
)


def check_end_reason(value: str) -> EndReason:
    return value
