"""Idempotency-Key: the same creating request, sent again within a day, gets the same answer, tokens and all.

What is kept for this is sealed with a key that is derived from the Idempotency-Key; of that only a hash is kept, as the
name under which the answer lies. So nobody who reads the store alone can get a token out of it.
"""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

import orjson
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from flask import Response, request

from regicide import Sentence
from regicide_api.config import DAY
from regicide_api.core.errors import IdempotencyKeyInUse, IdempotencyKeyReused, InvalidParameter
from regicide_api.http.context import tables
from regicide_api.http.json_body import content
from regicide_api.schemas import LONGEST_KEY
from regicide_api.storage import Store

HEADER: Final = "Idempotency-Key"
KEPT_FOR: Final = DAY
ANSWERED_WITHIN: Final = 20
"""Seconds for which a key is taken while its first request is being answered: longer than that can take, for it is at
most three looks at the store of 5 seconds each; and no longer, for the process that answers may have been killed."""
PATIENCE: Final = 5.0
"""Seconds that a repeat waits for the first request's answer."""

_UNDER_WAY: Final = b""
_NONCE_BYTES: Final = 12


def once(handle: Callable[[], Response]) -> Response:
    """The answer to the request: the one that was given before, if it bears a key that was sent before.

    Raises InvalidParameter for a key that cannot be one, IdempotencyKeyReused where the key came with another request,
    and IdempotencyKeyInUse where the first request is not answered yet. Nothing is kept of a request that was refused.
    """
    key = request.headers.get(HEADER)
    if key is None:
        return handle()
    if not (1 <= len(key) <= LONGEST_KEY and key.isascii() and key.isprintable()):
        fault = Sentence("a key is 1 to {longest} printable ASCII characters, best a UUID", longest=LONGEST_KEY)
        raise InvalidParameter(HEADER, fault)
    sender = request.headers.get("Authorization", "")
    return Slot(tables().store, key, f"{request.method} {request.path}", sender).answer(handle)


@dataclass(frozen=True)
class Slot:
    """The place where the answer to one request is kept: that of one sender, to one operation, with one key."""

    store: Store
    key: str
    operation: str
    sender: str

    def answer(self, handle: Callable[[], Response]) -> Response:
        """The answer that is kept, or, if there is none, that of the handler, which is kept from then on."""
        kept = self.store.kept.reserve(self._name, _UNDER_WAY, ANSWERED_WITHIN)
        if kept is not None:
            return self._unsealed(self._awaited(kept))
        try:
            response = handle()
        except BaseException:
            self.store.kept.forget(self._name)
            raise
        self.store.kept.keep(self._name, self._sealed(response), KEPT_FOR)
        return response

    @property
    def _name(self) -> str:
        return sha256(f"idempotency:{self.operation}:{self.sender}:{self.key}".encode()).hexdigest()

    def _awaited(self, kept: bytes | None) -> bytes:
        """What is kept when the first request has been answered."""
        end = time.monotonic() + PATIENCE
        while kept == _UNDER_WAY and time.monotonic() < end:
            time.sleep(0.05)
            kept = self.store.kept.get(self._name)
        if not kept:
            raise IdempotencyKeyInUse
        return kept

    def _sealed(self, response: Response) -> bytes:
        answer = {
            "request": self._fingerprint(),
            "status": response.status_code,
            "headers": response.headers.to_wsgi_list(),
            "body": response.get_data(as_text=True),
        }
        nonce = secrets.token_bytes(_NONCE_BYTES)
        return nonce + self._cipher().encrypt(nonce, orjson.dumps(answer), None)

    def _unsealed(self, kept: bytes) -> Response:
        opened = self._cipher().decrypt(kept[:_NONCE_BYTES], kept[_NONCE_BYTES:], None)
        answer: dict[str, Any] = orjson.loads(opened)
        if not hmac.compare_digest(answer["request"], self._fingerprint()):
            raise IdempotencyKeyReused
        return Response(answer["body"], answer["status"], [(name, text) for name, text in answer["headers"]])

    def _fingerprint(self) -> str:
        """What tells the request from others: its body."""
        return sha256(content()).hexdigest()

    def _cipher(self) -> AESGCM:
        derived = HKDF(SHA256(), length=32, salt=None, info=b"regicide-idempotency-1").derive(self.key.encode())
        return AESGCM(derived)
