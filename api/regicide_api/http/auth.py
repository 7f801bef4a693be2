"""Who sends a request: the holder of a seat, an agent, or a spectator."""

from __future__ import annotations

from regicide_api.core.errors import UnknownToken
from regicide_api.core.tokens import bearer_token, hashed, required_token
from regicide_api.domain.seat import Holder
from regicide_api.http.context import agents
from regicide_api.services.agents import is_agents


def holder() -> Holder | None:
    """Who sends the request; None for a spectator.

    Raises TokenRequired for an `Authorization` of another scheme, UnknownToken for a token that looks like an agent's
    and is of none.
    """
    token = bearer_token()
    return None if token is None else _holder_of(token)


def required_holder() -> Holder:
    """Who sends the request.

    Raises TokenRequired where it bears no token, UnknownToken as above.
    """
    return _holder_of(required_token())


def required_agent() -> str:
    """The name of the agent that sends the request.

    Raises TokenRequired where it bears no token, UnknownToken for one that is no agent's.
    """
    agent = required_holder().agent
    if agent is None:
        raise UnknownToken
    return agent


def _holder_of(token: str) -> Holder:
    return Holder(token, hashed(token), agents().name_of(token) if is_agents(token) else None)
