"""The services of an application: all state of a process between requests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, cast

from flask import Flask, current_app

from regicide_api.http.admission import StoreCapacity
from regicide_api.http.rate_limits import RateLimits
from regicide_api.http.waiting_places import WaitingPlaces
from regicide_api.realtime.hub import Hub
from regicide_api.services.agents import AgentService
from regicide_api.services.daily_deals import DailyDeals
from regicide_api.services.followed_games import FollowedGames, ViewCache
from regicide_api.services.games import GameService
from regicide_api.services.owned_games import OwnedGames
from regicide_api.services.presence import Presence
from regicide_api.services.questions import Questions
from regicide_api.services.quotas import Creators
from regicide_api.services.repository import GameRepository
from regicide_api.services.seat_changes import SeatChanges
from regicide_api.storage.game_store import Store

_EXTENSION: Final = "regicide"


@dataclass(frozen=True, slots=True)
class Services:
    """The services of one application. All state outside the store is local to the process."""

    store: Store
    repository: GameRepository
    games: GameService
    seat_changes: SeatChanges
    questions: Questions
    owned_games: OwnedGames
    agents: AgentService
    creators: Creators
    daily_deals: DailyDeals
    views: ViewCache
    hub: Hub
    followed_games: FollowedGames
    presence: Presence
    waiting_places: WaitingPlaces
    rate_limits: RateLimits
    capacity: StoreCapacity


def install(app: Flask, services: Services) -> None:
    """Attach the services to an application."""
    app.extensions[_EXTENSION] = services


def services_of(app: Flask) -> Services:
    """The services of an application."""
    return cast("Services", app.extensions[_EXTENSION])


def services() -> Services:
    """The services of the application that handles the current request."""
    return services_of(current_app)
