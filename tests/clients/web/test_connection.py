"""The web client with lost connections, and with the API on another server."""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from browser import console_messages
from servers import free_port, regicide_server
from web_clients import WebClient, act_from_elsewhere

from regicide_api.pages.web import FILES

pytestmark = pytest.mark.browser


def test_a_lost_connection_is_shown_and_restored(ana: WebClient, valkey_url: str, server_url: str) -> None:
    """After a restart of the server, events from the meantime appear once, without a reload."""
    port = str(free_port())
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
        assert ana.text(".log").count("Ana plays nine of spades.") == 1


def test_an_offline_browser_shows_it(ana: WebClient) -> None:
    """When the browser is online again, the message goes away, and the cards are still selected."""
    ana.create("here")
    network = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    ana.browser.execute_cdp_cmd("Network.enable", {})
    ana.browser.execute_cdp_cmd("Network.emulateNetworkConditions", network | {"offline": True})
    try:
        ana.until(lambda: "Offline" in ana.text("#connection"))
        ana.act("9S")
        ana.find("#alerts [role=alert]")
    finally:
        ana.browser.execute_cdp_cmd("Network.emulateNetworkConditions", network | {"offline": False})
    ana.until(lambda: ana.text("#connection") == "" and not ana.all("#alerts [role=alert]"))
    ana.click("#act:not([aria-disabled])")
    ana.until(lambda: "Suffer 1 damage" in ana.text("#task"))


def test_a_page_that_slept_catches_up(ana: WebClient, server_url: str) -> None:
    """Events from the meantime appear once."""
    game, tokens = ana.create("here"), ana.tokens()
    page = ana.browser.current_window_handle
    ana.browser.execute_cdp_cmd("Page.setWebLifecycleState", {"state": "frozen"})
    ana.browser.switch_to.new_window("tab")
    for version, action in enumerate(("9S", "-2H"), 1):
        act_from_elsewhere(server_url, game, tokens[0], version, action)
    ana.browser.close()
    ana.browser.switch_to.window(page)
    ana.until(lambda: "Pass the device to Player 2." in ana.text(".cover"))
    ana.until(lambda: "Ana discards two of hearts." in ana.text(".log"))
    assert ana.text(".log").count("Ana plays nine of spades.") == 1


def test_an_action_with_a_lost_response_is_retried(ana: WebClient) -> None:
    """It is applied once, without an error message."""
    ana.needs_page_scripts()
    ana.create("here")
    ana.click("#uncover")
    ana.browser.execute_script(LOSE_ONE_RESPONSE)
    ana.act("9S")
    ana.until(lambda: "Suffer 1 damage" in ana.text("#task"))
    assert ana.browser.execute_script("return lost")
    assert ana.all("#alerts [role=alert]") == []


LOSE_ONE_RESPONSE = """
    window.lost = false;
    const send = window.fetch;
    window.fetch = async (url, request) => {
        const response = await send(url, request);
        if (window.lost || request.method !== "POST") return response;
        window.lost = true;
        throw new TypeError("Failed to fetch");
    };
"""


def test_a_page_without_a_server_offers_a_retry(ana: WebClient, valkey_url: str) -> None:
    """The button loads the page."""
    port = str(free_port())
    with static_server() as url:
        ana.browser.get(f"{url}/index.html?api=http://127.0.0.1:{port}")
        ana.until(lambda: "The server does not respond." in ana.text("#alerts"))
        with regicide_server(REDIS_URL=valkey_url, PORT=port):
            ana.click("#again")
            ana.find("#create")
    assert ana.all("#alerts [role=alert]") == []


@contextmanager
def static_server() -> Iterator[str]:
    """The URL of a static server for the client's files."""
    handler = functools.partial(Quiet, directory=str(FILES))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class Quiet(SimpleHTTPRequestHandler):
    """Serves files without logging."""

    def log_message(self, *_: object) -> None:
        """Keep the output of the tests clean."""


def test_a_static_server_can_serve_the_client(ana: WebClient, server_url: str) -> None:
    """`?api=` names the server of the API."""
    ana.open()
    with static_server() as url:
        ana.browser.get(f"{url}/index.html?api={server_url}")
        ana.click("[name=players][value='1']")
        ana.click("#start")
        ana.find(".hand-card")
    assert len(ana.hand()) == 8
    assert console_messages(ana.browser) == []
