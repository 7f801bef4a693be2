"""What is noted of each request: its id, and how it was answered, for the log and the metrics.

Nothing else is: paths, queries, headers and bodies may hold tokens and seeds.
"""

from __future__ import annotations

import re
import secrets
import time
from typing import Final

from flask import Flask, Response, g, request

from regicide_api.http.request_summary import Answered
from regicide_api.observability import logs, metrics

HEADER: Final = "X-Request-ID"
_SANE: Final = re.compile(r"[A-Za-z0-9._:/+=@-]{1,100}")
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def install(app: Flask) -> None:
    """Note every request of an app. It comes before all else that looks at requests, and sees the answers last."""
    app.before_request(_begin)
    app.after_request(_end)


def _begin() -> None:
    g.began = time.perf_counter()
    g.request_id = _request_id()


def _request_id() -> str:
    """The client's id of the request, if it is fit for a log; a new one otherwise."""
    given = request.headers.get(HEADER, "")
    return given if _SANE.fullmatch(given) else secrets.token_hex(12)


def _end(response: Response) -> Response:
    response.headers[HEADER] = g.request_id
    method, rule = request.method, request.url_rule
    answered = Answered(
        method=method if method in _METHODS else "other",
        route=rule.rule if rule else None,
        status=response.status_code,
        seconds=time.perf_counter() - g.began,
        problem=g.get("problem"),
    )
    logs.note(answered)
    metrics.note(answered)
    return response
