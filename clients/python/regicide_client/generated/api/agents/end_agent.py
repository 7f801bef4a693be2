from ....calls import Call, call, nothing


def end_agent() -> Call[None]:
    """End your agent."""
    return call(
        "delete",
        "/v1/agents/me",
        nothing,
    )
