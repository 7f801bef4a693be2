from typing import Literal, TypeAlias

QuestionKind: TypeAlias = Literal["advice", "review"] | str


def check_question_kind(value: str) -> QuestionKind:
    return value
