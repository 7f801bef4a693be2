"""The web client with lost connections."""

from __future__ import annotations

import pytest
from browser import offline
from lost_writes import lost, wake
from servers import regicide_server, reserved_port
from web_clients import WebClient, act_from_elsewhere
from web_modules import evaluated

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
        assert ana.text(".log").count("Ana plays nine of spades.") == 1


def test_an_offline_browser_shows_it(ana: WebClient) -> None:
    """When the browser is online again, the message goes away, and the cards are still selected."""
    ana.create("here")
    offline(ana.browser, True)
    try:
        ana.until(lambda: "Offline" in ana.text("#connection"))
        ana.act("9S")
        ana.find("#alerts [role=alert]")
    finally:
        offline(ana.browser, False)
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
    ana.until(lambda: "Ana plays two of hearts." in ana.text(".log"))
    assert ana.all("#alerts [role=alert]") == []


ANSWERS = """(async () => {
    const told = [], streams = [], held = [];
    const saved = JSON.stringify({ g: { tokens: { 0: "t" }, at: "2026" } });
    globalThis.localStorage.getItem = (name) => (name === "regicide.games" ? saved : null);
    globalThis.localStorage.removeItem = () => {};
    const view = (version) => ({ id: "g", version, status: "active", seats: [], turn: 0, you: 0 });
    const answer = (version) => new Response(JSON.stringify(view(version)), { headers: {} });
    globalThis.fetch = async (url, { headers, signal }) => {
        if (!url.includes("/events")) return new Promise((done) => held.push((version) => done(answer(version))));
        streams.push(headers["Last-Event-ID"]);
        return new Promise((_, fail) => signal.addEventListener("abort", () => fail(signal.reason)));
    };
    globalThis.window = globalThis.document;
    Object.assign(document, { addEventListener: () => {}, removeEventListener: () => {} });
    const tell = (name) => ({ version }) => told.push(`${name} ${version}`);
    const listener = { view: tell("view"), rewind: tell("rewind"), connection: () => {}, problem: told.push };
    const session = new m.Session("g", listener);
    const sent = async (request) => {
        const before = held.length, done = request();
        while (held.length === before) await new Promise(setImmediate);
        return { done, answer: held.at(-1) };
    };
    const opening = await sent(() => session.open());
    opening.answer(4);
    await opening.done;
    SCENE
    session.close();
    return [told, streams];
})()"""
"""A session at version 4, whose requests a scene answers with versions."""

SCENES = {
    "a late answer": (
        """const late = await sent(() => session.refresh()), action = await sent(() => session.act("x"));
        action.answer(5);
        while (told.length < 2) await new Promise(setImmediate);
        (await sent(() => late.answer(4))).answer(5);
        await late.done;""",
        [["view 4", "view 5", "view 5"], ["1"]],
    ),
    "lost events": (
        """const fresh = await sent(() => session.refresh());
        fresh.answer(2);
        await fresh.done;""",
        [["view 4", "rewind 2"], ["1", "2"]],
    ),
    "a late answer after lost events": (
        """const late = await sent(() => session.refresh()), action = await sent(() => session.act("x"));
        action.answer(3);
        while (told.length < 2) await new Promise(setImmediate);
        (await sent(() => late.answer(4))).answer(3);
        await late.done;""",
        [["view 4", "rewind 3", "view 3"], ["1", "3"]],
    ),
}


RESUMED = """(async () => {
    const resumed = [], failed = [];
    const stream = new m.Stream("g", null, { connection: () => {}, problem: (problem) => failed.push(problem.code) });
    const conflict = { code: "version-conflict", status: 409, version: 5 };
    const headers = { "Content-Type": "application/problem+json" };
    globalThis.fetch = async (_, sent) => {
        resumed.push(sent.headers["Last-Event-ID"]);
        const answers = [[JSON.stringify(conflict), { status: 409, headers }], [null, { status: 204 }]];
        return new Response(...answers[resumed.length - 1]);
    };
    stream.lastVersion = 9;
    await stream.follow();
    return [resumed, failed];
})()"""


def test_a_stream_goes_on_from_the_version_of_a_server_that_has_lost_events() -> None:
    """It is told by a conflict."""
    assert evaluated("server/stream.ts", f"await {RESUMED}", None) == [["9", "5"], []]


@pytest.mark.parametrize("name", SCENES)
def test_an_earlier_version_is_that_of_the_server_in_a_later_request(name: str) -> None:
    """The stream then goes on after it; an answer to an earlier request is out of date."""
    scene, told = SCENES[name]
    assert evaluated("server/session.ts", f"await {ANSWERS.replace('SCENE', scene)}", None) == told
