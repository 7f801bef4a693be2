"""Fixtures of the API's tests: the application on a real store, and a client."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from applications import application
from flask import Flask
from game_clocks import Calendar
from manual_advisers import Adviser, register_adviser
from players import BOTS_KEY, SEED, Game, Player
from redis import Redis


@pytest.fixture(scope="session")
def app(valkey_url: str) -> Flask:
    """The application on an embedded store, without rate limits."""
    return application(valkey_url, house_seats=0, bots_key=BOTS_KEY)


@pytest.fixture
def player(app: Flask) -> Player:
    """A player over HTTP; every response is validated against the published document."""
    return Player(app.test_client())


@pytest.fixture
def calendar(monkeypatch: pytest.MonkeyPatch) -> Calendar:
    """The clock of the deals of days."""
    return Calendar(monkeypatch)


@pytest.fixture
def store(valkey_url: str) -> Iterator[Redis]:
    """A client of the application's store."""
    with Redis.from_url(valkey_url) as client:
        yield client


@pytest.fixture
def game(player: Player) -> Game:
    """A game of two with the deal of SEED, in which seat 0 has the turn."""
    return player.create(seed=SEED)


@pytest.fixture
def lost(player: Player) -> Game:
    """A game that two have lost, at version 6."""
    game = player.create(seed=SEED, seats=[{"name": "north"}, {"name": "south"}])
    player.lose(game)
    return game


@pytest.fixture
def agent(player: Player) -> tuple[str, str]:
    """The name and the token of an agent."""
    return player.register()


@pytest.fixture
def adviser(player: Player) -> Adviser:
    """An agent that gives advice and reviews games."""
    return register_adviser(player)
