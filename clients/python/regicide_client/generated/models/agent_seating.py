from typing import Literal, TypeAlias

AgentSeating: TypeAlias = Literal["anyone", "invited", "nobody"] | str


def check_agent_seating(value: str) -> AgentSeating:
    return value
