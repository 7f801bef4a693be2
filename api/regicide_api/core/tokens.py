"""Bearer tokens of seats and agents. The server stores only their hashes."""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256


def new_token() -> str:
    """A new token of 192 random bits."""
    return secrets.token_urlsafe(24)


def is_agent_token(token: str) -> bool:
    """Whether a token has the format of an agent's token, `NAME.TOKEN`: the token of a seat contains no full stop."""
    return "." in token


def hash_token(token: str) -> str:
    """The stored form of a token: its SHA-256 in URL-safe Base64 without padding."""
    return urlsafe_b64encode(sha256(token.encode()).digest()).decode().rstrip("=")


def verify_token(token: str, token_hash: str) -> bool:
    """Whether a token has this hash."""
    return constant_time_equals(hash_token(token), token_hash)


def constant_time_equals(one: str, other: str) -> bool:
    """Whether two hashes are equal, compared in constant time."""
    return hmac.compare_digest(one, other)


def derive_rematch_token(token: str, game_id: str) -> str:
    """The token of the same seat in the rematch of a game: an HMAC keyed with the seat's token in that game."""
    digest = hmac.new(token.encode(), f"rematch:{game_id}".encode(), sha256).digest()
    return urlsafe_b64encode(digest[:24]).decode()
