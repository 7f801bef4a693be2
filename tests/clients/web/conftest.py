"""Fixtures of the web client's tests: shared browsers with empty storage for each test."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import count

import pytest
from browser import Browser, chosen_browser, colours, console_messages, width, without_animation
from firefox import Firefox
from flask import Flask
from flask.testing import FlaskClient
from gunicorns import gunicorn
from house_bot_answers import answer, reviewed_moves
from players import BOTS_KEY, LOSING, SEED
from servers import LIMITS_OFF, regicide_server, valkey_server
from shared_http import HTTP
from web_clients import WebClient, created_game, play

import regicide
from regicide_api.pages.web import web
from regicide_arena.bots.planner import policy


@pytest.fixture
def pages() -> FlaskClient:
    """The pages without the API."""
    app = Flask(__name__)
    app.register_blueprint(web)
    return app.test_client()


@pytest.fixture(scope="package")
def first_browser() -> Iterator[Browser]:
    """One browser for all tests of the package."""
    with chosen_browser() as browser:
        without_animation(browser)
        yield browser


@pytest.fixture(scope="package")
def second_browser() -> Iterator[Browser]:
    """Another browser, for a second player."""
    with chosen_browser() as browser:
        without_animation(browser)
        yield browser


@pytest.fixture(scope="package")
def bots_url(valkey_url: str) -> Iterator[str]:
    """The URL of a server with house bots."""
    with regicide_server(REDIS_URL=valkey_url, BOTS_KEY=BOTS_KEY) as url:
        yield url


@pytest.fixture(scope="package")
def advised_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a server whose house bots the tests play: on a store of its own, as real ones use the other."""
    with valkey_server() as store:
        settings = LIMITS_OFF | {"REDIS_URL": store, "BOTS_KEY": BOTS_KEY}
        with gunicorn(tmp_path_factory.mktemp("advised"), **settings) as server:
            yield server.url


@pytest.fixture(scope="package")
def reviewed_game(advised_url: str) -> str:
    """The id of a lost game of two players, which a house bot has reviewed."""
    game = played(advised_url, 2, SEED, LOSING)
    path = f"{advised_url}/v1/games/{game}"
    HTTP.get(f"{path}/review").raise_for_status()
    record = HTTP.get(f"{path}/record").raise_for_status().json()
    answer(advised_url, "planner-fast", moves=reviewed_moves(record, {1: 0.04, 3: 0.22}))
    return game


def _fresh(browser: Browser, server: str) -> WebClient:
    client = WebClient(browser, server)
    client.forget()
    if isinstance(browser, Firefox):
        without_animation(browser)
    colours(browser, "light")
    width(browser, 1280)
    console_messages(browser)
    return client


@pytest.fixture
def ana(first_browser: Browser, server_url: str) -> WebClient:
    """Ana's browser."""
    return _fresh(first_browser, server_url)


@pytest.fixture
def seated(ana: WebClient) -> WebClient:
    """Ana, who is to play in a game of two: AD 3D 4D 2H 3H 6H 9S against the jack of diamonds."""
    ana.sit(created_game(ana.server, 2, SEED), 0)
    return ana


@pytest.fixture
def bo(second_browser: Browser, server_url: str) -> WebClient:
    """Bo's browser."""
    return _fresh(second_browser, server_url)


@pytest.fixture(scope="package")
def lost_game(server_url: str) -> str:
    """The id of a lost game of two players."""
    return played(server_url, 2, SEED, LOSING)


@pytest.fixture(scope="package")
def won_game(server_url: str) -> str:
    """The id of a won solo game."""
    seed, actions = first_won_solo()
    return played(server_url, 1, seed, actions)


@pytest.fixture
def won_actions() -> tuple[str, list[str]]:
    """The seed and the actions of that game."""
    return first_won_solo()


@cache
def first_won_solo() -> tuple[str, list[str]]:
    """The seed and the actions of a solo game that the policy wins."""
    return next(game for seed in count() if (game := won_solo(f"won/{seed}")))


def won_solo(seed: str) -> tuple[str, list[str]] | None:
    """The actions of a solo game by the policy, or None if it loses."""
    position, actions = regicide.Position.new(seed, 1), []
    while not position.outcome:
        actions.append(policy(regicide.observe(position, 0)))
        position = regicide.apply(position, regicide.Action.parse(actions[-1]))
    return (seed, actions) if position.outcome.won else None


def played(server: str, players: int, seed: str, actions: Iterable[str]) -> str:
    """Play a game by the API. Returns its id."""
    created = created_game(server, players, seed)
    play(server, created, actions)
    return str(created["game"]["id"])
