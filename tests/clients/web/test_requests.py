"""A request under way in the web client: it is shown, sent once, and a failure leaves the choice as it is."""

from __future__ import annotations

import pytest
from players import SEED
from selenium.webdriver import ActionChains
from web_clients import WebClient, created_game

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

FAIL = """
    const send = window.fetch;
    window.fetch = async (url, request) =>
        request?.method === "POST" ? new Response("", { status: 502 }) : send(url, request);
"""


@pytest.fixture
def choosing(ana: WebClient) -> WebClient:
    """Ana, who has chosen a card to play."""
    ana.sit(created_game(ana.server, 2, SEED), 0)
    ana.click(".hand-card[data-card='9S']")
    return ana


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


def test_a_failed_action_can_be_sent_again(choosing: WebClient) -> None:
    """The cards stay selected."""
    choosing.browser.execute_script(FAIL)
    choosing.click("#act")
    choosing.find(".alert")
    choosing.find("#act:not([aria-busy])")
    assert choosing.text("#act") == "Play nine of spades"


def test_a_late_answer_is_reported_by_stages(ana: WebClient) -> None:
    """At once, when it is slow, and when it is late; the end comes with the answer."""
    ana.open()
    script = """(async () => {
        const stages = [], request = new m.UnderWay(() => stages.push(request.stage), { slowMs: 1, lateMs: 2 });
        const late = () => new Promise((answer) => setInterval(() => stages.includes("late") && answer(), 1));
        await Promise.all([request.run("yield", late), request.run("yield", () => stages.push("again"))]);
        return stages;
    })()"""
    assert ana.module("ui/under_way.js", script) == ["sent", "slow", "late", "none"]
