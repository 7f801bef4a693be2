from ....calls import Call, call
from ...models.agent_list import AgentList


def list_agents(
    *,
    house: bool | None = None,
    prefix: str | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Call[AgentList]:
    """List agents."""
    return call(
        "get",
        "/v1/agents",
        AgentList.from_dict,
        params={
            "house": house,
            "prefix": prefix,
            "limit": limit,
            "cursor": cursor,
        },
    )
