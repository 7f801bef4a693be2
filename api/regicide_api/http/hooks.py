"""What happens around every request: its id, the check of its path, preflights, CORS headers, a log line and a metric.

The path of a request has one spelling, which is neither decoded, normalized nor redirected: a path that two programs
could understand differently gets around the rules of a proxy, such as the rule for `/metrics`.

Only the method, the route template, the status, the duration and the problem code are recorded: paths, queries, headers
and bodies may contain tokens and seeds.

Scripts of any origin may call the API and read every response, errors included. Clients authenticate by a token that
the script sends, never by a cookie, so every origin is allowed and credentials are not. The headers are the same for
all origins, so responses can be cached without `Vary: Origin`.
"""

from __future__ import annotations

import logging
import random
import re
import time
from typing import TYPE_CHECKING, Final

from flask import Flask, Response, g, request
from werkzeug.exceptions import NotFound
from werkzeug.routing import IntegerConverter, Map, UnicodeConverter

from regicide_api import metrics
from regicide_api.core import work

if TYPE_CHECKING:
    from wsgiref.types import WSGIEnvironment

_LOG: Final = logging.getLogger("regicide.requests")

REQUEST_ID_HEADER: Final = "X-Request-ID"
_ID_BITS: Final = 96
_SAFE_ID: Final = re.compile(r"[A-Za-z0-9._:/+=@-]{1,100}")
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

MAX_SEGMENT_LENGTH: Final = 100
"""Of the parameters of paths: ids are shorter."""

_AMBIGUOUS_SEGMENTS: Final = {"", ".", ".."}
"""Segments of a path that some programs remove (RFC 3986, section 5.2.4)."""

METHODS: Final = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"
"""All methods, so that a script that uses an unsupported one can read the 405."""

REQUEST_HEADERS: Final = (
    "Authorization, Content-Type, Idempotency-Key, If-None-Match, Prefer, Last-Event-ID, Accept-Language, X-Request-ID"
)
MAX_AGE_S: Final = 24 * 60 * 60
"""Browsers cap the lifetime of a cached preflight at two hours or a day."""

EXPOSED_HEADERS: Final = (
    "Date, ETag, Location, Link, Retry-After, RateLimit, RateLimit-Policy, Preference-Applied, "
    "Idempotent-Replayed, X-Request-ID"
)
CORS_HEADERS: Final = {"Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": EXPOSED_HEADERS}
"""The headers of every response."""

_PREFLIGHT_HEADERS: Final = {
    "Access-Control-Allow-Methods": METHODS,
    "Access-Control-Allow-Headers": REQUEST_HEADERS,
    "Access-Control-Max-Age": str(MAX_AGE_S),
}


class _Number(IntegerConverter):
    """A number in a path. werkzeug's own class ignores leading zeros."""

    regex = "0|[1-9][0-9]{0,8}"


class _Segment(UnicodeConverter):
    """A segment of a path, of at most MAX_SEGMENT_LENGTH unreserved characters (RFC 3986, section 2.3).

    A key of the store has such a segment between braces, which decide on the server of a cluster.

    `batch` and `views` are none: a path with one of them is a route of its own.
    """

    part_isolating = True

    def __init__(self, map: Map) -> None:  # noqa: A002 - the name in the base class
        super().__init__(map)
        self.regex = f"(?!(?:batch|views)$)[A-Za-z0-9._~-]{{1,{MAX_SEGMENT_LENGTH}}}"


def install(app: Flask) -> None:
    """Check and record every request of an application. To be installed before all other hooks: it runs around them."""
    app.url_map.converters.update(int=_Number, default=_Segment, string=_Segment)
    app.before_request(_begin)
    app.after_request(_finish)


def _begin() -> Response | None:
    """Begin a request. Answers a preflight with 204, on any path: a script can read a 404 only after it.

    Raises NotFound for an ambiguous path.
    """
    g.started_at = time.perf_counter()
    environ = request.environ
    g.request_id = _request_id(environ)
    work.begin(work.Client(environ.get("gunicorn.socket")))
    if environ["REQUEST_METHOD"] == "OPTIONS":
        is_preflight = "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in environ
        return Response(status=204, headers=_PREFLIGHT_HEADERS) if is_preflight else None
    _check_path(environ)
    return None


def _request_id(environ: WSGIEnvironment) -> str:
    """The client's id of the request, if it is safe to log, or a new one: 96 random bits, which grant nothing."""
    given: str = environ.get("HTTP_X_REQUEST_ID", "")
    return given if _SAFE_ID.fullmatch(given) else f"{random.getrandbits(_ID_BITS):0{_ID_BITS // 4}x}"


def _check_path(environ: WSGIEnvironment) -> None:
    """Raises NotFound for a path with an escape, a parameter, an empty segment or one of dots, and for an empty one."""
    path = environ["PATH_INFO"]
    # WSGI servers other than gunicorn and werkzeug may pass the decoded path only.
    is_escaped = not {"%", ";"}.isdisjoint(str(environ.get("RAW_URI", "")).partition("?")[0])
    if is_escaped or not path or (path != "/" and not _AMBIGUOUS_SEGMENTS.isdisjoint(path.split("/")[1:])):
        raise NotFound


def _finish(response: Response) -> Response:
    """Add the headers of every response, and record the request."""
    for name, text in CORS_HEADERS.items():
        response.headers.add(name, text)  # no response has them yet: `update` would look
    response.headers.add(REQUEST_ID_HEADER, g.request_id)
    method = request.method if request.method in _METHODS else "other"
    route = request.url_rule and request.url_rule.rule
    status, seconds, problem = response.status_code, time.perf_counter() - g.started_at, g.get("problem")
    if _LOG.isEnabledFor(logging.INFO):
        members = {"method": method, "route": route, "status": status, "ms": round(1000 * seconds, 3)}
        extra = members if problem is None else members | {"problem": problem}
        _LOG.info("%s %s %d %.1f ms", method, route, status, members["ms"], extra=extra)
    metrics.count_request(method, route or "none", status, seconds, problem)
    return response
