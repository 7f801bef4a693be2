"""Authentication: bearer tokens (RFC 6750) of seats and agents, and the source of a request."""

from __future__ import annotations

from flask import request

from regicide_api.core.errors import (
    AgentTokenRequired,
    MalformedAuthorization,
    OwnerTokenRequired,
    TokenRequired,
    UnknownAgentToken,
)
from regicide_api.core.tokens import first_game_of
from regicide_api.domain.seat import Principal


def current_principal() -> Principal | None:
    """The sender of the request; None for a spectator, who sends no `Authorization`.

    Raises MalformedAuthorization for an `Authorization` of another scheme, UnknownAgentToken for a token that no agent
    can have. The token is verified later, whenever the game that the request names, or the agent's inbox, is read from
    the store.
    """
    token = _bearer_token()
    return None if token is None else Principal.of(token)


def require_principal() -> Principal:
    """The sender of the request, for an operation of seats.

    Raises TokenRequired if the request has no token, and the errors of `current_principal`.
    """
    return _require(TokenRequired)


def require_owner() -> Principal:
    """The sender of the request, for an operation of owners.

    Raises OwnerTokenRequired if the request has no token, and the errors of `current_principal`.
    """
    return _require(OwnerTokenRequired)


def require_agent() -> Principal:
    """The agent that sends the request.

    Raises AgentTokenRequired if the request has no token, UnknownAgentToken if the token does not name an agent, and
    the errors of `current_principal`.
    """
    principal = _require(AgentTokenRequired)
    if principal.agent is None:
        raise UnknownAgentToken
    return principal


def _require(missing: type[TokenRequired]) -> Principal:
    principal = current_principal()
    if principal is None:
        raise missing
    return principal


def current_owner() -> Principal | None:
    """The sender of the request if its token has the form of an owner's token; None for any other sender."""
    scheme, _, token = request.environ.get("HTTP_AUTHORIZATION", "").partition(" ")
    is_owner = scheme.lower() == "bearer" and first_game_of(token.strip())
    return Principal.of(token.strip()) if is_owner else None


def _bearer_token() -> str | None:
    header: str | None = request.environ.get("HTTP_AUTHORIZATION")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise MalformedAuthorization
    return token.strip()
