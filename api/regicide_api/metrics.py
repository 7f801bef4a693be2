"""Prometheus metrics. Under gunicorn they are summed over all worker processes, including dead ones.

They can have an address of their own, which a proxy in front of the public port does not reach. The master process
listens before it starts worker processes, so that an address in use ends the start. Every worker process accepts
connections and answers with the metrics of all of them.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Iterable
from functools import cache
from http import HTTPStatus
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Final

from gevent.pywsgi import WSGIServer
from prometheus_client import REGISTRY, CollectorRegistry, Counter, Histogram, make_wsgi_app
from prometheus_client.exposition import choose_encoder
from prometheus_client.multiprocess import MultiProcessCollector

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment

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


@cache
def _requests(method: str, route: str, status: int) -> Counter:
    return REQUESTS.labels(method, route, status)


@cache
def _durations(method: str, route: str) -> Histogram:
    return DURATIONS.labels(method, route)


def count_request(method: str, route: str, status: int, seconds: float, problem: str | None) -> None:
    """Count an answered request, the time to the start of its answer, and the code of its problem."""
    _requests(method, route, status).inc()
    _durations(method, route).observe(seconds)
    if problem:
        PROBLEMS.labels(method, route, problem).inc()


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


PATH: Final = "/metrics"
UNIX: Final = "unix:"
"""The prefix of an address that is the path of a Unix socket."""

_BACKLOG: Final = 16


def listen(address: str) -> socket.socket:
    """A socket that listens on the address of `METRICS_ADDRESS`: `HOST:PORT`, `[IPv6]:PORT` or `unix:PATH`.

    A file left by a killed server is replaced. Raises OSError.
    """
    if address.startswith(UNIX):
        return _listen_on_file(Path(address.removeprefix(UNIX)))
    host, _, port = address.rpartition(":")
    return socket.create_server(
        (host.strip("[]"), int(port)), family=socket.AF_INET6 if "[" in host else socket.AF_INET, backlog=_BACKLOG
    )


def _listen_on_file(path: Path) -> socket.socket:
    if path.is_socket():
        path.unlink()
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(path))
    listener.listen(_BACKLOG)
    return listener


def close(listener: socket.socket) -> None:
    """Close a socket, and remove the file of a Unix socket."""
    name = listener.getsockname()
    listener.close()
    if isinstance(name, str):
        Path(name).unlink(missing_ok=True)


def serve(listener: socket.socket) -> None:
    """Answer requests for metrics in a thread of this process, until it ends."""
    own = socket.socket(fileno=listener.dup().detach())
    own.setblocking(False)  # another process may have accepted the connection
    Thread(target=_serve, args=[own], name="metrics", daemon=True).start()


def _serve(listener: socket.socket) -> None:
    """Serve without a log: a monitor requests the metrics every few seconds."""
    WSGIServer(listener, _application, log=None, error_log=None).serve_forever()


def _application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    """Answer `GET /metrics`, and nothing else."""
    if environ["PATH_INFO"] == PATH:
        answer: Iterable[bytes] = make_wsgi_app(_registry())(environ, start_response)
        return answer
    start_response(f"{HTTPStatus.NOT_FOUND:d} {HTTPStatus.NOT_FOUND.phrase}", [("Content-Type", "text/plain")])
    return [b"expected /metrics\n"]
