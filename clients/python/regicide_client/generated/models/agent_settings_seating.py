from typing import Literal, TypeAlias

AgentSettingsSeating: TypeAlias = Literal["anyone", "invited", "nobody"] | str


def check_agent_settings_seating(value: str) -> AgentSettingsSeating:
    return value
