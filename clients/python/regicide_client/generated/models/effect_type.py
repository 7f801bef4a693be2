from typing import Literal, TypeAlias

EffectType: TypeAlias = (
    Literal[
        "cancel-immunity",
        "damage",
        "defeat",
        "discard",
        "draw",
        "heal",
        "over",
        "reveal",
        "shield",
        "strike",
        "turn",
    ]
    | str
)


def check_effect_type(value: str) -> EffectType:
    return value
