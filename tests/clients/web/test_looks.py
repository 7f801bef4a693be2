"""The appearance of the pages: widths, colours, animations, accessibility, and languages."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from browser import colours, console_messages, motion, width
from contrast import low_contrasts
from house_bot_answers import ACTIONS, answer, show_awake
from players import LOSING, SEED
from selenium.webdriver.support.select import Select
from web_clients import WebClient, created_game, new_game, play, post

pytestmark = pytest.mark.browser

CLIENT = Path(__file__).parents[3] / "clients" / "web"
AXE = CLIENT / "node_modules" / "axe-core" / "axe.min.js"
SHOWN_PAGES = (
    *("lobby", "table", "advice", "waiting", "question", "invited", "asked", "missing", "agreement", "cover"),
    *("lost", "won", "replay", "review", "puzzle", "today", "history", "rules", "sheet", "tutorial", "devices"),
)
SHOWN = {
    "lobby": ".lobby:has(#create) [data-outcome='won'] .state",
    "advice": ".suggestion",
    "waiting": "#link",
    "question": "#yes",
    "invited": "[data-take]",
    "asked": ".rematch-asked",
    "missing": "#absence",
    "agreement": "#play-on",
    "cover": "#uncover",
    "review": "#curve svg",
    "puzzle": "#puzzle",
    "today": "#boards",
    "history": "[data-feat=gold].earned",
    "devices": ".qr-code path",
    "rules": ".rule-section",
    "sheet": "#rules .rule-section",
    "tutorial": "#coach-next",
}
"""An element of a page that is shown completely; else `#ending` or `.enemy`."""

GOLD = {
    "at": "2026-11-01T20:00:00Z",
    "players": 1,
    "reason": "",
    "feats": ["victory", "gold"],
    "outcome": "won",
    "grade": "gold",
    "falls": "dxxd" * 3,
    "turns": 36,
    "deal": None,
    "practice": False,
    "bot": None,
}
"""A game in the history of a device."""


@pytest.fixture
def shown(
    ana: WebClient, lost_game: str, won_game: str, advised_url: str, reviewed_game: str
) -> Callable[[str], WebClient]:
    """A function that opens one of the pages in Ana's browser."""

    def show(page: str) -> WebClient:
        if page == "advice":
            move(ana, advised_url)
            show_awake(advised_url, "planner-fast")
            ana.create("bot")
            ana.click("#ask")
            answer(advised_url, "planner-fast", actions=ACTIONS)
        elif page == "review":
            move(ana, advised_url)
            show_awake(advised_url, "planner-fast")
            ana.open(f"/#/replay/{reviewed_game}/move-3")
        elif page == "invited":
            created = new_game(ana.server, {"name": "Bo"}, {"open": True})
            ana.open(f"/#/game/{created['game']['id']}")
        elif page == "asked":
            ana.sit(asked_for_rematch(ana.server), 0)
        elif page in {"agreement", "missing"}:
            ana.sit(created_game(ana.server, 2, SEED), 0)
        elif page in {"table", "cover", "waiting", "question", "sheet", "devices"}:
            ana.create("link" if page in {"waiting", "question"} else "here")
        else:
            ana.open(
                {
                    "lobby": "/",
                    "today": "/#/today",
                    "history": "/#/history",
                    "rules": "/#/rules",
                    "tutorial": "/#/tutorial",
                    "lost": f"/#/game/{lost_game}",
                    "won": f"/#/game/{won_game}",
                    "replay": f"/#/replay/{won_game}",
                    "puzzle": f"/#/puzzle?players=2&seed={SEED}&actions={LOSING[0]}",
                }[page]
            )
        if page == "table":
            ana.click("#uncover")
            ana.click(".hand-card")
        for button in {
            "review": ["#do-review"],
            "devices": ["#open-settings", "#to-devices", "#get-code"],
            "question": ["#cancel-game"],
            "sheet": ["#open-rules"],
            "agreement": ["#ways", "#give-up", "#yes"],
        }.get(page, []):
            ana.click(button)
        ana.find(SHOWN.get(page, "#ending, .enemy"))
        return ana

    return show


def asked_for_rematch(server: str) -> dict[str, Any]:
    """A lost game of two players, of whom the second one has asked for a rematch."""
    created = created_game(server, 2, SEED)
    play(server, created, LOSING)
    post(server, created, 1, "rematch")
    return created


def move(client: WebClient, server: str) -> None:
    """Go to another server, with the same settings."""
    settings = client.browser.execute_script("return {...localStorage}")
    client.server = server
    client.forget()
    client.browser.execute_script("Object.assign(localStorage, arguments[0])", settings)


LONGEST_NAME = "W" * 40


@pytest.mark.parametrize("page", ["lobby", "invitation", "sharing", "table", "cover", "ending"])
def test_the_longest_name_fits_on_a_telephone(ana: WebClient, page: str) -> None:
    """A name is one word of 40 wide letters."""
    seats: list[dict[str, Any]] = [{"name": LONGEST_NAME}, {"name": f"V{LONGEST_NAME[1:]}"}]
    if page in {"invitation", "sharing"}:
        seats.append({"open": True})
    created = new_game(ana.server, *seats)
    if page == "ending":
        for seat in (0, 1):
            post(ana.server, created, seat, "give-up", agree=True)
    width(ana.browser, 360, 740)
    own = {"invitation": [], "cover": [0, 1], "sharing": [0]}.get(page, [1])
    ana.sit(created, *own) if own else ana.open(f"/#/game/{created['game']['id']}")
    if page == "lobby":
        ana.open()
        ana.find("[data-game]")
    ana.until(lambda: "WWWW" in ana.text("#page"))
    assert ana.browser.execute_script("return document.documentElement.scrollWidth") == 360


