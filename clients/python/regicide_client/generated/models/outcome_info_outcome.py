from typing import Literal, TypeAlias

OutcomeInfoOutcome: TypeAlias = Literal["lost", "won"] | str


def check_outcome_info_outcome(value: str) -> OutcomeInfoOutcome:
    return value
