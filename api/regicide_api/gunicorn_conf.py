"""How gunicorn runs the application; a module that is a gunicorn configuration.

Settings that cannot be used are refused here, before there is any worker process.
"""

from __future__ import annotations

import os
import signal
import sys
from threading import Thread
from types import FrameType
from typing import Any, cast

from flask import Flask
from gunicorn.workers.base import Worker

from regicide_api.config import BadSetting, Settings
from regicide_api.services import services_of

try:
    _settings = Settings.of(os.environ)
    _settings.required_redis_url()
except BadSetting as error:
    sys.exit(f"regicide: {error}")

worker_class = "gthread"
workers = _settings.web_workers
threads = _settings.web_threads
worker_connections = 2 * threads
control_socket_disable = True


def post_worker_init(worker: Worker) -> None:
    """Let go of all who wait for news when the process is told to stop, so that it can."""
    finish: Any = signal.getsignal(signal.SIGTERM)
    hub = services_of(cast("Flask", worker.wsgi)).hub

    def stop(number: int, frame: FrameType | None) -> None:
        Thread(target=hub.close).start()
        finish(number, frame)

    signal.signal(signal.SIGTERM, stop)
