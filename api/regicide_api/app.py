"""The application: services on a store, the endpoints and pages, and the hooks around every request."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, Final

from flask import Flask, Response
from gunicorn.errors import AppImportError
from werkzeug.middleware.proxy_fix import ProxyFix

from regicide_api.config import Settings
from regicide_api.core import work
from regicide_api.endpoints import services
from regicide_api.endpoints.advice import advice, questions, reviews
from regicide_api.endpoints.agents import agents
from regicide_api.endpoints.deals import deals
from regicide_api.endpoints.devices import devices
from regicide_api.endpoints.games import games, records
from regicide_api.endpoints.lobby import lobby
from regicide_api.endpoints.reference import reference
from regicide_api.endpoints.seats import seats
from regicide_api.http import hooks, responses
from regicide_api.http.decorators import OrjsonProvider
from regicide_api.pages.service import operations, problem_pages, public_metrics, service
from regicide_api.pages.web import docs, web
from regicide_api.storage.game_store import Store

BLUEPRINTS: Final = (advice, agents, deals, devices, games, lobby, questions, records, reference, reviews, seats)
"""The operations of the API."""

CLIENT_LEFT: Final = 499
"""The status of a request without an answer, as in the logs of nginx: its client has closed the connection."""


class _App(Flask):
    """A Flask application that writes JSON by orjson, speaks HTTP alone, and gives up requests of clients that left."""

    json_provider_class = OrjsonProvider

    def wsgi_app(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer a request. Ignores `Upgrade` (RFC 9110, 7.8), for which werkzeug would look for WebSocket routes."""
        environ.pop("HTTP_UPGRADE", None)
        answer: Iterable[bytes] = super().wsgi_app(environ, start_response)
        return answer

    def full_dispatch_request(self) -> Response:
        """Answer a request. If its client leaves before, the log and the metrics have CLIENT_LEFT as its status."""
        try:
            return super().full_dispatch_request()
        except work.ClientLeft:
            return self.finalize_request(Response(status=CLIENT_LEFT))


def create_app(store: Store, settings: Settings | None = None) -> Flask:
    """The application on a store."""
    settings = settings or Settings()
    app = _App("regicide_api", static_folder=None)
    app.url_map.merge_slashes = False  # otherwise werkzeug redirects to a URL with the header Host
    if settings.trusted_proxies:
        trusted = settings.trusted_proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=trusted, x_proto=trusted)  # type: ignore[method-assign]
    app.config.update(OFFLINE_START=settings.offline_start, HOST=settings.host)
    hooks.install(app)
    responses.install(app)
    services.install(app, store, settings)
    for blueprint in (*BLUEPRINTS, service, docs, problem_pages, web):
        app.register_blueprint(blueprint)
    if settings.metrics_address is None:
        app.register_blueprint(public_metrics)
    return app


def from_environment() -> Flask:
    """The application on the store and with the settings of the environment, as gunicorn loads it.

    Raises AppImportError for an invalid setting.
    """
    try:
        settings = Settings.from_env(os.environ)
        store = Store(settings.require_redis_url())
    except ValueError as error:
        raise AppImportError(str(error)) from error
    app = create_app(store, settings)
    operations()
    return app
