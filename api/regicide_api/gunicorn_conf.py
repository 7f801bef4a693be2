"""How gunicorn runs the application. It takes `WEB_CONCURRENCY` (worker processes) from the environment by itself."""

from __future__ import annotations

import os

worker_class = "gthread"
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
control_socket_disable = True
threads = int(os.environ.get("WEB_THREADS", "256"))
"""Threads are started when they are needed. A client that waits for news keeps one."""
