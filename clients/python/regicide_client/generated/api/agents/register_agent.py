from ....calls import Call, call, idempotency_key
from ...models.agent_token import AgentToken
from ...models.agent_wish import AgentWish


def register_agent(
    *,
    body: AgentWish,
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
