"""The application: services on a store, the endpoints and pages, and the hooks around every request."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from flask import Flask, Response
from werkzeug.middleware.proxy_fix import ProxyFix

from regicide_api.config import Settings
from regicide_api.core import work
from regicide_api.endpoints import BLUEPRINTS
from regicide_api.endpoints.following import client_socket
from regicide_api.http import request_head, request_log, responses, services
from regicide_api.http.admission import StoreCapacity
from regicide_api.http.decorators import OrjsonProvider
from regicide_api.http.rate_limits import RateLimits
from regicide_api.http.services import Services
from regicide_api.http.waiting_places import WaitingPlaces
from regicide_api.pages.problem_pages import problem_pages
from regicide_api.pages.service import public_metrics, service
from regicide_api.pages.web import docs, web
from regicide_api.realtime.hub import Hub
from regicide_api.realtime.sse import format_event
from regicide_api.services.agents import AgentService
from regicide_api.services.daily_deals import DailyDeals
from regicide_api.services.followed_games import FollowedGames, ViewCache
from regicide_api.services.games import GameService
from regicide_api.services.owned_games import OwnedGames
from regicide_api.services.presence import Presence
from regicide_api.services.questions import Questions
from regicide_api.services.quotas import Creators, Quotas
from regicide_api.services.repository import GameRepository, Lifetimes
from regicide_api.services.seat_changes import SeatChanges
from regicide_api.storage.game_store import Store
from regicide_api.storage.memory import StoreMemory

CLIENT_LEFT: Final = 499
"""The status of a request without an answer, as in the logs of nginx: its client has closed the connection."""


class _App(Flask):
    """A Flask application that writes JSON by orjson, and asks the clients of slow requests whether they are there."""

    json_provider_class = OrjsonProvider

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The function: no handler is a coroutine, for which Flask's own looks at each decorator of each request."""
        return func

    def full_dispatch_request(self) -> Response:
        """Answer a request. If its client leaves before, the log and the metrics have CLIENT_LEFT as its status."""
        work.begin(client_socket().is_closed)
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
    app.config["OFFLINE_START"] = settings.offline_start
    request_log.install(app)
    request_head.install(app)
    responses.install(app)
    services.install(app, _services(store, settings))
    for blueprint in (*BLUEPRINTS, service, docs, problem_pages, web):
        app.register_blueprint(blueprint)
    if settings.metrics_address is None:
        app.register_blueprint(public_metrics)
    return app


def _services(store: Store, settings: Settings) -> Services:
    agents = AgentService(store, settings.bots_key, settings.effective_agent_ttl_s)
    unstarted_s = min(settings.unstarted_game_ttl_s, settings.game_ttl_s)
    repository = GameRepository(store, agents, Lifetimes(unstarted_s, settings.game_ttl_s, settings.record_ttl_s))
    memory = StoreMemory(store.read_memory, settings.store_memory_mb)
    hub = Hub(store.channels, settings.max_subscriptions)
    places = Quotas(store, repository.get_many, settings.house_seats or None)
    return Services(
        store=store,
        repository=repository,
        games=GameService(repository, places),
        questions=Questions(repository, settings.question_ttl_s, settings.advice_ttl_s),
        seat_changes=SeatChanges(repository, places),
        owned_games=OwnedGames(repository),
        agents=agents,
        views=ViewCache(),
        hub=hub,
        followed_games=FollowedGames(repository, format_event),
        presence=Presence(store),
        waiting_places=WaitingPlaces(hub, settings.waiting_share_percent),
        creators=Creators(store),
        daily_deals=DailyDeals(store, repository, agents),
        rate_limits=RateLimits(store, settings.limits),
        capacity=StoreCapacity(memory, settings.creation_share_percent),
    )
