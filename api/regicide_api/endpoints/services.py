"""The services of an application, which are all state of a process between requests, and its long polls."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import Final, TypeVar, cast

from flask import Flask, current_app

from regicide_api.config import Settings
from regicide_api.core import work
from regicide_api.http.load import EXTENSION, RateLimits, StoreCapacity, WaitingPlaces, current_client
from regicide_api.http.negotiation import PRIVATE
from regicide_api.realtime.hub import Hub, PollResult, Topics
from regicide_api.realtime.sse import format_event
from regicide_api.services.agents import AgentService
from regicide_api.services.boards import Boards
from regicide_api.services.daily_deals import DailyDeals
from regicide_api.services.devices import Devices
from regicide_api.services.followed_games import FollowedGames
from regicide_api.services.games import GameService
from regicide_api.services.owned_games import OwnedGames
from regicide_api.services.presence import Presence
from regicide_api.services.questions import Questions
from regicide_api.services.quotas import Quotas, creator_of
from regicide_api.services.repository import GameRepository, Lifetimes
from regicide_api.storage.game_store import Store
from regicide_api.storage.memory import StoreMemory


class Services:
    """The services of one application. All state outside the store is local to the process."""

    def __init__(self, store: Store, settings: Settings) -> None:
        unstarted_s = min(settings.unstarted_game_ttl_s, settings.game_ttl_s)
        lifetimes = Lifetimes(unstarted_s, settings.game_ttl_s, settings.record_ttl_s)
        self.store = store
        self.agents = AgentService(store, settings.bots_key, settings.effective_agent_ttl_s)
        self.repository = GameRepository(store, self.agents, lifetimes)
        self.owned_games = OwnedGames(self.repository)
        self.devices = Devices(self.repository)
        self.daily_deals = DailyDeals(self.repository)
        self.boards = Boards(self.repository, self.daily_deals.day)
        self.questions = Questions(self.repository, settings.question_ttl_s, settings.advice_ttl_s)

        quotas = Quotas(store, self.repository.get_many, settings.house_seats or None)
        self.games = GameService(self.repository, quotas)

        self.hub = Hub(store.channels, settings.max_subscriptions)
        self.followed_games = FollowedGames(self.repository, format_event)
        self.presence = Presence(store)

        self.waiting_places = WaitingPlaces(self.hub, settings.waiting_share_percent)
        self.rate_limits = RateLimits(store, settings.limits)
        memory = StoreMemory(store.read_memory, settings.store_memory_mb)
        self.capacity = StoreCapacity(memory, settings.creation_share_percent)


def install(app: Flask, store: Store, settings: Settings) -> None:
    """Attach the services to an application."""
    app.extensions[EXTENSION] = Services(store, settings)


def services_of(app: Flask) -> Services:
    """The services of an application."""
    return cast("Services", app.extensions[EXTENSION])


def services() -> Services:
    """The services of the application that handles the current request."""
    return services_of(current_app)


def current_source() -> str:
    """The keyed hash of the client's address: one for all networks of a site. Raises RedisError."""
    return creator_of(services().store, current_client().largest)


State = TypeVar("State")

UNBUFFERED: Final = {**PRIVATE, "X-Accel-Buffering": "no"}
"""Headers of a stream; the last one is for nginx."""


def poll(
    topics: str | Topics,
    read: Callable[[float], State],
    check: Callable[[State], PollResult],
    seconds: int,
    *,
    holds_place: bool = True,
) -> State:
    """A state, as soon as `check` reports a change or the seconds have passed; without seconds it is read once.

    `read` gets the time (of `time.monotonic`) that the read must not precede. Raises Overloaded, TooManyWaiting if the
    request holds a place of its client, and the errors of `read`.
    """
    if not seconds:
        return read(0.0)
    with services().waiting_places.held() if holds_place else nullcontext():
        return services().hub.wait_until(topics, work.current_client(), read, check, seconds)
