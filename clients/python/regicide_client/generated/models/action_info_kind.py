from typing import Literal, TypeAlias

ActionInfoKind: TypeAlias = Literal["appoint", "discard", "flip", "play", "yield"] | str


def check_action_info_kind(value: str) -> ActionInfoKind:
    return value
