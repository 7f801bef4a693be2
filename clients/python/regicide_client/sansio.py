"""The logic of a call without I/O, shared by both sessions.

An operation is a generator: it yields the I/O that it needs (`SendRequest`, `Wait`), receives the response, and
returns the result of the call. `Session` runs it with blocking I/O, `AsyncSession` with awaited I/O.
"""

from __future__ import annotations

import json
import ssl
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from typing import Any, Final, Generic, TypeAlias, TypeVar
from urllib.parse import urlsplit

import httpx

from regicide_client.errors import ApiError, connection_failed, error_from_response, unexpected_response
from regicide_client.retry import Attempts, RetryPolicy

T = TypeVar("T")

RETRYABLE_STATUSES: Final = frozenset({429, 502, 503, 504})

LOCAL_ERRORS: Final = (httpx.UnsupportedProtocol, httpx.LocalProtocolError)
"""Faults of the request itself, which a retry would repeat."""

MAX_RESPONSE_BYTES: Final = 32 * 1024 * 1024
"""The most of a decoded response that is read, except for streams; the largest ones of the API have some megabytes."""

EXAMPLE_URL: Final = "http://127.0.0.1:8000"

_HEADERS: Final = {
    "Accept": "application/json, application/problem+json",
    "User-Agent": f"regicide-client/{version('regicide-client')}",
}


@dataclass(frozen=True, slots=True)
class SendRequest:
    """I/O: send a request; the result is the response or httpx's error."""

    request: Mapping[str, Any]
    timeout: float


@dataclass(frozen=True, slots=True)
class Wait:
    """I/O: sleep."""

    seconds: float


Operation: TypeAlias = Generator[SendRequest | Wait, httpx.Response | None, T]


@dataclass(frozen=True, slots=True)
class Call(Generic[T]):
    """A request that can be sent more than once, and the parser of its response.

    Repeating it is safe because it only reads, names the version that it applies to, or has an Idempotency-Key.
    """

    request: Mapping[str, Any]
    parse: Callable[[Mapping[str, Any]], T]

    def with_token(self, token: str | None) -> Call[T]:
        """Return the same call with a bearer token, if there is one."""
        return self.with_headers({"Authorization": f"Bearer {token}"}) if token else self

    def with_headers(self, headers: Mapping[str, str]) -> Call[T]:
        """Return the same call with further headers."""
        return Call({**self.request, "headers": {**self.request.get("headers", {}), **headers}}, self.parse)


class ReceivedContent:
    """The decoded content of a response that is being received, up to a bound."""

    def __init__(self, response: httpx.Response) -> None:
        self._response, self._content = response, bytearray()

    def add(self, chunk: bytes) -> None:
        """Add a chunk. Raises UnexpectedResponse beyond the bound."""
        self._content += chunk
        if len(self._content) > MAX_RESPONSE_BYTES:
            limit = MAX_RESPONSE_BYTES // 1024**2
            raise unexpected_response(self._response, f"the response is too large: expected at most {limit} MiB")

    def whole(self) -> httpx.Response:
        """Return the response with its content."""
        headers = self._response.headers.copy()
        headers.pop("Content-Encoding", None)  # the content is decoded
        return httpx.Response(
            self._response.status_code,
            headers=headers,
            content=bytes(self._content),
            request=self._response.request,
            extensions=self._response.extensions,
        )


def client_options(url: str, language: str | None) -> dict[str, Any]:
    """Return the options of the httpx client of a session; `language` is the Accept-Language of its requests.

    Raises ValueError for an invalid URL or language.
    """
    if not _is_server_url(url):
        raise ValueError(f"invalid server URL {url!r}: expected one like {EXAMPLE_URL}")
    if language and not (language.isascii() and language.isprintable()):
        raise ValueError(f"invalid language {language!r}: expected printable ASCII such as 'es, en;q=0.5'")
    headers = _HEADERS | ({"Accept-Language": language} if language else {})
    return {"base_url": url, "headers": headers, "verify": _trusted_certificates()}


@cache
def _trusted_certificates() -> ssl.SSLContext:
    """Return the TLS context of all sessions of the process; to load its certificates takes some 20 ms."""
    return httpx.create_ssl_context()


def _is_server_url(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0 and " " not in url
    except ValueError:  # an unclosed bracket, or a port beyond 65535
        return False


def execute(call: Call[T], policy: RetryPolicy, hold: float = 0) -> Operation[T]:
    """Send the request with retries and return the parsed response, which the server may hold for some seconds."""
    response = yield from send_with_retries(call, policy, hold)
    return parse_response(call, response)


def send_with_retries(call: Call[T], policy: RetryPolicy, hold: float = 0) -> Operation[httpx.Response]:
    """Send the request until a response comes that is not retryable; return it, whatever its status.

    At the deadline raises the error of the last retryable response, or ConnectionFailed if there was none. The last
    attempt may have been cut short by the deadline, so its timeout is less informative than an earlier response.
    """
    attempts = Attempts(policy, hold)
    last_response_error: ApiError | None = None
    while True:
        error: ApiError
        try:
            response = yield SendRequest(call.request, attempts.timeout)
        except LOCAL_ERRORS:
            raise
        except httpx.RequestError as cause:
            error = connection_failed(cause)
        else:
            assert response is not None  # noqa: S101 - the result of a SendRequest
            if not is_retryable(response):
                return response
            error = last_response_error = error_from_response(response)
        delay = attempts.delay(error.response)
        if delay is None:
            raise last_response_error or error
        yield Wait(delay)


def is_retryable(response: httpx.Response) -> bool:
    """Return whether the same request can succeed later. A conflict (409) is retryable if it has Retry-After."""
    if response.status_code == httpx.codes.CONFLICT:
        return "Retry-After" in response.headers
    return response.status_code in RETRYABLE_STATUSES


def parse_response(call: Call[T], response: httpx.Response) -> T:
    """Return the parsed response. Raises ApiError for a status of failure."""
    if not response.is_success:
        raise error_from_response(response)
    return parse_text(call, response, "null" if response.status_code == httpx.codes.NO_CONTENT else response.text)


def parse_text(call: Call[T], response: httpx.Response, text: str) -> T:
    """Return the parsed JSON text. Raises UnexpectedResponse if it does not fit the model of the call."""
    try:
        return call.parse(json.loads(text))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        detail = f"the response does not fit the model: {type(error).__name__}: {error}: {text[:200]!r}"
        raise unexpected_response(response, detail) from error


def retryable_error(error: httpx.RequestError | ApiError) -> ApiError:
    """Return the error as an ApiError if a retry can help; otherwise raise it."""
    if isinstance(error, LOCAL_ERRORS):
        raise error
    api_error = error if isinstance(error, ApiError) else connection_failed(error)
    if api_error.response is not None and not is_retryable(api_error.response):
        raise api_error
    return api_error
