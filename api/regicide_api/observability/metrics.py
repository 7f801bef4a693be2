"""Prometheus metrics. Under gunicorn they are summed over all worker processes, including dead ones."""

from __future__ import annotations

import os
from typing import Final

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Histogram
from prometheus_client.exposition import choose_encoder
from prometheus_client.multiprocess import MultiProcessCollector

DIRECTORY_VARIABLE: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable of prometheus_client that names the directory of the worker processes' metrics."""

_BUCKETS_S: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)

REQUESTS: Final = Counter("regicide_http_requests", "Requests answered.", ["method", "route", "status"])
DURATIONS: Final = Histogram(
    "regicide_http_request_duration_seconds",
    "Time to the start of the answer, including long polls.",
    ["method", "route"],
    buckets=_BUCKETS_S,
)
GAMES_CREATED: Final = Counter("regicide_games_created", "Games created.")
ACTIONS_APPLIED: Final = Counter("regicide_actions_taken", "Actions applied; repeated requests do not count.")
TIMEOUTS: Final = Counter("regicide_turns_timed_out", "Turns ended by a timeout.")
PROBLEMS: Final = Counter(
    "regicide_problems",
    "Requests answered with a problem document.",
    ["method", "route", "code"],
)


def render(accept: str) -> tuple[bytes, str]:
    """All metrics in the best format for an `Accept` header. Returns the body and its media type."""
    encode, media_type = choose_encoder(accept)
    return encode(_registry()), media_type


def _registry() -> CollectorRegistry:
    """The metrics of this process, or of all worker processes."""
    if DIRECTORY_VARIABLE not in os.environ:
        return REGISTRY
    registry = CollectorRegistry()
    MultiProcessCollector(registry)
    return registry
