"""`Idempotency-Key`: repeats of a creating request within a day get the response of the first one, tokens included.

Two requests are the same if their bodies are the same JSON value, however it is written. A repeated response has the
header `Idempotent-Replayed: true`.

Only a response that says that something was created (201) is kept: others come from operations that find an earlier
result, and would fill the store without a limit. For the same reason the response to a new token of a seat is not kept.

The cached response is encrypted with a key derived from the Idempotency-Key, and stored under a hash of it: reading the
store does not reveal any token.

The response may be lost before it is cached: the store does not respond, or the process is killed, after a game, a seat
or an agent was stored. So a repeat does not depend on the cache: what the request grants is derived from the request,
its key and a secret of the store (see TokenSource), and the operations recognize their own earlier result.
"""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from http import HTTPStatus
from typing import Any, Final

import orjson
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from flask import Response, g, request
from redis.exceptions import MaxConnectionsError
from redis.exceptions import TimeoutError as StoreTimeoutError

from regicide import Message
from regicide_api.core.errors import IdempotencyKeyInUse, IdempotencyKeyReused, InvalidParameter
from regicide_api.core.tokens import TokenSource, prefix_lengths
from regicide_api.core.work import in_flight, require_client
from regicide_api.http.components import header_parameter
from regicide_api.http.inputs import canonical_body, header_text
from regicide_api.http.load import process
from regicide_api.storage.game_store import Store

KEY_HEADER: Final = "Idempotency-Key"
MIN_LENGTH: Final = 22
"""128 random bits in Base64: the response to a guessed key contains tokens."""
MAX_LENGTH: Final = 255
_SHAPE: Final = {
    "minLength": MIN_LENGTH,
    "maxLength": MAX_LENGTH,
    "pattern": f"^[!-~][ -~]{{{MIN_LENGTH - 2},{MAX_LENGTH - 2}}}[!-~]$",
    "example": "5f0c1f5e-7d0b-4b53-9f6a-3c1d8f2a7e90",
}
OPTIONAL_KEY: Final = header_parameter(
    KEY_HEADER,
    "Makes retries safe: for a day, repeats of the request get the same response. A new random text, best a UUID.",
    _SHAPE,
)
REQUIRED_KEY: Final = header_parameter(
    KEY_HEADER,
    "A new random text, best a UUID. For a day, repeats of the request with the old token get the same response.",
    _SHAPE,
    required=True,
)
"""Of a request that replaces the token by which it is sent: only its key makes a repeat possible."""

REPLAYED_HEADER: Final = "Idempotent-Replayed"
CACHE_TTL_S: Final = 24 * 60 * 60
PENDING_TTL_S: Final = 2
"""Lifetime of the mark of a pending request, after which a repeat takes over: the process may have been killed. If the
first request is only slow, both do the same."""
PENDING_TIMEOUT_S: Final = 5.0
"""How long a repeat waits for the response of a pending request."""
POLL_INTERVAL_S: Final = 0.05
SECRET_BYTES: Final = 32

KEY_FAULT: Final = Message(
    "expected {shortest} to {longest} printable ASCII characters that are hard to guess, such as the output of uuidgen",
    shortest=MIN_LENGTH,
    longest=MAX_LENGTH,
)
_MARK_BYTES: Final = 8
"""Length of the mark of a pending request: shorter than any encrypted response."""

_NONCE_BYTES: Final = 12


def respond_once(handle: Callable[[], Response], *, needs_key: bool, keeps_response: bool) -> Response:
    """The response to the current request: the cached one, if the request repeats an earlier one.

    A handler whose response is not kept recognizes its own earlier result by the tokens that it grants, which the key
    determines. Raises InvalidParameter for an invalid key, also without one if the request `needs_key`,
    IdempotencyKeyReused if the key came with another body, and IdempotencyKeyInUse if the first request is still
    pending. Error responses are not cached.
    """
    if needs_key and KEY_HEADER not in request.headers:
        raise InvalidParameter(KEY_HEADER, KEY_FAULT)
    cached = _cached_response()
    return cached.get_or_create(handle) if cached and keeps_response else handle()


