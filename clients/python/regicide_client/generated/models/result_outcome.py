from typing import Literal, TypeAlias

ResultOutcome: TypeAlias = Literal["lost", "won"] | str


def check_result_outcome(value: str) -> ResultOutcome:
    return value
