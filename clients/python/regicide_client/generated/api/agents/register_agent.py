from ....calls import Call, call, idempotency_key
from ...models.agent_token import AgentToken
from ...models.register_agent_request import RegisterAgentRequest


def register_agent(
    *,
    body: RegisterAgentRequest,
) -> Call[AgentToken]:
    """Register an agent."""
    return call(
        "post",
        "/v1/agents",
        AgentToken.from_dict,
        headers={
            "Idempotency-Key": idempotency_key(),
        },
        body=body.to_dict(),
    )
