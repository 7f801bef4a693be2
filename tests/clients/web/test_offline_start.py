"""The start of the web client without the server: its last state with a notice, and the live state afterwards."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager

import httpx
import pytest
from browser import console_messages, requests
from nodes import computed
from servers import regicide_server, reserved_port
from web_clients import WebClient, act_from_elsewhere
from web_modules import evaluated

from regicide_api.pages.web import FILES

Server = Callable[[], AbstractContextManager[str]]

NOTICE = "The server does not respond. This is the last state that it sent"
IS_KEPT = """const [done, PAGE] = [arguments[0], location.origin + "/"];
    caches.keys().then(async (names) => {
        const own = names.filter((name) => name.startsWith("regicide-release/"));
        const pages = await Promise.all(own.map(async (name) => (await caches.open(name)).match(PAGE)));
        done(pages.filter(Boolean).length === 1 && own.length === 1);
    });"""
KEPT_NAMES = """const done = arguments[0];
    caches.keys().then(async (names) => {
        const found = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
        done([...names, ...Object.keys(localStorage), ...found.flat().map((request) => request.url)]);
    });"""


def await_offline_start(client: WebClient) -> None:
    """Wait until the browser has stored all files of one release."""
    client.until(lambda: client.browser.execute_async_script(IS_KEPT))


@pytest.fixture
def server(valkey_url: str) -> Server:
    """A function that runs a server on a port that stays the same, so that its pages have one origin."""
    port = str(reserved_port())
    return lambda: regicide_server(REDIS_URL=valkey_url, PORT=port)


@pytest.mark.browser
def test_the_last_state_is_shown_without_the_server(ana: WebClient, server_url: str, server: Server) -> None:
    """The lobby and a game, each with a notice; live again when the server answers, without a reload."""
    with server() as ana.server:
        game = ana.create("here")
        await_offline_start(ana)
        ana.open()
        [token, *_] = saved_tokens(ana, game)
    ana.open()
    ana.until(lambda: NOTICE in ana.text("#notice"))
    assert ana.all(f"a[href='#/game/{game}']")
    ana.open(f"/#/game/{game}")
    ana.find("#uncover, .hand-card")
    ana.until(lambda: NOTICE in ana.text("#notice"))
    assert ana.browser.execute_script("return [document.documentElement.scrollHeight, innerHeight]") == [900, 900]
    act_from_elsewhere(server_url, game, token, 1, "9S")
    with server():
        ana.until(lambda: ana.text("#notice") == "")
        ana.until(lambda: "Ana plays" in ana.text(".log"))


def saved_tokens(client: WebClient, game: str) -> list[str]:
    """The saved tokens of a game, by seat."""
    saved: dict[str, str] = client.browser.execute_script(
        "return JSON.parse(localStorage['regicide.games'])[arguments[0]].tokens", game
    )
    return list(saved.values())


@pytest.mark.browser
def test_no_token_is_in_a_name(ana: WebClient) -> None:
    """Neither of stored answers nor in the cache of the release."""
    game = ana.create("here")
    await_offline_start(ana)
    names = ana.browser.execute_async_script(KEPT_NAMES)
    assert f"regicide.last.game.{game}" in names
    assert [name for token in saved_tokens(ana, game) for name in names if token in name] == []
    assert [name for name in names if "/v1/" in name] == []


@pytest.mark.browser
def test_the_page_comes_from_the_server_while_it_answers(ana: WebClient) -> None:
    """The worker answers with a stored page only without the server."""
    ana.open()
    await_offline_start(ana)
    requests(ana.browser)
    ana.open()
    assert f"{ana.server}/" in requests(ana.browser)
    assert ana.text("#notice") == ""
    assert console_messages(ana.browser) == []


@pytest.mark.browser
def test_a_server_can_switch_it_off(ana: WebClient, valkey_url: str, server: Server) -> None:
    """Browsers then remove what they have kept."""
    with server() as ana.server:
        ana.open()
        await_offline_start(ana)
        port = ana.server.rpartition(":")[2]
    with regicide_server(REDIS_URL=valkey_url, PORT=port, OFFLINE_START="0"):
        ana.open()
        gone = "navigator.serviceWorker.getRegistrations().then((all) => arguments[0](all.length === 0))"
        ana.until(lambda: ana.browser.execute_async_script(gone))
        ana.until(lambda: not ana.browser.execute_async_script(IS_KEPT))


def test_the_worker_has_all_files_of_its_release() -> None:
    """And the digest by which it knows the page of this release."""
    script, page = (FILES / "service-worker.js").read_text(), (FILES / "index.html").read_text()
    assert set(re.findall(r'"assets/([^"]+)"', script)) == {path.name for path in (FILES / "assets").iterdir()}
    [digest] = re.findall(r'name="regicide-release" content="(\w{16})"', page)
    assert f'"{digest}"' in script


def test_the_worker_is_revalidated(server_url: str) -> None:
    """An update of the server reaches browsers at the next load."""
    headers = httpx.get(f"{server_url}/service-worker.js").headers
    assert (headers["Content-Type"], headers["Cache-Control"]) == ("text/javascript; charset=utf-8", "no-cache")


def test_the_policy_allows_a_worker_of_this_server(server_url: str) -> None:
    """And a manifest."""
    assert "manifest-src 'self'; worker-src 'self'; " in httpx.get(server_url).headers["Content-Security-Policy"]


def test_the_removal_deletes_only_what_the_client_has_kept() -> None:
    """Other pages of the same origin may have caches of their own."""
    assert 'startsWith("regicide-release/")' in (FILES / "service-worker-removal.js").read_text()


WORKER = """
const [script, late] = process.argv.slice(2);
const listeners = {};
let expire;
globalThis.self = { addEventListener: (name, listener) => (listeners[name] = listener) };
globalThis.location = { href: "http://localhost/service-worker.js" };
globalThis.caches = { open: async () => ({ match: async () => "the stored page" }) };
globalThis.setTimeout = (call) => (expire = call);
globalThis.fetch = async () => (late === "late" ? new Promise(() => {}) : { status: 200 });
new Function(script)();
const request = { method: "GET", mode: "navigate", url: "http://localhost/" };
const answer = new Promise((respondWith) => listeners.fetch({ request, respondWith }));
setImmediate(expire);
console.log(JSON.stringify(await answer));
"""


@pytest.mark.parametrize(("late", "page"), [("late", "the stored page"), ("at once", {"status": 200})])
def test_the_stored_page_takes_the_place_of_a_late_one(late: str, page: object) -> None:
    """The server accepts the connection, and does not answer."""
    assert computed(WORKER, (FILES / "service-worker.js").read_text(), late) == page


LATE = """(async () => {
    const told = [], delays = [], items = { "regicide.last.x": JSON.stringify({ at: "noon", answer: "the last" }) };
    globalThis.localStorage = { getItem: (name) => items[name] ?? null, setItem: () => {}, removeItem: () => {} };
    globalThis.setTimeout = (call, ms) => (delays.push(ms), queueMicrotask(call));
    m.onLastAnswer((at) => told.push(at));
    const never = () => new Promise(() => {});
    const answers = [await m.orLast("x", never), await m.orLast("x", never)];
    m.awaitAnswers();
    const slow = new Promise((done) => setImmediate(() => done("the new")));
    answers.push(await m.orLast("x", () => slow));
    return [answers, told, delays];
})()"""


def test_the_last_answer_takes_the_place_of_a_late_one() -> None:
    """After 3 seconds; then at once, until the server answers: from then on the page waits for each answer."""
    answers, told, delays_ms = evaluated("server/last_state.ts", f"await {LATE}", None)
    assert answers == ["the last", "the last", "the new"]
    assert told == ["noon", "noon"]
    assert delays_ms == [3000, 0]
