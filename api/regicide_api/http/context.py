"""What the handlers of an application work with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, cast

from flask import Flask, current_app

from regicide_api.realtime.hub import Hub
from regicide_api.services.agents import Agents
from regicide_api.services.games import Tables

_NAME: Final = "regicide"


@dataclass(frozen=True, slots=True)
class Services:
    """The tables, who waits for news of them, and the agents."""

    tables: Tables
    hub: Hub
    agents: Agents


def install(app: Flask, services: Services) -> None:
    """Let the handlers of an application find its services."""
    app.extensions[_NAME] = services


def services_of(app: Flask) -> Services:
    """The services of an application."""
    return cast("Services", app.extensions[_NAME])


def tables() -> Tables:
    """The tables of the application that answers the request."""
    return services_of(current_app).tables


def hub() -> Hub:
    """Who waits for news, in the application that answers the request."""
    return services_of(current_app).hub


def agents() -> Agents:
    """The agents that the application knows which answers the request."""
    return services_of(current_app).agents
