"""The web client with lost connections."""

from __future__ import annotations

import pytest
from browser import offline
from lost_writes import lost, wake
from players import SEED
from servers import regicide_server, reserved_port
from web_clients import WebClient, act_from_elsewhere, created_game

pytestmark = pytest.mark.browser


def test_a_lost_connection_is_shown_and_restored(ana: WebClient, valkey_url: str, server_url: str) -> None:
    """After a restart of the server, events from the meantime appear once, without a reload."""
    port = str(reserved_port())
    with regicide_server(REDIS_URL=valkey_url, PORT=port) as url:
        ana.server = url
        game = ana.create("here")
        ana.click("#uncover")
        tokens = ana.tokens()
    ana.until(lambda: "Offline" in ana.text("#connection"))
    act_from_elsewhere(server_url, game, tokens[0], 1, "9S")
    with regicide_server(REDIS_URL=valkey_url, PORT=port):
        ana.until(lambda: ana.text("#connection") == "")
        ana.until(lambda: "Ana plays" in ana.text(".log"))
        ana.until(lambda: ana.text("#task").startswith("Suffer 1 damage:"))
        assert ana.text(".log").count("Ana plays the nine of spades.") == 1


def test_an_offline_browser_shows_it(ana: WebClient) -> None:
    """Nothing can be sent. Once it is online again, the message goes away, and the cards are still selected."""
    ana.create("here")
    offline(ana.browser, True)
    try:
        ana.until(lambda: "Offline" in ana.text("#connection"))
        ana.click("#uncover")
        ana.click(".hand-card[data-card='9S']")
        assert ana.text("#task") == "No connection: choose now, play when the server answers."
        assert not ana.all("#act:not([aria-disabled]), [data-action]:not([aria-disabled]), #ask:not([aria-disabled])")
    finally:
        offline(ana.browser, False)
    ana.until(lambda: ana.text("#connection") == "")
    ana.click("#act:not([aria-disabled])")
    ana.until(lambda: "Suffer 1 damage" in ana.text("#task"))


def test_cards_that_were_chosen_offline_stay_chosen_when_the_server_is_back(ana: WebClient) -> None:
    """Also on a page that has started without the server, and starts again with it."""
    ana.sit(created_game(ana.server, 2, SEED), 0)
    ana.find(".hand-card")
    ana.browser.execute_async_script("navigator.serviceWorker.ready.then(arguments[0])")
    offline(ana.browser, True)
    try:
        ana.browser.refresh()
        ana.find("#offline")
        ana.click(".hand-card[data-card='9S']")
        assert ana.text("#task") == "No connection: choose now, play when the server answers."
        ana.find("#act[aria-disabled]")
    finally:
        offline(ana.browser, False)
    ana.until(lambda: not ana.all("#offline"))
    ana.click("#act:not([aria-disabled])")
    ana.until(lambda: "Suffer 1 damage" in ana.text("#task"))


def test_a_page_that_slept_catches_up(ana: WebClient, server_url: str) -> None:
    """Events from the meantime appear once."""
    game, tokens = ana.create("here"), ana.tokens()
    ana.browser.execute_cdp_cmd("Page.setWebLifecycleState", {"state": "frozen"})
    with ana.another_tab():
        for version, action in enumerate(("9S", "-2H"), 1):
            act_from_elsewhere(server_url, game, tokens[0], version, action)
    ana.until(lambda: "Pass the device to Player 2." in ana.text(".cover"))
    ana.until(lambda: "Ana discards the two of hearts." in ana.text(".log"))
    assert ana.text(".log").count("Ana plays the nine of spades.") == 1


def test_a_page_goes_on_from_what_the_server_has(ana: WebClient, valkey_url: str) -> None:
    """After the store has lost the last action: the page says so, and the next action is taken."""
    game = ana.create("here")
    ana.click("#uncover")
    with lost(valkey_url, game):
        ana.act("9S")
        ana.until(lambda: "Suffer 1 damage" in ana.text("#task"))
    # A stream that opens at the moment of the loss misses its news.
    ana.until(lambda: wake(valkey_url, game) or "The server has lost the last moves." in ana.text("#alerts"))
    ana.until(lambda: "9S" in ana.hand())
    ana.act("2H")
    ana.until(lambda: "Ana plays the two of hearts." in ana.text(".log"))
    assert ana.all("#alerts [role=alert]") == []
