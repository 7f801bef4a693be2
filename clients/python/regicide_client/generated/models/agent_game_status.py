from typing import Literal, TypeAlias

AgentGameStatus: TypeAlias = Literal["active", "lost", "waiting", "won"] | str


def check_agent_game_status(value: str) -> AgentGameStatus:
    return value
