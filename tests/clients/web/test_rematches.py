"""The rematch of a game, as its players and spectators see it."""

from __future__ import annotations

from typing import Any

import pytest
from browser import console_messages
from players import LOSING, SEED
from web_clients import WebClient, new_game, play, post

pytestmark = pytest.mark.browser


@pytest.fixture
def lost(server_url: str) -> dict[str, Any]:
    """A game of Ana and Bo that they have lost, as its creator got it."""
    created = new_game(server_url, {"name": "Ana"}, {"name": "Bo"}, seed=SEED)
    play(server_url, created, LOSING)
    return created


def test_the_other_player_is_asked(ana: WebClient, bo: WebClient, lost: dict[str, Any]) -> None:
    """With who asks and who is there; both see each other in the new game."""
    ana.sit(lost, 0)
    bo.sit(lost, 1)
    assert bo.text("#rematch") == "Rematch"
    ana.click("#rematch")
    bo.until(lambda: bo.text(".rematch-asked") == "Ana wants a rematch")
    bo.until(lambda: bo.text("#rematch-there") == "Already there: Ana.")
    assert "Ana wants a rematch" in bo.text("#announcer")
    assert bo.text("#rematch") == "Join"
    ana.until(lambda: "Waiting for Bo." in ana.text("#absence"))
    ana.find("[data-seat='1'] [data-presence='not-yet']")
    bo.click("#rematch")
    for client in (ana, bo):
        client.find(f"[data-seat='{1 if client is ana else 0}'] [data-presence=here]")
        assert client.all("#absence") == []
    assert ana.browser.current_url.rpartition("/")[2] == bo.browser.current_url.rpartition("/")[2]
    assert console_messages(ana.browser) + console_messages(bo.browser) == []


def test_a_page_that_opens_later_is_asked(ana: WebClient, lost: dict[str, Any], server_url: str) -> None:
    """After a reload, or the sleep of the device. Who has joined is led to the game."""
    following = post(server_url, lost, 1, "rematch")["game"]["id"]
    ana.sit(lost, 0)
    ana.until(lambda: ana.text(".rematch-asked") == "Bo wants a rematch")
    ana.click("#rematch")
    ana.until(lambda: ana.browser.current_url.endswith(following))
    ana.open(f"/#/game/{lost['game']['id']}")
    ana.until(lambda: ana.text("#rematch") == "Go to the rematch")
    assert ana.attributes("#rematch", "href") == [f"#/game/{following}"]
