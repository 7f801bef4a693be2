"""Cross-origin requests: scripts of any web page may use the API and read its answers, errors too.

Nobody is known by a cookie here, only by a token that the script itself sends, so every origin is welcome and no
credentials are. What is said is the same for all, which keeps answers cacheable without `Vary: Origin`.
"""

from __future__ import annotations

from typing import Final

from flask import Flask, Response, request

REQUEST_HEADERS: Final = (
    "Authorization, Content-Type, Idempotency-Key, If-None-Match, Prefer, Last-Event-ID, Accept-Language, X-Request-ID"
)
ANSWER_HEADERS: Final = (
    "ETag, Location, Link, Retry-After, RateLimit, RateLimit-Policy, Preference-Applied, X-Request-ID"
)
METHODS: Final = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"
"""All: a script that uses a wrong one is to read the problem, not to guess at what its browser hides."""

DAY: Final = "86400"
"""Browsers keep a preflight's answer for as long as they do at all: two hours or a day."""

_PREFLIGHT: Final = {
    "Access-Control-Allow-Methods": METHODS,
    "Access-Control-Allow-Headers": REQUEST_HEADERS,
    "Access-Control-Max-Age": DAY,
}

READABLE: Final = {"Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": ANSWER_HEADERS}
"""What every answer says."""


def install(app: Flask) -> None:
    """Answer every preflight of an app, and let scripts read each of its answers."""
    app.before_request(_answer_to_preflight)
    app.after_request(_readable)


def _answer_to_preflight() -> Response | None:
    """The answer, for any path: only after a preflight that went well does a script see that there is nothing."""
    if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
        return Response(status=204, headers=_PREFLIGHT)
    return None


def _readable(response: Response) -> Response:
    response.headers.update(READABLE)
    return response
