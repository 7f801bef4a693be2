"""Request ids, and one log line and metric per request.

Only the method, the route template, the status, the duration and the problem code are recorded: paths, queries, headers
and bodies may contain tokens and seeds.
"""

from __future__ import annotations

import logging
import random
import re
import time
from contextvars import Token
from typing import Final, NamedTuple

from flask import Flask, Response, g, request

from regicide_api.observability import metrics
from regicide_api.observability.logs import request_id

_LOG: Final = logging.getLogger("regicide.requests")


REQUEST_ID_HEADER: Final = "X-Request-ID"
_ID_BITS: Final = 96
_SAFE_ID: Final = re.compile(r"[A-Za-z0-9._:/+=@-]{1,100}")
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class _Start(NamedTuple):
    """The start of a request, by `time.perf_counter`, and the token that resets the request id."""

    at: float
    id_token: Token[str | None]


def install(app: Flask) -> None:
    """Record every request of an application. To be installed before all other hooks, so that it runs around them."""
    app.before_request(_start)
    app.after_request(_finish)
    app.teardown_request(_forget)


def _start() -> None:
    g.start = _Start(time.perf_counter(), request_id.set(_client_id() or _new_id()))


def _client_id() -> str | None:
    """The client's id of the request, if it is safe to log."""
    given: str | None = request.environ.get("HTTP_X_REQUEST_ID")
    return given if given and _SAFE_ID.fullmatch(given) else None


def _new_id() -> str:
    """A new id: 96 random bits. It grants nothing."""
    return f"{random.getrandbits(_ID_BITS):0{_ID_BITS // 4}x}"


def _finish(response: Response) -> Response:
    response.headers.add(REQUEST_ID_HEADER, str(request_id.get()))  # no response has it yet
    method, route = (
        request.method if request.method in _METHODS else "other",
        request.url_rule and request.url_rule.rule,
    )
    status, seconds, problem = response.status_code, time.perf_counter() - g.start.at, g.get("problem")
    if _LOG.isEnabledFor(logging.INFO):
        members = {"method": method, "route": route, "status": status, "ms": round(1000 * seconds, 3)}
        extra = members if problem is None else members | {"problem": problem}
        _LOG.info("%s %s %d %.1f ms", method, route, status, members["ms"], extra=extra)
    metrics.count_request(method, route or "none", status, seconds, problem)
    return response


def _forget(_: BaseException | None) -> None:
    if start := g.pop("start", None):  # a context without a request, as in `app.test_request_context()`, has none
        request_id.reset(start.id_token)
