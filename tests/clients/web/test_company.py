"""Players who are there, and players who are missing."""

from __future__ import annotations

import re
import time

import httpx
import pytest
from browser import requests
from players import SEED
from web_clients import WebClient, act_from_elsewhere, created_game

from regicide_api.core.tokens import hash_token
from regicide_api.storage import Sighting, Store

pytestmark = pytest.mark.browser

TWO_MINUTES_MS = 125_000


def test_a_missing_player_is_named_with_the_ways_out(ana: WebClient, server_url: str, valkey_url: str) -> None:
    """If it is the turn of the player; the notice can be closed."""
    game = created_game(server_url, 2, SEED)
    path, tokens = game["game"]["id"], [seat["token"] for seat in game["seats"]]
    gone_at = round(1000 * time.time()) - TWO_MINUTES_MS
    holder = hash_token(tokens[1])[:16]
    Store(valkey_url).sightings.write([Sighting(path, 1, holder, gone_at)], 600)
    for version, action in enumerate(("9S", "-AD"), 1):
        act_from_elsewhere(server_url, path, tokens[0], version, action)
    ana.sit(game, 0)
    ana.until(lambda: re.search("Player 2 has been away for [23] minutes", ana.text("#absence")))
    assert re.fullmatch("away for [23] minutes", ana.text("[data-seat='1'] .presence"))
    ana.click("#absence-ways")
    assert ana.attributes("details.ways[open]", "class") == ["ways"]
    ana.click("#absence-wait")
    ana.until(lambda: ana.all("#absence") == [])


def test_each_seat_of_a_device_is_there_for_the_others(ana: WebClient, server_url: str) -> None:
    """Not for its first seat alone."""
    game = created_game(server_url, 3, SEED)
    path = f"{server_url}/v1/games/{game['game']['id']}/presence"
    ana.sit(game, 0, 1)
    ana.until(lambda: present(path) == [True, True, False])


def present(path: str) -> list[bool]:
    """Whether the holder of each seat is present."""
    return [seat["present"] for seat in httpx.get(path).raise_for_status().json()["seats"]]


def test_the_page_asks_in_games_with_other_people_alone(ana: WebClient, server_url: str) -> None:
    """Not in a solo game."""
    for players, asked in ((1, False), (2, True)):
        game = created_game(server_url, players, SEED)
        requests(ana.browser)
        ana.sit(game, 0)
        ana.find(".hand-card" if players == 1 else ".seat .presence[data-presence=not-yet]")
        asking = f"{server_url}/v1/games/{game['game']['id']}/presence"
        assert (asking in requests(ana.browser)) is asked
