"""The log line and the metrics of an answered request."""

from __future__ import annotations

import logging
from functools import cache
from typing import Final, NamedTuple

from prometheus_client import Counter, Histogram

from regicide_api.observability.metrics import DURATIONS, PROBLEMS, REQUESTS

_LOG: Final = logging.getLogger("regicide.requests")


class RequestSummary(NamedTuple):
    """An answered request.

    `route` is the template of the route (None: not found), `seconds` the time to the start of the answer, `problem` the
    code of the problem document, if any. Paths, queries, headers and bodies may contain tokens and seeds: they are left
    out.
    """

    method: str
    route: str | None
    status: int
    seconds: float
    problem: str | None


def log_request(summary: RequestSummary) -> None:
    """Log a request at level INFO."""
    if _LOG.isEnabledFor(logging.INFO):
        method, route, status, seconds, problem = summary
        members = {"method": method, "route": route, "status": status, "ms": round(1000 * seconds, 3)}
        extra = members if problem is None else members | {"problem": problem}
        _LOG.info("%s %s %d %.1f ms", method, route, status, members["ms"], extra=extra)


def record_metrics(summary: RequestSummary) -> None:
    """Count a request, its duration, and its problem."""
    method, route = summary.method, summary.route or "none"
    _requests(method, route, summary.status).inc()
    _durations(method, route).observe(summary.seconds)
    if summary.problem:
        PROBLEMS.labels(method, route, summary.problem).inc()


@cache
def _requests(method: str, route: str, status: int) -> Counter:
    return REQUESTS.labels(method, route, status)


@cache
def _durations(method: str, route: str) -> Histogram:
    return DURATIONS.labels(method, route)
