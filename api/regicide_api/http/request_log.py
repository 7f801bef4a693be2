"""Request ids, and one log line and metric per request.

Only the method, the route template, the status, the duration and the problem code are recorded: paths, queries, headers
and bodies may contain tokens and seeds.
"""

from __future__ import annotations

import re
import secrets
import time
from typing import Final

from flask import Flask, Response, g, request

from regicide_api.observability import requests
from regicide_api.observability.logs import request_id
from regicide_api.observability.requests import RequestSummary

REQUEST_ID_HEADER: Final = "X-Request-ID"
_SAFE_ID: Final = re.compile(r"[A-Za-z0-9._:/+=@-]{1,100}")
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def install(app: Flask) -> None:
    """Record every request of an application. To be installed before all other hooks, so that it runs around them."""
    app.before_request(_start)
    app.after_request(_finish)
    app.teardown_request(_forget)


def _start() -> None:
    g.started = time.perf_counter()
    g.request_id_token = request_id.set(_client_id() or secrets.token_hex(12))


def _client_id() -> str | None:
    """The client's id of the request, if it is safe to log."""
    given: str | None = request.environ.get("HTTP_X_REQUEST_ID")
    return given if given and _SAFE_ID.fullmatch(given) else None


def _finish(response: Response) -> Response:
    response.headers[REQUEST_ID_HEADER] = str(request_id.get())
    method, rule = request.method, request.url_rule
    summary = RequestSummary(
        method=method if method in _METHODS else "other",
        route=rule.rule if rule else None,
        status=response.status_code,
        seconds=time.perf_counter() - g.started,
        problem=g.get("problem"),
    )
    requests.log_request(summary)
    requests.record_metrics(summary)
    return response


def _forget(_: BaseException | None) -> None:
    if "request_id_token" in g:  # a context without a request, as in `app.test_request_context()`, has none
        request_id.reset(g.pop("request_id_token"))
