from ....calls import Call, call
from ...models.own_agent import OwnAgent


def get_agent() -> Call[OwnAgent]:
    """Get your agent."""
    return call(
        "get",
        "/v1/agents/me",
        OwnAgent.from_dict,
    )
