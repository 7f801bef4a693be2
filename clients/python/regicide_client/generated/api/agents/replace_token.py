from ....calls import Call, call, idempotency_key
from ...models.agent_token import AgentToken
from ...models.empty_request import EmptyRequest


def replace_token(
    *,
    body: EmptyRequest | None = None,
) -> Call[AgentToken]:
    """Replace the token of your agent."""
    return call(
        "post",
        "/v1/agents/me/token",
        AgentToken.from_dict,
        headers={
            "Idempotency-Key": idempotency_key(),
        },
        body=body.to_dict() if body else None,
    )
