"""Addresses in the hash: those without a page, and malformed ones."""

from __future__ import annotations

import pytest
from browser import console_messages, requests
from web_clients import WebClient

pytestmark = pytest.mark.browser


def test_an_address_without_a_page_leads_home(ana: WebClient) -> None:
    """To the home page itself, or by a link beside the reason; the header is there.

    A game that does not exist is told on the page, and no second message covers it.
    """
    ana.open()
    for address in ("constructor", "toString", "__proto__", "nothing", "game", "replay"):
        ana.open(f"/#/{address}")
        ana.find("#top .brand")
        ana.find(".lobby")
    for address in ("game/%", "game/%E0%A4%A", "replay/%"):
        ana.open(f"/#/{address}")
        ana.find("#top .brand")
        ana.find("[role=alert]")
        ana.find("#page a[href='#/']")
    ana.open("/#/game/0123456789abcdef0123")
    assert ana.text("#page [role=alert] h1") == "The game does not exist"
    assert "may have expired" in ana.text("#page [role=alert] p")
    assert ana.browser.title == "The game does not exist · Regicide"
    assert ana.all("#page [role=alert] a.main[href='#/']")
    assert ana.all("#alerts *") == []


@pytest.mark.parametrize("place", ["replay/{game}", "replay/0123456789abcdef0123"], ids=["page", "failure"])
def test_a_late_page_does_not_replace_the_next_one(ana: WebClient, lost_game: str, place: str) -> None:
    """Neither the page whose answer arrives after the next navigation, nor the message of its failure."""
    ana.needs_page_scripts()
    ana.open("/#/rules")
    ana.browser.execute_script(HELD_RECORD)
    ana.browser.execute_script("location.hash = arguments[0]", f"#/{place.format(game=lost_game)}")
    ana.until(lambda: ana.browser.execute_script("return window.record"))
    ana.browser.execute_script("location.hash = '#/tutorial'")
    ana.find("#coach-text")
    ana.browser.execute_script("window.release()")
    ana.until(lambda: ana.browser.execute_script("return window.isOver"))
    assert ana.attributes("main", "data-page") == ["tutorial"]
    assert (len(ana.all("#coach-text")), ana.all("#step"), ana.all("#alerts .alert")) == (1, [], [])
    assert ana.browser.title == "Lesson · Regicide"


HELD_RECORD = """
    const send = window.fetch;
    window.fetch = async (url, options) => {
        if (!/record/.test(String(url))) return send(url, options);
        window.record = true;
        await new Promise((done) => (window.release = done));
        const answer = await send(url, options);
        for (const name of ["text", "json"]) {
            const read = answer[name].bind(answer);
            answer[name] = () => read().finally(() => setTimeout(() => (window.isOver = true)));
        }
        return answer;
    };"""
"""The answer to the request of a record waits for `release()`; `isOver` when the page has dealt with it."""


def test_each_page_has_its_title(ana: WebClient, lost_game: str) -> None:
    """Of the page before it nothing is left."""
    puzzle = "puzzle?players=2&seed=title"
    titles = {
        f"replay/{lost_game}": "Replay · Regicide",
        puzzle: "Puzzle · Regicide",
        "rules": "Rules of the game · Regicide",
        "": "Regicide",
    }
    ana.open()
    for address, title in titles.items():
        ana.browser.execute_script("location.hash = arguments[0]", f"#/{address}")
        ana.find("#step, #puzzle, .rules-page, .lobby")
        ana.until(lambda title=title: ana.browser.title == title, title)  # type: ignore[misc]


def test_an_address_that_no_game_can_have_is_told_in_one_sentence(ana: WebClient) -> None:
    """Without a request for the game."""
    ana.open()
    requests(ana.browser)
    identifiers = (".", "..", "%ff%fe", "views", "move-3", "0123456789ABCDEF0123")
    for kind, identifier in [("replay", "views"), *(("game", identifier) for identifier in identifiers)]:
        ana.open(f"/#/{kind}/{identifier}")
        assert ana.text("#page [role=alert] p") == "This is not the link of a game."
        ana.find("#page a[href='#/']")
        assert ana.all("#alerts *") == []
    assert [url for url in requests(ana.browser) if "/v1/games" in url] == []
    assert console_messages(ana.browser) == []
