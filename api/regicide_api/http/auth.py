"""Authentication: bearer tokens (RFC 6750) of seats and agents."""

from __future__ import annotations

from flask import request

from regicide_api.core.errors import TokenRequired, UnknownToken
from regicide_api.core.tokens import hash_token, is_agent_token
from regicide_api.domain.seat import Principal
from regicide_api.http.services import services


def current_principal() -> Principal | None:
    """The sender of the request; None for a spectator, who sends no `Authorization`.

    Raises TokenRequired for an `Authorization` of another scheme, UnknownToken for an agent token that no agent has.
    The token of a seat is checked later, against the game that the request names.
    """
    token = _bearer_token()
    return None if token is None else _principal_of(token)


def require_principal() -> Principal:
    """The sender of the request.

    Raises TokenRequired if the request has no bearer token, UnknownToken as above.
    """
    principal = current_principal()
    if principal is None:
        raise TokenRequired
    return principal


def require_agent() -> str:
    """The name of the agent that sends the request.

    Raises TokenRequired if the request has no bearer token, UnknownToken if the token is not an agent's.
    """
    agent = require_principal().agent
    if agent is None:
        raise UnknownToken
    return agent


def _bearer_token() -> str | None:
    header = request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise TokenRequired
    return token.strip()


def _principal_of(token: str) -> Principal:
    agent = services().agents.authenticate(token) if is_agent_token(token) else None
    return Principal(token, hash_token(token), agent)
