"""The place in the events of many games at which a stream was interrupted, as a text for its client.

It has the version of each game up to which the client knows the events, so that no state of a stream is stored: a time
(6 bytes, milliseconds since 1970), then for each game 4 bytes of a hash of its id and its version (2 bytes), in
URL-safe Base64. With 32 bits, the games of an agent are told apart in practice.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as Base64Error
from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import sha256
from struct import Struct
from typing import Final, NamedTuple, Self

MAX_GAMES: Final = 1000
"""The games of a cursor: its text, of 8 characters for each, has to fit into a line of a request (8,190 bytes)."""

_TIME_BYTES: Final = 6
_HASH_BYTES: Final = 4
_GAME: Final = Struct(f">{_HASH_BYTES}sH")
_MAX_CHARS: Final = (_TIME_BYTES + MAX_GAMES * _GAME.size) // 3 * 4


class EventCursor(NamedTuple):
    """A time, and the versions of games by the hashes of their ids."""

    since_ms: int
    versions: Mapping[bytes, int]

    @classmethod
    def of(cls, since_ms: int, versions: Iterable[tuple[str, int]]) -> Self:
        """The cursor with these versions of games by id."""
        return cls(since_ms, {_hash(game_id): version for game_id, version in versions})

    @classmethod
    def parse(cls, text: str) -> Self:
        """The inverse of `str`. Raises ValueError."""
        if len(text) > _MAX_CHARS:
            raise ValueError("too long")
        try:
            content = urlsafe_b64decode(text.encode("ascii"))
        except (UnicodeEncodeError, Base64Error) as error:
            raise ValueError("not Base64") from error
        games = content[_TIME_BYTES:]
        if len(content) < _TIME_BYTES or len(games) % _GAME.size:
            raise ValueError("incomplete")
        return cls(int.from_bytes(content[:_TIME_BYTES]), dict(_GAME.iter_unpack(games)))

    def version(self, game_id: str) -> int | None:
        """The version of a game; None if the cursor does not have the game."""
        return self.versions.get(_hash(game_id))

    def __str__(self) -> str:
        games = b"".join(_GAME.pack(*game) for game in self.versions.items())
        return urlsafe_b64encode(self.since_ms.to_bytes(_TIME_BYTES) + games).decode()


@lru_cache(maxsize=4 * MAX_GAMES)
def _hash(game_id: str) -> bytes:
    return sha256(game_id.encode()).digest()[:_HASH_BYTES]
