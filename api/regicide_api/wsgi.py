"""The entry for gunicorn: `gunicorn --config python:regicide_api.gunicorn_conf regicide_api.wsgi:app`."""

from __future__ import annotations

import os

from gunicorn.errors import AppImportError

from regicide_api.app import create_app
from regicide_api.config import BadSetting, Settings
from regicide_api.storage import Store

try:
    settings = Settings.of(os.environ)
    app = create_app(Store(settings.required_redis_url()), settings)
except BadSetting as error:
    raise AppImportError(str(error)) from error
