"""Cross-origin requests: scripts of any origin may call the API and read every response, errors included.

Clients authenticate by a token that the script sends, never by a cookie, so every origin is allowed and credentials are
not. The headers are the same for all origins, so responses can be cached without `Vary: Origin`.
"""

from __future__ import annotations

from typing import Final

from flask import Flask, Response, request

REQUEST_HEADERS: Final = (
    "Authorization, Content-Type, Idempotency-Key, If-None-Match, Prefer, Last-Event-ID, Accept-Language, X-Request-ID"
)
EXPOSED_HEADERS: Final = (
    "Date, ETag, Location, Link, Retry-After, RateLimit, RateLimit-Policy, Preference-Applied, "
    "Idempotent-Replayed, X-Request-ID"
)
METHODS: Final = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"
"""All methods, so that a script that uses an unsupported one can read the 405."""

MAX_AGE_S: Final = 24 * 60 * 60
"""Browsers cap the lifetime of a cached preflight at two hours or a day."""

_PREFLIGHT_HEADERS: Final = {
    "Access-Control-Allow-Methods": METHODS,
    "Access-Control-Allow-Headers": REQUEST_HEADERS,
    "Access-Control-Max-Age": str(MAX_AGE_S),
}

CORS_HEADERS: Final = {"Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": EXPOSED_HEADERS}
"""The headers of every response."""


def install(app: Flask) -> None:
    """Answer every preflight of an application, and add the CORS headers to all of its responses."""
    app.before_request(_answer_preflight)
    app.after_request(_add_headers)


def _answer_preflight() -> Response | None:
    """204 on any path: a script can read a 404 only after a successful preflight."""
    if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
        return Response(status=204, headers=_PREFLIGHT_HEADERS)
    return None


def _add_headers(response: Response) -> Response:
    for name, text in CORS_HEADERS.items():
        response.headers.add(name, text)  # no response has them yet: `update` would look
    return response
