from typing import Literal, TypeAlias

EffectReason: TypeAlias = (
    Literal["cannot-cover-damage", "cannot-play-or-yield", "last-king", "timeout"] | str
)


def check_effect_reason(value: str) -> EffectReason:
    return value