def _cached_response() -> CachedResponse | None:
    """The place of the response to the current request, which also has its tokens; None without a key."""
    key = header_text(OPTIONAL_KEY, KEY_FAULT)
    if key is None:
        return None
    sender = request.headers.get("Authorization", "")
    cached = CachedResponse(process().store, key, f"{request.method} {request.path}", sender)
    g.token_source = cached.token_source
    return cached


def token_source() -> TokenSource:
    """The source of the ids and tokens that the current request grants: the same for all of its repeats."""
    derive: Callable[[], TokenSource] = g.get("token_source", TokenSource.new)
    return derive()


@dataclass(frozen=True)
class CachedResponse:
    """The cached response to one request: of one sender, to one operation, with one key."""

    store: Store
    key: str
    operation: str
    sender: str

    def get_or_create(self, handle: Callable[[], Response]) -> Response:
        """The cached response, else the handler's, which is cached from then on if something was created."""
        mark = secrets.token_bytes(_MARK_BYTES)
        stored = self._reserve(mark)
        if stored is not None:
            return self._decrypt(stored)
        try:
            response = handle()
            self._keep(response, mark)
        except (StoreTimeoutError, MaxConnectionsError):
            raise  # the store would be waited for once more; the mark expires by itself
        except BaseException:
            self.store.expiring_keys.delete(self._name, mark)
            raise
        return response

    def _keep(self, response: Response, mark: bytes) -> None:
        """Keep the response if something was created, or else remove the mark of the pending request."""
        if response.status_code == HTTPStatus.CREATED:
            self.store.expiring_keys.set(self._name, self._encrypt(response), CACHE_TTL_S)
        else:
            self.store.expiring_keys.delete(self._name, mark)

    def token_source(self) -> TokenSource:
        """The source of what the request grants."""
        secret = self.store.expiring_keys.constant("idempotency", secrets.token_bytes(SECRET_BYTES))
        return TokenSource.of_request(secret, *self._parts, self._fingerprint.encode())

    @property
    def _parts(self) -> tuple[bytes, ...]:
        return self.operation.encode(), self.sender.encode(), self.key.encode()

    @property
    def _name(self) -> str:
        return sha256(prefix_lengths(b"idempotency", *self._parts)).hexdigest()

    def _reserve(self, mark: bytes) -> bytes | None:
        """The stored bytes of the first request's response, once they are complete.

        None if this request is the first, whose mark is then stored: it differs from the mark of a repeat that takes
        over. Raises IdempotencyKeyInUse if the response is not complete in time, ClientLeft as soon as the client has
        left.
        """
        end = time.monotonic() + PENDING_TIMEOUT_S
        while (stored := self.store.expiring_keys.reserve(self._name, mark, PENDING_TTL_S)) is not None:
            if len(stored) > _MARK_BYTES:
                break
            if time.monotonic() > end:
                raise IdempotencyKeyInUse
            with in_flight.paused():
                time.sleep(POLL_INTERVAL_S)
            require_client()
        return stored

    def _encrypt(self, response: Response) -> bytes:
        content = {
            "request": self._fingerprint,
            "status": response.status_code,
            "headers": response.headers.to_wsgi_list(),
            "body": response.get_data(as_text=True),
        }
        nonce = secrets.token_bytes(_NONCE_BYTES)
        return nonce + self._cipher().encrypt(nonce, orjson.dumps(content), None)

    def _decrypt(self, stored: bytes) -> Response:
        decrypted = self._cipher().decrypt(stored[:_NONCE_BYTES], stored[_NONCE_BYTES:], None)
        content: dict[str, Any] = orjson.loads(decrypted)
        if not hmac.compare_digest(content["request"], self._fingerprint):
            raise IdempotencyKeyReused
        headers = [(name, text) for name, text in content["headers"]]
        return Response(content["body"], content["status"], [*headers, (REPLAYED_HEADER, "true")])

    @cached_property
    def _fingerprint(self) -> str:
        """A hash of the body's value: requests with the same key have to have the same one."""
        return sha256(canonical_body()).hexdigest()

    def _cipher(self) -> AESGCM:
        derived = HKDF(SHA256(), length=32, salt=None, info=b"regicide-idempotency-1").derive(self.key.encode())
        return AESGCM(derived)
