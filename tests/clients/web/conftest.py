"""Fixtures of the tests of the web client: browsers that are shared, each test with a device that was never here."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from browser import chromium, colours, complaints, width
from players import LOSING, SEED
from selenium.webdriver import Chrome
from web_clients import WebClient


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
    return lose(server_url)


def lose(server: str) -> str:
    """Play a game of two to its end by the API; its id."""
    with httpx.Client(base_url=server) as client:
        created = client.post("/v1/games", json={"players": 2, "seed": SEED}).raise_for_status().json()
        view, path = created["game"], f"/v1/games/{created['game']['id']}/actions"
        for action in LOSING:
            bearer = {"Authorization": f"Bearer {created['seats'][view['turn']]['token']}"}
            body = {"version": view["version"], "action": action}
            view = client.post(path, json=body, headers=bearer).raise_for_status().json()
    return str(view["id"])
