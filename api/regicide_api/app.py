"""The application: the operations on a store, and how errors are answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask
from werkzeug.exceptions import HTTPException
from werkzeug.middleware.proxy_fix import ProxyFix

from regicide_api.config import Settings
from regicide_api.endpoints.contracts import CONTRACTS
from regicide_api.http import context, cors, rate_limits, request_logging
from regicide_api.http.context import Services
from regicide_api.http.rate_limits import RateLimits
from regicide_api.observability.metrics import metrics
from regicide_api.pages.docs import docs
from regicide_api.pages.pages import pages
from regicide_api.pages.problems import problem_pages
from regicide_api.pages.web import web
from regicide_api.problems import handler as problem_answers
from regicide_api.problems import registry as problems
from regicide_api.realtime.hub import Hub
from regicide_api.services.agents import Agents
from regicide_api.services.games import Tables
from regicide_api.storage import Store


class _App(Flask):
    """An application without coroutines, which Flask would look for in every function that a request comes by."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The function itself."""
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
    rate_limits.install(app, RateLimits(store, settings.limits))
    tables = Tables(store, settings.game_ttl, settings.record_ttl)
    agents = Agents(store, settings.bots_key, settings.agent_ttl)
    context.install(app, Services(tables, Hub(store.listener, settings.most_waiting), agents))
    answered: set[type[Exception]] = {HTTPException, *problems.PROBLEMS}
    for error in answered:
        app.register_error_handler(error, problem_answers.answer)
    for blueprint in (*CONTRACTS, pages, docs, problem_pages, web, metrics):
        app.register_blueprint(blueprint)
    return app
