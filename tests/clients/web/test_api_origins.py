"""The web client on a server of plain files, with the APIs of other origins: consent, tokens, policy."""

from __future__ import annotations

import functools
import re
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from browser import console_messages
from flask.testing import FlaskClient
from proxies import Fault, proxy, says
from servers import regicide_server, reserved_port
from web_clients import WebClient

from regicide_api.pages.web import FILES

SECRETS = ("games", "agents", "tutorial", "deals")
CORS = "Access-Control-Allow-Origin: *"
HTML = "<html><h1>Another server</h1></html>"
POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy" content="(.*?)">')


class Quiet(SimpleHTTPRequestHandler):
    """Serves files without logging."""

    def log_message(self, *_: object) -> None:
        """Keep the output of the tests clean."""


@pytest.fixture(scope="module")
def files_url() -> Iterator[str]:
    """The URL of a static server for the client's files."""
    handler = functools.partial(Quiet, directory=str(FILES))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def ana_elsewhere(ana: WebClient, files_url: str) -> WebClient:
    """Ana's browser, whose pages come from the static server."""
    ana.server = files_url
    ana.forget()
    return ana


def open_with(client: WebClient, api: str, place: str = "", page: str = "/index.html") -> None:
    """Load the page, also if it is the current one, with the API of another server."""
    client.browser.get("about:blank")
    client.browser.get(f"{client.server}{page}?api={api}{place}")


def seated(client: WebClient, api: str) -> str:
    """Start a solo game at an API, after the consent to it. Returns its id."""
    open_with(client, api)
    client.click("#yes")
    client.click("[name=players][value='1']")
    client.click("#start")
    client.find(".hand-card")
    return client.browser.current_url.rpartition("/")[2]


@pytest.mark.browser
def test_nothing_is_sent_to_an_origin_before_the_consent(ana_elsewhere: WebClient, server_url: str) -> None:
    """The question names the origin; a refusal leaves the page with the server of its own, also after a reload.

    The consent is remembered, for this origin alone, on all paths.
    """
    with proxy(server_url) as other, proxy(server_url) as third:
        open_with(ana_elsewhere, other.url)
        assert other.url in ana_elsewhere.text("#question")
        ana_elsewhere.click("#no")
        ana_elsewhere.until(lambda: "api=" not in ana_elsewhere.browser.current_url)
        ana_elsewhere.find("#alerts [role=alert]")
        ana_elsewhere.browser.refresh()
        ana_elsewhere.find("#alerts [role=alert]")
        assert (other.seen, ana_elsewhere.all("#question")) == ([], [])
        open_with(ana_elsewhere, other.url)
        ana_elsewhere.click("#yes")
        ana_elsewhere.find("#start")
        open_with(ana_elsewhere, f"{other.url}/")
        ana_elsewhere.find("#start")
        assert ana_elsewhere.all("#question") == []
        open_with(ana_elsewhere, third.url)
        assert third.url in ana_elsewhere.text("#question")
        assert third.seen == []


@pytest.mark.browser
def test_the_token_of_a_seat_is_sent_to_the_api_that_granted_it(ana_elsewhere: WebClient, server_url: str) -> None:
    """Another API that shows the same game gets neither the token nor the list of games; the first one does."""
    with proxy(server_url) as granting, proxy(server_url) as other:
        game = seated(ana_elsewhere, granting.url)
        open_with(ana_elsewhere, other.url, f"#/game/{game}")
        ana_elsewhere.click("#yes")
        ana_elsewhere.find(".table .enemy")
        assert f"/v1/games/{game}?include=previews" in [path for _, path, _ in other.seen]
        assert [headers for *_, headers in other.seen if "Authorization" in headers] == []
        ana_elsewhere.click(".brand")
        ana_elsewhere.find("#start")
        assert ana_elsewhere.all(f"[data-game='{game}']") == []
        open_with(ana_elsewhere, granting.url, f"#/game/{game}")
        ana_elsewhere.find(".hand-card")


