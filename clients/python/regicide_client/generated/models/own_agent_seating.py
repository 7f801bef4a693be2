from typing import Literal, TypeAlias

OwnAgentSeating: TypeAlias = Literal["anyone", "invited", "nobody"] | str


def check_own_agent_seating(value: str) -> OwnAgentSeating:
    return value
