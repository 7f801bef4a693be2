from typing import Literal, TypeAlias

AnswerStatus: TypeAlias = Literal["failed", "pending", "ready"] | str


def check_answer_status(value: str) -> AnswerStatus:
    return value
