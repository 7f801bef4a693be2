"""The metrics, for Prometheus. Under gunicorn they are added up over all worker processes, dead ones too."""

from __future__ import annotations

import os
from functools import cache
from typing import Final

from flask import Blueprint, Response, request
from prometheus_client import REGISTRY, CollectorRegistry, Counter, Histogram
from prometheus_client.exposition import choose_encoder
from prometheus_client.multiprocess import MultiProcessCollector

from regicide_api.http.request_summary import Answered

DIRECTORY: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that names the directory where worker processes keep their counts, as prometheus_client has it."""

_BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)

REQUESTS: Final = Counter("regicide_http_requests", "Requests answered.", ["method", "route", "status"])
SECONDS: Final = Histogram(
    "regicide_http_request_duration_seconds",
    "Time until an answer began; waiting for news counts.",
    ["method", "route"],
    buckets=_BUCKETS,
)
GAMES_CREATED: Final = Counter("regicide_games_created", "Games created.")
ACTIONS_TAKEN: Final = Counter("regicide_actions_taken", "Actions taken, each once however often it was sent.")
TIMEOUTS: Final = Counter("regicide_turns_timed_out", "Turns whose time was over.")
PROBLEMS: Final = Counter(
    "regicide_problems",
    "Requests answered with a problem: actions refused, and all others.",
    ["method", "route", "code"],
)

metrics = Blueprint("metrics", __name__)


@metrics.get("/metrics")
def exposition() -> Response:
    """Give all metrics, in the format that the client asks for."""
    encode, media_type = choose_encoder(request.headers.get("Accept", ""))
    return Response(encode(_registry()), content_type=media_type)


def _registry() -> CollectorRegistry:
    """The counts of this process, or those of all where there are several."""
    if DIRECTORY not in os.environ:
        return REGISTRY
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return registry


def note(answered: Answered) -> None:
    """Count a request."""
    method, route = answered.method, answered.route or "none"
    _requests(method, route, answered.status).inc()
    _seconds(method, route).observe(answered.seconds)
    if answered.problem:
        PROBLEMS.labels(method, route, answered.problem).inc()


@cache
def _requests(method: str, route: str, status: int) -> Counter:
    return REQUESTS.labels(method, route, status)


@cache
def _seconds(method: str, route: str) -> Histogram:
    return SECONDS.labels(method, route)
