from typing import Literal, TypeAlias

ProblemReason: TypeAlias = (
    Literal[
        "does-not-cover-damage",
        "may-not-yield",
        "no-flip-left",
        "not-a-combo",
        "not-in-hand",
        "unknown-seat",
        "wrong-phase",
    ]
    | str
)


def check_problem_reason(value: str) -> ProblemReason:
    return value
