from typing import Literal, TypeAlias

AdviceRule: TypeAlias = Literal["all", "none"] | str


def check_advice_rule(value: str) -> AdviceRule:
    return value
