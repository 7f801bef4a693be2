"""Fixtures of the API's tests: the application on a real store, and a player's way of using it."""

from __future__ import annotations

import pytest
from flask import Flask
from players import BOTS_KEY, Player
from published import JudgedClient

from regicide_api.app import create_app
from regicide_api.config import Settings
from regicide_api.storage import Store


@pytest.fixture(scope="session")
def app(valkey_url: str) -> Flask:
    """The application on an embedded store, without rate limits."""
    app = create_app(Store(valkey_url), Settings(limits={}, bots_key=BOTS_KEY))
    app.test_client_class = JudgedClient
    return app


@pytest.fixture
def player(app: Flask) -> Player:
    """Somebody who plays over HTTP, every answer held against the published document."""
    return Player(app.test_client())
