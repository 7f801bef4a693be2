from typing import Literal, TypeAlias

ActionKind: TypeAlias = Literal["appoint", "discard", "flip", "play", "yield"] | str


def check_action_kind(value: str) -> ActionKind:
    return value
