"""What happens when the connection is lost, and where the API is elsewhere."""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import httpx
import pytest
from browser import complaints
from selenium.webdriver import Chrome
from servers import free_port, regicide_server
from web_clients import WebClient

from regicide_api.pages.web import FILES

pytestmark = pytest.mark.xdist_group("web")


def test_a_lost_connection_is_told_and_found_again(first_browser: Chrome, valkey_url: str, server_url: str) -> None:
    """The server is gone and comes back: what happened meanwhile is there, once, without a reload."""
    port = str(free_port())
    with regicide_server(REDIS_URL=valkey_url, PORT=port) as url:
        ana = WebClient(first_browser, url)
        game = ana.create("here")
        ana.click("#uncover")
        tokens = ana.browser.execute_script("return JSON.parse(localStorage['regicide.games'])")[game]["tokens"]
    ana.until(lambda: "Offline" in ana.text("#connection"))
    bearer, body = {"Authorization": f"Bearer {tokens['0']}"}, {"version": 1, "action": "9S"}
    httpx.post(f"{server_url}/v1/games/{game}/actions", json=body, headers=bearer).raise_for_status()
    with regicide_server(REDIS_URL=valkey_url, PORT=port):
        ana.until(lambda: ana.text("#connection") == "")
        ana.until(lambda: "Ana plays" in ana.text(".log"))
        assert ana.text("#task").startswith("The enemy strikes you for 1:")
        assert ana.text(".log").count("Ana plays nine of spades.") == 1


def test_a_browser_that_is_offline_says_so(ana: WebClient) -> None:
    """And goes on as soon as it is online again."""
    ana.create("here")
    network = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    ana.browser.execute_cdp_cmd("Network.enable", {})
    ana.browser.execute_cdp_cmd("Network.emulateNetworkConditions", network | {"offline": True})
    try:
        ana.until(lambda: "Offline" in ana.text("#connection"))
    finally:
        ana.browser.execute_cdp_cmd("Network.emulateNetworkConditions", network | {"offline": False})
    ana.until(lambda: ana.text("#connection") == "")
    ana.act("9S")
    ana.until(lambda: "strikes you for 1" in ana.text("#task"))


@pytest.fixture
def static_server() -> Iterator[str]:
    """The URL of a server that has nothing but the client's files."""
    handler = functools.partial(Quiet, directory=str(FILES))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class Quiet(SimpleHTTPRequestHandler):
    """Sends files, and says nothing."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def test_any_static_server_will_do(ana: WebClient, static_server: str, server_url: str) -> None:
    """The API is elsewhere then, where `?api=` says."""
    ana.open()
    ana.browser.get(f"{static_server}/index.html?api={server_url}")
    ana.click("[name=players][value='1']")
    ana.click("#start")
    ana.find(".hand-card")
    assert len(ana.hand()) == 8
    assert complaints(ana.browser) == []
