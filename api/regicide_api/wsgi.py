"""The WSGI entry point: `gunicorn --config python:regicide_api.gunicorn_conf regicide_api.wsgi:app`."""

from __future__ import annotations

import os

from gunicorn.errors import AppImportError

from regicide_api.app import create_app
from regicide_api.config import Settings
from regicide_api.pages import service
from regicide_api.pages.web import releases
from regicide_api.storage.game_store import Store

try:
    settings = Settings.from_env(os.environ)
    store = Store(settings.require_redis_url())
except ValueError as error:
    raise AppImportError(str(error)) from error

app = create_app(store, settings)

# Once, before the processes part: no request waits for it.
releases.current()
service.operations()
