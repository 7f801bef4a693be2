"""How gunicorn runs the application; a module that is a gunicorn configuration.

Settings that cannot be used are refused here, before there is any worker process.
"""

from __future__ import annotations

import os
import sys

from regicide_api.config import BadSetting, Settings

try:
    _settings = Settings.of(os.environ)
    _settings.required_redis_url()
except BadSetting as error:
    sys.exit(f"regicide: {error}")

worker_class = "gthread"
workers = _settings.web_workers
threads = _settings.web_threads
control_socket_disable = True
