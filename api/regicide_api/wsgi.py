"""The entry for gunicorn: `gunicorn --config python:regicide_api.gunicorn_conf regicide_api.wsgi:app`.

Without `REDIS_URL` it refuses to start, rather than keep games where they would be forgotten.
"""

from __future__ import annotations

import os

from flask import Flask
from gunicorn.errors import AppImportError

from regicide_api.app import create_app
from regicide_api.config import BadSetting, Settings
from regicide_api.store import Store


def _app() -> Flask:
    settings = Settings.of(os.environ)
    if settings.redis_url is None:
        raise BadSetting("REDIS_URL is not set: say where games are kept, as in REDIS_URL=redis://localhost:6379/0")
    return create_app(Store(settings.redis_url), settings)


try:
    app = _app()
except BadSetting as error:
    raise AppImportError(str(error)) from error
