from typing import Literal, TypeAlias

AgentWishSeating: TypeAlias = Literal["anyone", "invited", "nobody"] | str


def check_agent_wish_seating(value: str) -> AgentWishSeating:
    return value
