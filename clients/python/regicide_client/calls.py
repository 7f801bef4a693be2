"""Calls: requests that the generated operations make, the parsers of their responses, and the content received."""

from __future__ import annotations

import json
import ssl
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from typing import Any, Final, Generic, Protocol, TypeVar
from urllib.parse import urlsplit
from uuid import uuid4

import httpx

from regicide_client.errors import error_from_response, unexpected_response

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

MAX_RESPONSE_BYTES: Final = 32 * 1024 * 1024
"""The most of a decoded response that is read, except for streams; the largest ones of the API have some megabytes."""

EXAMPLE_URL: Final = "http://127.0.0.1:8000"

_HEADERS: Final = {
    "Accept": "application/json, application/problem+json",
    "User-Agent": f"regicide-client/{version('regicide-client')}",
}


@dataclass(frozen=True, slots=True)
class Call(Generic[T_co]):
    """A request that can be sent more than once, and the parser of its response.

    Repeating it is safe because it only reads, names the version that it applies to, or has an Idempotency-Key.
    """

    request: Mapping[str, Any]
    parse: Callable[[Mapping[str, Any]], T_co]

    def with_token(self, token: str | None) -> Call[T_co]:
        """Return the same call with a bearer token, if there is one."""
        return self.with_headers({"Authorization": f"Bearer {token}"}) if token else self

    def with_headers(self, headers: Mapping[str, str]) -> Call[T_co]:
        """Return the same call with further headers."""
        return Call({**self.request, "headers": {**self.request["headers"], **headers}}, self.parse)


class Page(Protocol[T_co]):
    """A page of a list; `next_` is the cursor of the next one."""

    @property
    def items(self) -> Sequence[T_co]:
        """The items."""

    @property
    def next_(self) -> object:
        """The cursor; None on the last page."""


def call(  # noqa: PLR0913 - the parts of a request, each by its name
    method: str,
    url: str,
    parse: Callable[[Mapping[str, Any]], T],
    *,
    params: Mapping[str, Any] | None = None,
    headers: Mapping[str, str | None] | None = None,
    body: Mapping[str, Any] | None = None,
) -> Call[T]:
    """Return a call without the parameters and headers that have no value; a list is one parameter (style form)."""
    texts = {name: ",".join(value) if isinstance(value, list) else value for name, value in (params or {}).items()}
    request = {
        "method": method,
        "url": url,
        "params": {name: value for name, value in texts.items() if value not in {None, ""}},
        "headers": {name: value for name, value in (headers or {}).items() if value},
    }
    return Call(request if body is None else {**request, "json": body}, parse)


def idempotency_key() -> str:
    """Return a new Idempotency-Key."""
    return str(uuid4())


def nothing(_: object) -> None:
    """Parse a response without content."""


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
