"""Repeated clicks on buttons that create something."""

from __future__ import annotations

from typing import Any

import pytest
from browser import requests
from players import SEED
from web_clients import WebClient

pytestmark = pytest.mark.browser

CLICK_TWICE = """const button = document.querySelector(arguments[0]);
    button.click(); button.click(); return button.ariaBusy"""


@pytest.mark.parametrize(
    ("place", "button"), [("/", "#start"), (f"/#/puzzle?players=2&seed={SEED}", "#study-alone")], ids=["new", "puzzle"]
)
def test_a_double_click_makes_one_game(ana: WebClient, place: str, button: str) -> None:
    """The button is busy until the page of the game opens."""
    ana.open(place)
    ana.find(button)
    requests(ana.browser)
    assert ana.browser.execute_script(CLICK_TWICE, button) == "true"
    ana.find(".table, #link")
    assert [url for url in requests(ana.browser) if url == f"{ana.server}/v1/games"] == [f"{ana.server}/v1/games"]


def test_a_repeat_has_the_same_key(ana: WebClient) -> None:
    """Until the content changes; a success ends the repeats."""
    ana.open()
    script = """(async () => {
        const [flight, button, keys] = [new m.SingleFlight(), document.createElement("button"), []];
        const send = (works) => async (key) => {
            keys.push(key);
            await Promise.resolve();
            if (!works) throw new Error("no connection");
            return "done";
        };
        const run = (content, works) => flight.run(content, send(works), button).catch(() => button.ariaBusy);
        const first = await Promise.all([run({ a: 1 }, false), run({ a: 1 }, false)]);
        const others = [await run({ a: 1 }, false), await run({ a: 2 }, true), await run({ a: 3 }, true)];
        return [first, others, keys, button.ariaBusy];
    })()"""
    told: list[Any] = ana.module("ui/single_flight.js", script)
    first, others, keys, busy = told
    assert (first, others, busy) == ([None, None], [None, "done", None], "true")
    assert (keys[0] == keys[1], keys[1] == keys[2], len(keys)) == (True, False, 3)
