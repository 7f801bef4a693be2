"""The creators of games, as the server distinguishes them: a keyed hash of the client's network.

The key is random, and only in the store: a hash says which running games have the same creator, not who that is.
"""

from __future__ import annotations

import hmac
import secrets
from functools import cached_property
from hashlib import sha256
from typing import Final

from regicide_api.storage.game_store import Store

CREATOR_CHARACTERS: Final = 16
_KEY_BYTES: Final = 32
_KEY_NAME: Final = "creators"


class Creators:
    """Hashes networks with the key in a store, which the first process makes."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def creator(self, network: str) -> str:
        """The hash of a client's network: 64 bits in hexadecimal digits. Raises RedisError."""
        return hmac.new(self._key, network.encode(), sha256).hexdigest()[:CREATOR_CHARACTERS]

    @cached_property
    def _key(self) -> bytes:
        return self._store.expiring_keys.constant(_KEY_NAME, secrets.token_bytes(_KEY_BYTES))
