from ....calls import Call, call
from ...models.agent_events import AgentEvents


def get_agent_events(
    *,
    after: str | None = None,
    wait: int | None = None,
    prefer: str | None = None,
    last_event_id: str | None = None,
) -> Call[AgentEvents]:
    """Get the events of all games of your agent."""
    return call(
        "get",
        "/v1/agents/me/events",
        AgentEvents.from_dict,
        params={
            "after": after,
            "wait": wait,
        },
        headers={
            "Prefer": prefer,
            "Last-Event-ID": last_event_id,
        },
    )
