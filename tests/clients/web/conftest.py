"""Fixtures of the tests of the web client: browsers that are shared, each test with a device that was never here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count

import httpx
import pytest
from browser import chromium, colours, complaints, width
from players import LOSING, SEED
from selenium.webdriver import Chrome
from web_clients import WebClient, act_from_elsewhere

import regicide
from regicide_arena.bots.planner import policy


@pytest.fixture(scope="package")
def first_browser() -> Iterator[Chrome]:
    """One browser for all tests here."""
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="package")
def second_browser() -> Iterator[Chrome]:
    """Another one, for whoever plays from elsewhere."""
    with chromium() as browser:
        yield browser


def _fresh(browser: Chrome, server: str) -> WebClient:
    client = WebClient(browser, server)
    client.forget()
    colours(browser, "light")
    width(browser, 1280)
    complaints(browser)
    return client


@pytest.fixture
def ana(first_browser: Chrome, server_url: str) -> WebClient:
    """Ana at her browser."""
    return _fresh(first_browser, server_url)


@pytest.fixture
def bo(second_browser: Chrome, server_url: str) -> WebClient:
    """Bo at another one."""
    return _fresh(second_browser, server_url)


@pytest.fixture(scope="package")
def lost_game(server_url: str) -> str:
    """The id of a game of two that was lost."""
    return played(server_url, 2, SEED, LOSING)


@pytest.fixture(scope="package")
def won_game(server_url: str) -> str:
    """The id of a game that somebody won alone."""
    seed, actions = next(game for seed in count() if (game := won_alone(f"won/{seed}")))
    return played(server_url, 1, seed, actions)


def won_alone(seed: str) -> tuple[str, list[str]] | None:
    """A game that the policy wins alone, if it wins this one."""
    position, actions = regicide.Position.new(seed, 1), []
    while not position.outcome:
        actions.append(policy(regicide.observe(position, 0)))
        position = regicide.apply(position, regicide.Action.parse(actions[-1]))
    return (seed, actions) if position.outcome.won else None


def played(server: str, players: int, seed: str, actions: Iterable[str]) -> str:
    """Play a game by the API; its id."""
    created = httpx.post(f"{server}/v1/games", json={"players": players, "seed": seed}).raise_for_status().json()
    game, turn = created["game"]["id"], created["game"]["turn"]
    for version, action in enumerate(actions, 1):
        token = created["seats"][turn]["token"]
        turn = act_from_elsewhere(server, game, token, version, action)["turn"]
    return str(game)
