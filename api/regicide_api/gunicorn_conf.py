"""How gunicorn runs the application; a module that is a gunicorn configuration.

Settings that cannot be used are refused here, before there is any worker process. Here, too, the directory is made in
which the worker processes keep their metrics: a new one for each start, and before anything imports prometheus_client.

What the application is made of is loaded once, before there is any worker process, and never becomes garbage. So nobody
looks for garbage meanwhile, nor ever in what was loaded: that would take time, and each worker process memory.
"""

from __future__ import annotations

import gc
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
from threading import Thread
from types import FrameType
from typing import TYPE_CHECKING, Any, cast

gc.disable()  # until on_starting

from regicide_api.config import BadSetting, Settings  # noqa: E402 - after the line above
from regicide_api.gunicorn_worker.framing import LONGEST_LINE  # noqa: E402 - the same
from regicide_api.observability.logs import GunicornLogger  # noqa: E402 - the same

if TYPE_CHECKING:
    from flask import Flask
    from gunicorn.arbiter import Arbiter
    from gunicorn.workers.base import Worker

try:
    _settings = Settings.of(os.environ)
    _settings.required_redis_url()
except BadSetting as error:
    sys.exit(f"regicide: {error}")


def _most_connections(wanted: int) -> int:
    """So many connections, or as many as the system allows: each is an open file, may take another one to the store,
    and leaves a third for all else.
    """
    least, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = max(least, 3 * wanted)
    allowed = needed if most == resource.RLIM_INFINITY else min(needed, most)
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, most))
    return min(wanted, allowed // 3)


_metrics = tempfile.mkdtemp(prefix="regicide-metrics-")
os.environ["PROMETHEUS_MULTIPROC_DIR"] = _metrics

GunicornLogger.log_format = _settings.log_format

preload_app = True  # so that a worker process that dies is replaced at once: a new one has nothing left to import
worker_class = "regicide_api.gunicorn_worker.worker.Worker"
workers = _settings.web_workers
threads = _settings.web_threads
worker_connections = _most_connections(max(1024, 2 * threads))  # one that waits takes no thread
backlog = 2048
limit_request_line = LONGEST_LINE
control_socket_disable = True
logger_class = GunicornLogger
loglevel = _settings.log_format.level


_STOPPING = (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT)

# A new worker process handles signals like the master until it has its own handlers; what told it to stop until then
# would be lost, and the master would wait for it in vain. So such signals wait, and the worker gets them when it can
# heed them: in post_worker_init.
os.register_at_fork(
    before=lambda: signal.pthread_sigmask(signal.SIG_BLOCK, _STOPPING),
    after_in_parent=lambda: signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOPPING),
)


def post_worker_init(worker: Worker) -> None:
    """Let go of all who wait for news when the process is told to stop, so that it can."""
    from regicide_api.http.context import services_of  # noqa: PLC0415 - it imports prometheus_client
    from regicide_api.problems import gunicorn_errors as protocol_errors  # noqa: PLC0415 - the worker has imported it already, the master need not

    protocol_errors.install()
    finish: Any = signal.getsignal(signal.SIGTERM)
    hub = services_of(cast("Flask", worker.wsgi)).hub
    hub.capacity = min(hub.capacity, worker_connections * 7 // 8)

    def stop(number: int, frame: FrameType | None) -> None:
        Thread(target=hub.close).start()
        finish(number, frame)

    signal.signal(signal.SIGTERM, stop)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOPPING)
    Thread(target=_follow, args=[worker.ppid], name="orphan", daemon=True).start()


def _follow(master: int) -> None:
    """Stop when the master has been killed, as if told to.

    By itself a worker would go on for those who are connected, keep the port, and let nobody else in.
    """
    while os.getppid() == master:
        time.sleep(1)
    os.kill(os.getpid(), signal.SIGTERM)


def on_starting(server: Arbiter) -> None:
    """Give the metrics to whom gunicorn runs its worker processes as. The application has been loaded."""
    os.chown(_metrics, server.cfg.uid, server.cfg.gid)
    gc.freeze()
    gc.enable()


def child_exit(server: Arbiter, worker: Worker) -> None:  # noqa: ARG001 - gunicorn's way of calling
    """Forget what a dead worker process was busy with; what it has counted stays."""
    from prometheus_client.multiprocess import mark_process_dead  # noqa: PLC0415 - it reads the directory when imported

    mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def on_exit(server: Arbiter) -> None:  # noqa: ARG001 - gunicorn's way of calling
    """Leave nothing behind."""
    shutil.rmtree(_metrics, ignore_errors=True)
