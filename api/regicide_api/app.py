"""The application: services on a store, the endpoints and pages, and the hooks around every request."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from regicide_api.config import Settings
from regicide_api.endpoints import BLUEPRINTS
from regicide_api.http import cors, error_responses, request_logging, services
from regicide_api.http.load_shedding import InFlight
from regicide_api.http.rate_limits import RateLimits
from regicide_api.http.services import Services
from regicide_api.pages.problem_pages import problem_pages
from regicide_api.pages.service import service
from regicide_api.pages.web import docs, web
from regicide_api.realtime.hub import Hub
from regicide_api.services.agents import AgentService
from regicide_api.services.creators import Creators
from regicide_api.services.games import GameService
from regicide_api.services.places import Places
from regicide_api.services.repository import GameRepository
from regicide_api.storage import CHANNEL, Store


class _App(Flask):
    """A Flask application without coroutines."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The function itself. Flask's own inspects each function that handles a request for being a coroutine."""
        return func


def create_app(store: Store, settings: Settings | None = None) -> Flask:
    """The application on a store."""
    settings = settings or Settings()
    app = _App("regicide_api", static_folder=None)
    app.url_map.strict_slashes = False
    if settings.trusted_proxies:
        trusted = settings.trusted_proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=trusted, x_proto=trusted)  # type: ignore[method-assign]
    request_logging.install(app)
    cors.install(app)
    error_responses.install(app)
    services.install(app, _services(store, settings))
    for blueprint in (*BLUEPRINTS, service, docs, problem_pages, web):
        app.register_blueprint(blueprint)
    return app


def _services(store: Store, settings: Settings) -> Services:
    agents = AgentService(store, settings.bots_key, settings.effective_agent_ttl)
    repository = GameRepository(store, agents, settings.game_ttl, settings.record_ttl)
    return Services(
        store=store,
        repository=repository,
        games=GameService(repository, Places(store, repository.get_many, settings.house_seats or None)),
        game_lists=repository.lists,
        agents=agents,
        creators=Creators(store),
        hub=Hub(store.pubsub_client, CHANNEL, settings.max_subscriptions),
        rate_limits=RateLimits(store, settings.limits),
        in_flight=InFlight(),
    )
