"""Bearer tokens of seats, agents and owners of games. The server stores only their hashes."""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Final, NamedTuple, Self

SEED_BYTES: Final = 32
TOKEN_BYTES: Final = 24
GAME_ID_BYTES: Final = 10
DEVICE_ID_BYTES: Final = 8
CODE_DIGITS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The 32 digits of Crockford's Base32, in which I, L, O and U are missing."""

_LENGTH_BYTES: Final = 8
_OWNER_MARK: Final = "~"


class TokenSource(NamedTuple):
    """The source of all secrets that one creating request grants: HMACs keyed with its seed.

    A repeat of the request has the same seed, so that it grants the same ids and tokens, and the stored hashes show
    that it is a repeat.
    """

    seed: bytes

    @classmethod
    def new(cls) -> Self:
        """A source with a random seed, for a request that cannot be repeated."""
        return cls(secrets.token_bytes(SEED_BYTES))

    @classmethod
    def of_request(cls, secret: bytes, *parts: bytes) -> Self:
        """The source of the request with these parts, which only a holder of the server's secret can compute."""
        return cls(hmac.digest(secret, prefix_lengths(b"request", *parts), "sha256"))

    def part(self, number: int) -> TokenSource:
        """The source of what one of several creations in the request grants."""
        return TokenSource(self._derive("part", str(number)))

    def game_id(self) -> str:
        """The id of a new game: 80 bits."""
        return self._derive("game")[:GAME_ID_BYTES].hex()

    def seat_token(self, game_id: str, seat: int) -> str:
        """The token of a seat: 192 bits."""
        return urlsafe_b64encode(self._derive("seat", game_id, str(seat))[:TOKEN_BYTES]).decode()

    def owner_token(self, game_id: str) -> str:
        """The token of the owner of new games: the id of the first of them, a tilde, and 192 bits."""
        return f"{game_id}{_OWNER_MARK}{urlsafe_b64encode(self._derive('owner')[:TOKEN_BYTES]).decode()}"

    def agent_token(self, name: str) -> str:
        """The token of an agent: its name, a full stop, and 192 bits."""
        return f"{name}.{urlsafe_b64encode(self._derive('agent', name)[:TOKEN_BYTES]).decode()}"

    def device_id(self) -> str:
        """The id of a device that is added: 64 bits."""
        return self._derive("device")[:DEVICE_ID_BYTES].hex()

    def pairing_code(self) -> str:
        """The code of a pairing, which people type: 60 bits as three groups of four digits of CODE_DIGITS."""
        digits = "".join(CODE_DIGITS[byte % len(CODE_DIGITS)] for byte in self._derive("pairing")[:12])
        return "-".join((digits[:4], digits[4:8], digits[8:]))

    def _derive(self, *parts: str) -> bytes:
        return hmac.digest(self.seed, prefix_lengths(*(part.encode() for part in parts)), "sha256")


def prefix_lengths(*parts: bytes) -> bytes:
    """The parts, each preceded by its length in bytes (8 bytes, the most significant first).

    Texts that are hashed together are joined so: no two lists have the same result.
    """
    return b"".join(len(part).to_bytes(_LENGTH_BYTES) + part for part in parts)


_READ_AS: Final = str.maketrans("ILO", "110", "- ")


def normal_code(code: str) -> str:
    """A code as the server gives it, from one in any case, with other separators or none, O for 0, I and L for 1."""
    digits = code.upper().translate(_READ_AS)
    return "-".join((digits[:4], digits[4:8], digits[8:]))


def first_game_of(owner_token: str) -> str | None:
    """The id of the first game of an owner, which the owner's token names; None for any other token."""
    game_id, mark, _ = owner_token.partition(_OWNER_MARK)
    return game_id if mark else None


def hash_token(token: str) -> str:
    """The stored form of a token: its SHA-256 in URL-safe Base64 without padding."""
    return urlsafe_b64encode(sha256(token.encode()).digest()).decode().rstrip("=")


def derive_rematch_token(token: str, game_id: str) -> str:
    """The token of the same seat in the rematch of a game: an HMAC keyed with the seat's token in that game."""
    digest = hmac.new(token.encode(), f"rematch:{game_id}".encode(), sha256).digest()
    return urlsafe_b64encode(digest[:TOKEN_BYTES]).decode()
