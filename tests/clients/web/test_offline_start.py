"""The start of the web client without the server: its last state with a notice, and the live state afterwards."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from browser import console_messages, requests
from nodes import computed
from players import SEED
from servers import regicide_server, reserved_port
from web_clients import IS_KEPT, WebClient, act_from_elsewhere, await_offline_start, created_game, play
from web_modules import evaluated

from regicide_api.pages.web import FILES

Server = Callable[[], AbstractContextManager[str]]

NOTICE = "The server does not respond. You see how things stood"
KEPT_NAMES = """const done = arguments[0];
    caches.keys().then(async (names) => {
        const found = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
        done([...names, ...Object.keys(localStorage), ...found.flat().map((request) => request.url)]);
    });"""


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


@pytest.mark.browser
def test_the_discards_lie_as_before_without_the_server(ana: WebClient, server: Server) -> None:
    """The card that was discarded last is on top, not the last one in the order of the deck."""
    with server() as ana.server:
        created = created_game(ana.server, 2, SEED)
        ana.sit(created, 0)
        await_offline_start(ana)
        play(ana.server, created, ["9S", "-AD", "2C", "-4C"])
        ana.until(lambda: top_discard(ana) == "4C")
    ana.open(f"/#/game/{created['game']['id']}")
    ana.until(lambda: NOTICE in ana.text("#notice") and top_discard(ana))
    assert top_discard(ana) == "4C"


def top_discard(client: WebClient) -> str | None:
    """The card on top of the discard pile."""
    return next(iter(client.attributes("[data-pile=discard] .pile-picture [data-card]", "data-card")), None)


def saved_tokens(client: WebClient, game: str) -> list[str]:
    """The saved tokens of a game, by seat."""
    saved: dict[str, str] = client.browser.execute_script(
        "return JSON.parse(localStorage['regicide.games'])[arguments[0]].tokens", game
    )
    return list(saved.values())


@pytest.mark.browser
def test_the_page_comes_from_the_server_while_it_answers(ana: WebClient) -> None:
    """The worker answers with a stored page only without the server.

    No token is in a name, neither of stored answers nor in the cache of the release.
    """
    game = ana.create("here")
    await_offline_start(ana)
    requests(ana.browser)
    ana.open()
    assert f"{ana.server}/" in requests(ana.browser)
    assert ana.text("#notice") == ""
    assert console_messages(ana.browser) == []
    names = ana.browser.execute_async_script(KEPT_NAMES)
    assert f"regicide.last.game.{game}" in names
    assert [name for token in saved_tokens(ana, game) for name in names if token in name] == []
    assert [name for name in names if "/v1/" in name] == []


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


def named_files(name: str) -> set[str]:
    """The files of `assets/` that a file of the bundle names, and those that these name."""
    assets = {path.name for path in (FILES / "assets").iterdir()}
    found: set[str] = set()
    rest = {name}
    while rest:
        file = rest.pop()
        content = (FILES / ("assets" if file in assets else "") / file).read_bytes()
        new = {each for each in assets - found if each.encode() in content}
        found |= new
        rest |= new
    return found


def test_the_worker_has_all_files_of_its_release() -> None:
    """Except the weeks of puzzles, which it keeps when they are opened; and the digest of the page of this release."""
    script, page = (FILES / "service-worker.js").read_text(), (FILES / "index.html").read_text()
    weeks = {name for name in named_files("index.html") if re.match(r"\d+-", name)}
    assert weeks
    assert set(re.findall(r'"assets/([^"]+)"', script)) == named_files("index.html") - weeks
    [digest] = re.findall(r'name="regicide-release" content="(\w{16})"', page)
    assert f'"{digest}"' in script


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
