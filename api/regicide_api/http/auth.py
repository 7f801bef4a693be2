"""Authentication: bearer tokens (RFC 6750) of seats and agents."""

from __future__ import annotations

from flask import request

from regicide_api.core.errors import TokenRequired, UnknownToken
from regicide_api.core.tokens import first_game_of
from regicide_api.domain.seat import Principal
from regicide_api.services.agents import principal_of


def current_principal() -> Principal | None:
    """The sender of the request; None for a spectator, who sends no `Authorization`.

    Raises TokenRequired for an `Authorization` of another scheme, UnknownToken for a token that no agent can have. The
    token is verified later, whenever the game that the request names, or the agent's inbox, is read from the store.
    """
    token = _bearer_token()
    return None if token is None else principal_of(token)


def require_principal() -> Principal:
    """The sender of the request.

    Raises TokenRequired if the request has no bearer token, UnknownToken as above.
    """
    principal = current_principal()
    if principal is None:
        raise TokenRequired
    return principal


def require_agent() -> Principal:
    """The agent that sends the request.

    Raises TokenRequired if the request has no bearer token, UnknownToken if the token does not name an agent.
    """
    principal = require_principal()
    if principal.agent is None:
        raise UnknownToken
    return principal


def current_owner() -> Principal | None:
    """The sender of the request if its token has the form of an owner's token; None for any other sender."""
    scheme, _, token = request.environ.get("HTTP_AUTHORIZATION", "").partition(" ")
    is_owner = scheme.lower() == "bearer" and first_game_of(token.strip())
    return principal_of(token.strip()) if is_owner else None


def _bearer_token() -> str | None:
    header: str | None = request.environ.get("HTTP_AUTHORIZATION")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise TokenRequired
    return token.strip()
