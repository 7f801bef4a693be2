"""The gunicorn configuration.

Invalid settings are rejected here, before a worker process starts. The directory of the worker processes' metrics is
created here too: a new one for each start, and before prometheus_client is imported.

The standard library is patched for gevent: threads, locks and sockets belong to greenlets in every worker process.

The application is loaded once, in the master process. The garbage collector is disabled meanwhile, and then ignores the
loaded objects: to traverse them costs time, and copies their pages in every worker process.
"""

from __future__ import annotations

import gc
import os
import resource
import shutil
import signal
import socket
import sys
import tempfile
from functools import cache
from typing import TYPE_CHECKING, cast

gc.disable()  # until `on_starting`

from gevent import monkey  # noqa: E402 - after `gc.disable`

monkey.patch_all()  # before the application is imported
from gunicorn.http import wsgi  # noqa: E402 - after `gc.disable`
from gunicorn.http.errors import UnsupportedTransferCoding  # noqa: E402 - after `gc.disable`

from regicide_api.config import ConfigError, Settings  # noqa: E402 - after `gc.disable`

if TYPE_CHECKING:
    from flask import Flask
    from gunicorn.arbiter import Arbiter
    from gunicorn.http import Request
    from gunicorn.workers.base import Worker

    from regicide_api.gunicorn_worker import Worker as RegicideWorker

try:
    _settings = Settings.from_env(os.environ)
    _settings.require_redis_url()
except ConfigError as error:
    sys.exit(f"regicide: {error}")

_metrics_dir = tempfile.mkdtemp(prefix="regicide-metrics-")
os.environ["PROMETHEUS_MULTIPROC_DIR"] = _metrics_dir

from prometheus_client.multiprocess import mark_process_dead  # noqa: E402 - it reads the name of the directory

from regicide_api import metrics  # noqa: E402 - as above
from regicide_api.endpoints.services import services_of  # noqa: E402 - as above
from regicide_api.gunicorn_worker import MAX_LINE_BYTES, STOP_SIGNALS, GunicornLogger  # noqa: E402 - as above
from regicide_api.http import responses  # noqa: E402 - as above

_OTHER_FILES = 256
"""Open files of a worker process besides its clients' connections: store, logs, metrics, and a reserve."""


def _connection_limit(wanted: int) -> int:
    """The wanted number of connections, or as many as the limit of open files allows: each is a file."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = max(soft, wanted + _OTHER_FILES)
    allowed = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    return min(wanted, max(allowed - _OTHER_FILES, allowed // 2))


_metrics_listeners: list[socket.socket] = []
"""The socket of METRICS_ADDRESS, if it is set."""

GunicornLogger.log_format = _settings.log_format

wsgi_app = "regicide_api.app:from_environment()"
preload_app = True  # a replacement for a dead worker process imports nothing
worker_class = "regicide_api.gunicorn_worker.Worker"
workers = _settings.web_workers
worker_connections = _connection_limit(_settings.web_connections)
backlog = 2048
keepalive = 75  # seconds; longer than proxies and clients keep idle connections: they would use a closed one
sendfile = False  # it bypasses the bounds of a connection, and gevent does not use the system call
limit_request_line = MAX_LINE_BYTES
control_socket_disable = True

# `X-Forwarded-For` and `X-Forwarded-Proto` are read by the application, from TRUSTED_PROXIES proxies. gunicorn itself
# would believe these headers, and SCRIPT_NAME and PATH_INFO, of any client on this machine or on a Unix socket.
forwarded_allow_ips = ""
forwarder_headers = ""
secure_scheme_headers: dict[str, str] = {}
logger_class = GunicornLogger
loglevel = _settings.log_format.level


wsgi.WSGIErrorsWrapper = cache(wsgi.WSGIErrorsWrapper)  # type: ignore[assignment,misc] # else one for each request

_HTTP_1_1 = (1, 1)

# A new worker process has the signal handlers of the master until it installs its own: a signal to stop would be lost
# in between, and the master would wait forever. So these signals are blocked during the fork, and unblocked in
# `post_worker_init`.
os.register_at_fork(
    before=lambda: signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS),
    after_in_parent=lambda: signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP_SIGNALS),
)


def post_worker_init(worker: RegicideWorker) -> None:
    """Connect the worker to the application, and end all waits on shutdown."""
    responses.install_in_gunicorn()
    for listener in _metrics_listeners:
        metrics.serve(listener)
    services = services_of(cast("Flask", worker.wsgi))
    services.hub.capacity = min(services.hub.capacity, worker_connections * 7 // 8)
    worker.on_stop = services.hub.close
    if not _settings.trusted_proxies:  # all connections come from the proxy, which bounds its clients
        worker.address_limit = max(1, worker_connections * _settings.waiting_share_percent // 100)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP_SIGNALS)


def _listen_for_metrics() -> None:
    """Listen on METRICS_ADDRESS, if it is set. Exits with a message if that fails."""
    if not _settings.metrics_address:
        return
    try:
        _metrics_listeners.append(metrics.listen(_settings.metrics_address))
    except OSError as error:
        sys.exit(f"regicide: METRICS_ADDRESS={_settings.metrics_address}: cannot listen: {error.strerror or error}")


def on_starting(server: Arbiter) -> None:
    """Open the metrics' address and directory for the worker processes, and freeze the application for the GC."""
    _listen_for_metrics()
    os.chown(_metrics_dir, server.cfg.uid, server.cfg.gid)
    gc.freeze()
    gc.enable()


def pre_request(worker: Worker, req: Request) -> None:  # noqa: ARG001 - gunicorn passes it
    """Reject transfer codings other than `chunked` (RFC 9112, section 6.1), and treat HTTP/1.2 to 1.9 as HTTP/1.1.

    gunicorn accepts `gzip, chunked`, passes on the compressed body, and answers with the version of the request (RFC
    9110, section 2.5). Raises UnsupportedTransferCoding.
    """
    codings = [value.lower() for name, value in req.headers if name == "TRANSFER-ENCODING"]
    if codings and codings != ["chunked"]:
        raise UnsupportedTransferCoding(", ".join(codings))
    req.version = min(req.version or _HTTP_1_1, _HTTP_1_1)


def child_exit(server: Arbiter, worker: Worker) -> None:  # noqa: ARG001 - gunicorn passes it
    """Remove the gauges of a dead worker process; its counters stay."""
    mark_process_dead(worker.pid)


def on_exit(server: Arbiter) -> None:  # noqa: ARG001 - gunicorn passes it
    """Remove the metrics, and the file of their socket."""
    for listener in _metrics_listeners:
        metrics.close(listener)
    shutil.rmtree(_metrics_dir, ignore_errors=True)
