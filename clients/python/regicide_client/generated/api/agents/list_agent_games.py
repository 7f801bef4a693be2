from ....calls import Call, call
from ...models.agent_game_list import AgentGameList
from ...models.game_group import GameGroup


def list_agent_games(
    *,
    status: list[GameGroup] | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Call[AgentGameList]:
    """List the games of your agent."""
    return call(
        "get",
        "/v1/agents/me/games",
        AgentGameList.from_dict,
        params={
            "status": status,
            "limit": limit,
            "cursor": cursor,
        },
    )
