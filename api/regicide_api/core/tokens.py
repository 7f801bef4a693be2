"""Tokens: who holds one holds a seat. The server keeps only their hashes."""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256

from flask import request

from regicide_api.core.errors import TokenRequired


def new_token() -> str:
    """A token that cannot be guessed: 192 random bits."""
    return secrets.token_urlsafe(24)


def hashed(token: str) -> str:
    """What is kept of a token: its SHA-256, in URL-safe Base64 without padding."""
    return urlsafe_b64encode(sha256(token.encode()).digest()).decode().rstrip("=")


def matches(token: str, token_hash: str) -> bool:
    """Whether this is the token that was hashed; in constant time."""
    return same(hashed(token), token_hash)


def same(one: str, other: str) -> bool:
    """Whether two hashes are the same; in constant time."""
    return hmac.compare_digest(one, other)


def bearer_token() -> str | None:
    """The token that the request bears (RFC 6750); None where there is no `Authorization`.

    Raises TokenRequired for an `Authorization` of another scheme.
    """
    header = request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise TokenRequired
    return token.strip()


def required_token() -> str:
    """The token that the request bears.

    Raises TokenRequired where it bears none.
    """
    token = bearer_token()
    if token is None:
        raise TokenRequired
    return token


def following(token: str, game_id: str) -> str:
    """The token, in the rematch of a game, of who holds a seat there by this token; nobody else can work it out."""
    digest = hmac.new(token.encode(), f"rematch:{game_id}".encode(), sha256).digest()
    return urlsafe_b64encode(digest[:24]).decode()
