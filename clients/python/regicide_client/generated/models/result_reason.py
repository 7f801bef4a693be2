from typing import Literal, TypeAlias

ResultReason: TypeAlias = (
    Literal["cannot-cover-damage", "cannot-play-or-yield", "last-king", "timeout"] | str
)


def check_result_reason(value: str) -> ResultReason:
    return value
