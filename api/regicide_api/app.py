"""The application: the operations on a store, and how errors are answered."""

from __future__ import annotations

from flask import Flask
from werkzeug.exceptions import HTTPException
from werkzeug.middleware.proxy_fix import ProxyFix

from regicide_api import cors, observation, problems, rate_limits, tables
from regicide_api.config import Settings
from regicide_api.document import DocumentedApi
from regicide_api.games import games
from regicide_api.metrics import metrics
from regicide_api.pages import pages
from regicide_api.rate_limits import RateLimits
from regicide_api.store import Store
from regicide_api.tables import Tables


def create_app(store: Store, settings: Settings | None = None) -> Flask:
    """The application on a store."""
    settings = settings or Settings()
    app = Flask("regicide_api", static_folder=None)
    app.url_map.strict_slashes = False
    if settings.trusted_proxies:
        trusted = settings.trusted_proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=trusted, x_proto=trusted)  # type: ignore[method-assign]
    observation.install(app)
    cors.install(app)
    rate_limits.install(app, RateLimits(store, settings.limits))
    tables.install(app, Tables(store, settings.game_ttl, settings.record_ttl))
    for error in problems.PROBLEMS:
        if not issubclass(error, HTTPException):
            app.register_error_handler(error, problems.answer)
    DocumentedApi(app).register_blueprint(games)
    app.register_blueprint(pages)
    app.register_blueprint(metrics)
    return app
