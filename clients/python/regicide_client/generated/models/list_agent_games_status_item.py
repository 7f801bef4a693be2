from typing import Literal, TypeAlias

ListAgentGamesStatusItem: TypeAlias = Literal["active", "over", "waiting"] | str


def check_list_agent_games_status_item(value: str) -> ListAgentGamesStatusItem:
    return value