@pytest.fixture
def axe() -> str:
    """The source of axe-core. Skips the test where it is not installed, but not in CI."""
    if not AXE.exists():
        assert "CI" not in os.environ, "`make lint` installs axe-core before the tests are run"
        pytest.skip("no axe-core here: make lint")
    return AXE.read_text()


@pytest.mark.parametrize("page", SHOWN_PAGES)
def test_a_page_fits_and_has_no_violation(
    ana: WebClient, shown: Callable[[str], WebClient], won_game: str, axe: str, page: str
) -> None:
    """From phones to wide screens; axe finds none in light and dark colours; texts have contrast with what is drawn.

    In Spanish, whose texts are longer: no text of the English catalogue is left, except those that are the same.
    """
    ana.browser.execute_script("localStorage['regicide.language'] = 'es'")
    ana.browser.execute_script("localStorage['regicide.history'] = arguments[0]", json.dumps({"0" * 20: GOLD}))
    if page == "lobby":
        saved = json.dumps({won_game: {"tokens": {"0": "unused"}, "at": "2026-11-23T12:00:00Z"}})
        ana.browser.execute_script("localStorage['regicide.games'] = arguments[0]", saved)
    client = shown(page)
    english, own = texts("en"), texts("es")
    foreign = {english[key] for key in english if english[key] != own[key]} - {*own.values()}
    assert client.attributes("html", "lang") == ["es"]
    assert foreign & {*client.browser.execute_script(VISIBLE_TEXTS)} == set()
    widths = {}
    for pixels in (360, 768, 1920, 1280):
        width(client.browser, pixels)
        widths[pixels] = client.browser.execute_script("return document.documentElement.scrollWidth")
    assert all(wide <= pixels for pixels, wide in widths.items()), widths
    assert console_messages(client.browser) == []
    client.browser.execute_script(axe)
    found, low = {}, {}
    for scheme in ("light", "dark"):
        colours(client.browser, scheme)
        violations = client.browser.execute_async_script("axe.run().then((found) => arguments[0](found.violations))")
        found[scheme] = [(each["id"], [node["html"] for node in each["nodes"]]) for each in violations]
        low[scheme] = low_contrasts(client.browser)
    assert found == {"light": [], "dark": []}
    assert low == {"light": {}, "dark": {}}


TIERS = ("jacks", "queens", "kings")


def test_texts_have_contrast_under_every_sky(ana: WebClient) -> None:
    """By day and by night, on telephones and on wide screens; the castle is behind the table, not in its place."""
    ana.sit(created_game(ana.server, 2, SEED), 0)
    ana.find(".scenery .castle")
    ana.click(".hand-card")
    low = {}
    for size in ((360, 740), (740, 360), (1440, 900)):
        width(ana.browser, *size)
        for scheme in ("light", "dark"):
            colours(ana.browser, scheme)
            for tier, enemies in enumerate(TIERS):
                ana.browser.execute_script(
                    "document.querySelector('.table > .scenery').dataset.tier = arguments[0]", tier
                )
                low[size, scheme, enemies] = low_contrasts(ana.browser)
    assert {case: found for case, found in low.items() if found} == {}
    ana.browser.execute_script("document.querySelector('#enemy-name').style.color = '#444'")
    assert [part.partition(" ")[0] for part in low_contrasts(ana.browser)] == ["enemy-name"]


def test_nothing_moves_if_reduced_motion_is_preferred(ana: WebClient) -> None:
    """Neither the cards nor the effects of an action: they fade at most; test_theatre.py has those that move."""
    motion(ana.browser, "reduce")
    ana.create("here")
    ana.set_speed("fast")
    ana.browser.execute_script(
        "window.moved = []; const animate = Element.prototype.animate;"
        "Element.prototype.animate = function (...how) {"
        "  const animation = animate.apply(this, how);"
        "  const names = animation.effect.getKeyframes().flatMap((frame) => Object.keys(frame));"
        "  window.moved.push(...names.filter((name) => /transform|translate|rotate|scale|filter/.test(name)));"
        "  return animation }"
    )
    ana.act("9S")
    ana.until(lambda: "Suffer 1 damage" in ana.text("#task") and "Ana plays" in ana.text(".log"))
    assert ana.browser.execute_script("return window.moved") == []
    ana.until(lambda: ana.browser.execute_script("return document.getAnimations().length") == 0)


def test_the_chosen_language_is_saved(ana: WebClient, server_url: str) -> None:
    """It applies to the texts of the page and of the server, also after a reload."""
    ana.open()
    Select(ana.find("#language")).select_by_value("ca")
    ana.until(lambda: ana.text("#start") == texts("ca")["create.start"])
    ana.create("here", seed=SEED)
    ana.click("#uncover")
    ana.until(lambda: ana.text("#task") == texts("ca")["task.play-or-yield"])
    cards = httpx.get(f"{server_url}/v1/cards", headers={"Accept-Language": "ca"}).json()["cards"]
    assert ana.text(".enemy-name") == next(card["name"] for card in cards if card["code"] == "JD")
    assert ana.browser.execute_script("return document.documentElement.lang") == "ca"


def texts(language: str) -> dict[str, str]:
    """The catalogue of the web client in a language."""
    read: dict[str, str] = json.loads((CLIENT / "texts" / f"{language}.json").read_text())
    return read


VISIBLE_TEXTS = """
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode.data.trim());
    const labels = [...document.querySelectorAll("[aria-label], [title], [placeholder]")];
    for (const label of labels)
        texts.push(...["aria-label", "title", "placeholder"].map((name) => label.getAttribute(name)));
    return texts;
"""
