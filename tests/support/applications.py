"""Applications in this process with settings of their own."""

from __future__ import annotations

from typing import Any

from flask import Flask
from players import Player
from published import ValidatingClient

from regicide_api.app import create_app
from regicide_api.config import Settings
from regicide_api.storage.game_store import Store


def application(url: str, **settings: Any) -> Flask:
    """An application on a store, by default without rate limits; its client validates every response."""
    app = create_app(Store(url), Settings(**{"limits": {}} | settings))
    app.test_client_class = ValidatingClient
    return app


def player_on(url: str, **settings: Any) -> Player:
    """A player on such an application."""
    return Player(application(url, **settings).test_client())
