"""Fixtures of the API's tests: the application on a real store, and a client."""

from __future__ import annotations

import pytest
from calendars import Calendar
from flask import Flask
from players import BOTS_KEY, Player
from published import ValidatingClient

from regicide_api.app import create_app
from regicide_api.config import Settings
from regicide_api.storage.game_store import Store


@pytest.fixture(scope="session")
def app(valkey_url: str) -> Flask:
    """The application on an embedded store, without rate limits."""
    app = create_app(Store(valkey_url), Settings(limits={}, house_seats=0, bots_key=BOTS_KEY))
    app.test_client_class = ValidatingClient
    return app


@pytest.fixture
def player(app: Flask) -> Player:
    """A player over HTTP; every response is validated against the published document."""
    return Player(app.test_client())


@pytest.fixture
def calendar(monkeypatch: pytest.MonkeyPatch) -> Calendar:
    """The clock of the deals of days."""
    return Calendar(monkeypatch)