@pytest.mark.browser
def test_the_page_of_an_api_uses_no_other_server(ana: WebClient, server_url: str) -> None:
    """Its policy forbids it, and an address without http is no API: the page says so, without a question or a request.

    It links to the server of its own.
    """
    with proxy(server_url) as other:
        told = {other.url: f"its own server only, and not {other.url}"}
        for api in ("", "javascript:alert(1)", "data:,x", "http://", "ftp://x", "file:///etc/passwd"):
            told[api] = "It has to be an http or https URL"
        for api, sentence in told.items():
            open_with(ana, api, page="/")
            ana.until(lambda sentence=sentence: sentence in ana.text("#alerts"), api)
            assert ana.all("#question") == [], api
        ana.click("#own-api")
        ana.find("#start")
        assert other.seen == []


@pytest.mark.browser
@pytest.mark.parametrize(
    "fault",
    [
        says("200 OK", "application/json", "{}", CORS),
        says("200 OK", "text/html", HTML, CORS),
        says("404 Not Found", "text/html", HTML, CORS),
    ],
    ids=["object", "page", "missing"],
)
def test_another_kind_of_server_is_named(ana_elsewhere: WebClient, server_url: str, fault: Fault) -> None:
    """The link to the server of the page forgets the consent."""
    with proxy(server_url) as other:
        other.faults += [fault] * 20
        open_with(ana_elsewhere, other.url)
        ana_elsewhere.click("#yes")
        ana_elsewhere.until(lambda: f"{other.url} is not a Regicide server." in ana_elsewhere.text("#alerts"))
        ana_elsewhere.click("#own-api")
        ana_elsewhere.until(lambda: "api=" not in ana_elsewhere.browser.current_url)
        open_with(ana_elsewhere, other.url)
        assert other.url in ana_elsewhere.text("#question")


@pytest.mark.browser
def test_a_page_without_a_server_offers_a_retry(ana_elsewhere: WebClient, valkey_url: str) -> None:
    """The button loads the page."""
    port = str(reserved_port())
    open_with(ana_elsewhere, f"http://127.0.0.1:{port}")
    ana_elsewhere.click("#yes")
    ana_elsewhere.until(lambda: "The server does not respond." in ana_elsewhere.text("#alerts"))
    with regicide_server(REDIS_URL=valkey_url, PORT=port):
        ana_elsewhere.click("#again")
        ana_elsewhere.find("#create")
    assert ana_elsewhere.all("#alerts [role=alert]") == []


@pytest.mark.browser
def test_a_static_server_can_serve_the_client(ana_elsewhere: WebClient, server_url: str) -> None:
    """Its policy refuses nothing that the page needs, and the page says nothing on the console.

    What belongs to games is stored under the name of the API's origin alone. Scripts, frames and inline code of other
    origins are refused, also without the headers of a server.
    """
    console_messages(ana_elsewhere.browser)
    game = seated(ana_elsewhere, server_url)
    assert len(ana_elsewhere.hand()) == 8
    assert console_messages(ana_elsewhere.browser) == []
    stored: dict[str, str] = ana_elsewhere.browser.execute_script("return { ...localStorage }")
    own = {name: text for name, text in stored.items() if name.endswith(f"@{server_url}")}
    assert game in own[f"regicide.games@{server_url}"]
    assert {f"regicide.last.listed@{server_url}", f"regicide.last.game.{game}@{server_url}"} <= own.keys()
    assert not stored.keys() & {f"regicide.{name}" for name in SECRETS}
    assert ana_elsewhere.browser.execute_async_script(REFUSED, server_url) == ["frame-src", "script-src-elem"]


REFUSED = """const [server, done] = arguments, refused = new Set();
    addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
        if (refused.add(effectiveDirective).size === 2) done([...refused].sort());
    });
    document.body.append(Object.assign(document.createElement("script"), { src: `${server}/service-worker.js` }));
    document.body.append(Object.assign(document.createElement("iframe"), { src: server }));"""


def test_the_policy_of_the_page_differs_in_its_connections_alone(pages: FlaskClient) -> None:
    """The header of the server of the API, which also forbids frames around the page, is stricter."""
    [written] = POLICY.findall((FILES / "index.html").read_text())
    served = pages.get("/").headers["Content-Security-Policy"]
    page, header = (dict(each.split(" ", 1) for each in policy.split("; ")) for policy in (written, served))
    assert (page.pop("connect-src"), header.pop("connect-src")) == ("'self' http: https:", "'self'")
    assert header == page | {"frame-ancestors": "'none'"}
