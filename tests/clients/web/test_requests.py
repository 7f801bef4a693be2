"""A request under way in the web client: it is shown, sent once, and a failure leaves the choice as it is."""

from __future__ import annotations

from typing import Any

import pytest
from browser import requests
from players import SEED
from selenium.webdriver import ActionChains
from web_clients import WebClient
from web_modules import evaluated

pytestmark = pytest.mark.browser

HOLD = """
    window.sent = 0;
    const send = window.fetch, held = new Promise((release) => (window.release = release));
    window.fetch = async (url, request) => {
        if (request?.method !== "POST") return send(url, request);
        window.sent++;
        await held;
        return send(url, request);
    };
"""
"""Holds what the page sends until `release` is called."""


@pytest.fixture
def choosing(seated: WebClient) -> WebClient:
    """Ana, who has chosen a card to play."""
    seated.click(".hand-card[data-card='9S']")
    return seated


def test_an_action_under_way_is_shown_and_sent_once(choosing: WebClient) -> None:
    """The button is busy at once, a text follows after a second; neither a double click nor a key sends it again."""
    choosing.browser.execute_script(HOLD)
    ActionChains(choosing.browser).double_click(choosing.find("#act")).perform()
    assert choosing.attributes("#act", "aria-busy") == ["true"]
    choosing.press("p", "y", "y")
    choosing.until(lambda: choosing.text("#why") == "Sent. Waiting for the server …")
    assert choosing.browser.execute_script("release(); return sent") == 1
    choosing.until(lambda: "Suffer 1 damage" in choosing.text("#task"))
    assert choosing.attributes("#act", "aria-busy") == [None]
    assert choosing.browser.execute_script("return sent") == 1


STAGES = """(async () => {
    const stages = [], request = new m.UnderWay({ slowMs: 1, lateMs: 2 });
    request.stage.subscribe((stage) => stages.push(stage));
    const late = () => new Promise((answer) => {
        const timer = setInterval(() => stages.includes("late") && (clearInterval(timer), answer()), 1);
    });
    await Promise.all([request.run("yield", late), request.run("yield", () => stages.push("again"))]);
    return stages;
})()"""


def test_a_late_answer_is_reported_by_stages() -> None:
    """At once, when it is slow, and when it is late; the end comes with the answer."""
    assert evaluated("ui/under_way.ts", f"await {STAGES}", None) == ["none", "sent", "slow", "late", "none"]


BUTTON = """
    const attributes = new Map(), button = {
        hasAttribute: (name) => attributes.has(name),
        setAttribute: (name, value) => attributes.set(name, value),
        removeAttribute: (name) => attributes.delete(name),
    };
"""
FREED = """
    const told = [];
    for (const act of [() => { throw new Error("no room"); }, async () => { throw new Error("no connection"); }])
        told.push(await m.runOnce(button, act).catch(({ message }) => message), attributes.size);
    return told;
"""
REPEATED = """
    const [flight, keys] = [new m.SingleFlight(), []];
    const send = (works) => async (key) => {
        keys.push(key);
        await Promise.resolve();
        if (!works) throw new Error("no connection");
        return "done";
    };
    const busy = () => flight.busy["aria-busy"]();
    const run = (content, works) => flight.run(content, send(works)).catch(busy);
    const first = await Promise.all([run({ a: 1 }, false), run({ a: 1 }, false)]);
    const others = [await run({ a: 1 }, false), await run({ a: 2 }, true), await run({ a: 3 }, true)];
    return [[...first, ...others], keys, busy()];
"""


def with_button(program: str) -> Any:
    """The result of a program with a button."""
    return evaluated("ui/single_flight.ts", f"await (async () => {{ {BUTTON} {program} }})()", None)


def test_an_error_frees_the_button() -> None:
    """Of the request, or before it."""
    assert with_button(FREED) == ["no room", 0, "no connection", 0]


def test_a_repeat_has_the_same_key() -> None:
    """Until the content changes; a success ends the repeats, and the button stays busy."""
    results, keys, busy = with_button(REPEATED)
    assert (results, busy) == ([False, None, False, "done", None], "true")
    assert (keys[0] == keys[1], keys[1] == keys[2], len(keys)) == (True, False, 3)


CLICK_TWICE = """const button = document.querySelector(arguments[0]);
    button.click(); button.click(); return button.ariaBusy"""


@pytest.mark.parametrize(
    ("place", "button"),
    [("/", "#start"), (f"/#/puzzle?players=2&seed={SEED}", "#study"), ("/#/today", "#today-solo")],
    ids=["new", "puzzle", "today"],
)
def test_a_double_click_makes_one_game(ana: WebClient, place: str, button: str) -> None:
    """The button is busy until the page of the game opens."""
    ana.open(place)
    ana.find(button)
    requests(ana.browser)
    assert ana.browser.execute_script(CLICK_TWICE, button) == "true"
    ana.find(".table, #link")
    assert [url for url in requests(ana.browser) if url == f"{ana.server}/v1/games"] == [f"{ana.server}/v1/games"]
