from ....calls import Call, call
from ...models.agent_settings_request import AgentSettingsRequest
from ...models.own_agent import OwnAgent


def configure_agent(
    *,
    body: AgentSettingsRequest,
) -> Call[OwnAgent]:
    """Change the settings of your agent."""
    return call(
        "patch",
        "/v1/agents/me",
        OwnAgent.from_dict,
        body=body.to_dict(),
    )
