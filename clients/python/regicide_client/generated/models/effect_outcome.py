from typing import Literal, TypeAlias

EffectOutcome: TypeAlias = Literal["lost", "won"] | str


def check_effect_outcome(value: str) -> EffectOutcome:
    return value
