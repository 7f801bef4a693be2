"""The layout of a table: what is on the screen of telephones, tablets and wide screens, and that nothing moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import pairwise

import pytest
from browser import SETTLE, width
from firefox import Firefox
from house_bot_answers import ACTIONS, answer
from players import SEED
from selenium.webdriver.common.keys import Keys
from thumbs import thumb
from web_clients import WebClient, created_game, new_game, play

import regicide

pytestmark = pytest.mark.browser

TELEPHONE, ON_ITS_SIDE, TABLET, DESK, WALL = (360, 740), (740, 360), (820, 1180), (1440, 900), (2560, 1440)
TABLET_ON_ITS_SIDE, LAPTOP = (1180, 820), (1280, 720)
SIZES = (TELEPHONE, ON_ITS_SIDE, TABLET, TABLET_ON_ITS_SIDE, LAPTOP, DESK, WALL)
UPRIGHT = (TELEPHONE, TABLET)
LANGUAGES = pytest.mark.parametrize("language", ["en", "es", "ca", "it"])


def opened(ana: WebClient, size: tuple[int, int], players: int = 2) -> WebClient:
    """Ana's browser with a window of this size, in a game in which she is to play; its cards have their pictures."""
    created = created_game(ana.server, players, SEED)
    width(ana.browser, *size)
    ana.sit(created, created["game"]["turn"])
    ana.find("#act")
    ana.find("#connection[data-state=live]")
    ana.find(".enemy .picture")
    ana.browser.execute_async_script(SETTLE)
    return ana


def resized(client: WebClient, size: tuple[int, int]) -> None:
    """Set the size of the window, and wait until the page has its place."""
    width(client.browser, *size)
    client.browser.execute_async_script(SETTLE)


def test_a_table_of_any_size_is_whole_and_still(ana: WebClient) -> None:
    """Nothing moves while cards are selected: neither by the browser's measure, nor by the places before and after.

    The hand and its button are on the screen, also the enemy and the played cards, without scrolling; the hand is one
    row, also with a raised card below the news. The buttons fill their column, also while nothing is selected; the
    button that unselects lies beside the task, and covers no word of it. On wide screens, cards grow, and the table
    uses most of the width and exactly the height. A pile is as thick as its cards; the legend is for plays, as a
    discarded card has no power.
    """
    client = opened(ana, TELEPHONE)
    for size in SIZES:
        resized(client, size)
        boxes = client.boxes("#enemy, #played, .hand, .hand-card, #act, #news")
        assert all(box["left"] >= 0 and box["right"] <= size[0] for box in boxes), size
        assert all(box["top"] >= 0 and box["bottom"] <= size[1] for box in boxes), size
        cards = client.boxes(".hand-card")
        assert max(box["top"] for box in cards) - min(box["top"] for box in cards) < 0.2 * cards[0]["height"], size
        assert client.browser.execute_async_script(SELECT_AND_UNSELECT) == [[], []], size
        [act], [way], [row] = client.boxes("#act"), client.boxes("[data-action=yield]"), client.boxes(".own-buttons")
        assert max(act["right"], way["right"]) == pytest.approx(row["right"], abs=1), size
        client.click(".hand-card")
        client.browser.execute_async_script(SETTLE)
        assert client.boxes(".hand-card .card")[0]["top"] >= client.boxes(".area-own")[0]["top"], size
        [clear], [task] = client.boxes(".clear"), client.browser.execute_script(WORDS, "#task")
        assert client.find(".clear").is_displayed(), size
        assert clear["bottom"] <= client.boxes(".hand-card .card")[1]["bottom"], size
        assert task["right"] <= (clear["left"] + clear["right"]) / 2 - 6, size
        client.click(".hand-card")
        if size in (DESK, WALL):
            assert client.boxes(".table")[0]["width"] > 0.9 * size[0], size
            assert client.boxes(".hand-card .card")[0]["width"] >= (110 if size == DESK else 170), size
            assert client.boxes("html")[0]["height"] == size[1], size
    edges = [len(client.all(f"[data-pile={name}] .pile-edges rect")) for name in ("tavern", "castle", "discard")]
    assert edges[0] > edges[1] > edges[2] == 0
    assert client.find(".own-legend").is_displayed()
    client.act("9S")
    client.until(lambda: client.text("#task").startswith("Suffer"))
    assert not client.find(".own-legend").is_displayed()


WORDS = """
    const words = document.createRange();
    words.selectNodeContents(document.querySelector(arguments[0]));
    return [words.getBoundingClientRect().toJSON()];
"""


@pytest.mark.parametrize(("players", "pixels"), [(2, 42), (1, 36)])
def test_targets_are_as_large_as_a_thumb(ana: WebClient, players: int, pixels: int) -> None:
    """Cards by their visible strips before they are turned; a full hand has seven cards, or eight in a solo game."""
    client = opened(ana, TELEPHONE, players)
    for size in (TELEPHONE, ON_ITS_SIDE):
        resized(client, size)
        hand, buttons = client.browser.execute_script(STRIPS), client.boxes(".own-buttons button, .news")
        assert min(box["width"] for box in hand) >= pixels, size
        assert all(box["right"] <= next_one["left"] + 1 for box, next_one in pairwise(hand)), size
        assert min(min(box["width"], box["height"]) for box in [*buttons[1:], *hand]) >= pixels, size


def test_a_click_beside_the_name_in_the_header_leaves_no_page(ana: WebClient) -> None:
    """The link to the home page is as wide as its words, and the rest of the header at the other end."""
    ana.open()
    for size in (TELEPHONE, ON_ITS_SIDE, TABLET, DESK):
        resized(ana, size)
        [brand], header = ana.boxes("#top .brand"), ana.boxes("#top > *")
        assert brand["width"] < 200, size
        assert max(box["right"] for box in header) > size[0] - 60, size


STRIPS = """
    const strip = ({ offsetLeft: left, offsetWidth: width, offsetHeight: height }) =>
        ({ left, width, height, right: left + width });
    return [...document.querySelectorAll(".hand-card")].map(strip);
"""


def test_the_news_opens_the_log_of_a_telephone(ana: WebClient) -> None:
    """The log is above the dock; the same button closes it.

    A game that waits for players has no line of news; at the table, which has no news at first, it keeps its room.
    """
    ana.sit(new_game(ana.server, {"name": "Ana"}, {"open": True}), 0)
    width(ana.browser, *TELEPHONE)
    ana.find("#enemy")
    assert ana.boxes(".area-news")[0]["height"] == 0
    client = opened(ana, TELEPHONE)
    assert client.boxes(".area-news")[0]["height"] > 0
    client.act("9S")
    client.until(lambda: client.text("#news").startswith("You play the nine of spades."))
    assert not client.find(".game-log .over").is_displayed()
    client.click(".news")
    client.until(lambda: client.find(".log li").is_displayed())
    assert client.boxes(".game-log .over")[0]["bottom"] <= client.boxes(".dock")[0]["top"] + 1
    client.click(".news")
    client.until(lambda: not client.find(".game-log .over").is_displayed())
    for close in (lambda: client.press(Keys.ESCAPE), client.find(".seat").click):
        client.click(".news")
        client.until(lambda: client.find(".game-log .over").is_displayed())
        close()
        client.until(lambda: not client.find(".game-log .over").is_displayed())


@LANGUAGES
def test_every_size_shows_the_table_in_every_language(ana: WebClient, language: str) -> None:
    """No sideways scrolling, also with texts of twice the size (success criteria 1.4.4 and 1.4.10 of WCAG 2.2).

    With texts of the usual size, no pile lies below the dock.
    """
    ana.browser.execute_script("localStorage['regicide.language'] = arguments[0]", language)
    client = opened(ana, DESK)
    client.click(".hand-card")
    wide, below = {}, {}
    for size in SIZES:
        width(client.browser, *size)
        below[size] = client.browser.execute_async_script(BELOW_THE_DOCK, ".pile, .played")
        for pixels in (16, 32):
            with text_size(client, pixels):
                wide[size, pixels] = client.browser.execute_script("return document.documentElement.scrollWidth")
    assert {case: found for case, found in wide.items() if found > case[0][0]} == {}
    assert {size: found for size, found in below.items() if found} == {}


@contextmanager
def text_size(client: WebClient, pixels: int) -> Iterator[None]:
    """The size of texts that the reader has set in the browser; Firefox keeps its own."""
    if isinstance(client.browser, Firefox):
        yield
        return
    set_size = partial(client.browser.execute_cdp_cmd, "Page.setFontSizes")
    set_size({"fontSizes": {"standard": pixels}})
    try:
        yield
    finally:
        set_size({"fontSizes": {"standard": 16}})


BELOW_THE_DOCK = """
    const [selector, done] = arguments;
    const edge = (part) => part.getBoundingClientRect();
    requestAnimationFrame(() => setTimeout(() => {
        const { top } = edge(document.querySelector(".dock"));
        const below = [...document.querySelectorAll(selector)].filter((part) => edge(part).bottom > top + 1);
        const name = (part) => part.dataset.pile ?? (part.id || part.textContent);
        done(below.map((part) => `${name(part)}: ${edge(part).bottom - top} px`));
    }));
"""


@pytest.mark.parametrize("place", ["game", "tutorial"])
def test_every_target_of_a_touch_screen_has_forty_pixels(ana: WebClient, place: str) -> None:
    """Buttons, links and summaries, also those of the rules; success criterion 2.5.8 of WCAG 2.2 asks for 24."""
    client = opened(ana, TELEPHONE)
    with thumb(client):
        if place == "tutorial":
            client.open("/#/tutorial")
            client.find(".leads")
        client.click("#open-rules")
        client.find("#rules-page")
        small = {}
        for size in (TELEPHONE, ON_ITS_SIDE, TABLET):
            width(client.browser, *size)
            small[size] = client.browser.execute_script(SMALL_TARGETS, 40)
    assert {size: found for size, found in small.items() if found} == {}


SMALL_TARGETS = """
    const selector = "button:not(select > button), .brand, .area-news summary, #rules-page";
    const targets = [...document.querySelectorAll(selector)];
    const size = (each) => { const { width, height } = each.getBoundingClientRect(); return Math.min(width, height) };
    const small = targets.filter((each) => size(each) > 0 && size(each) < arguments[0]);
    return small.map((each) => `${each.id || each.className || each.parentElement.className} ${size(each)}px`);
"""


@LANGUAGES
def test_the_advice_leaves_the_fight_in_sight(ana: WebClient, advised_url: str, language: str) -> None:
    """One tap asks. The answer is whole, without a scroll bar, and covers nothing but the news and the legend.

    What the numbers are stands beside them, on desks above the task; each action has one row with the same facts, and
    rows are equally high. It pushes the task, the hand and the table of a telephone and of a tablet held upright, whose
    page stays as high as the window, with the names of the piles whole, also with the chosen action as the fourth one.
    It goes with a key, a second tap, a press elsewhere, and the choice of an action.
    """
    ana.server = advised_url
    ana.forget()
    ana.browser.execute_script("localStorage['regicide.language'] = arguments[0]", language)
    client = opened(ana, TELEPHONE)
    client.click("#ask:not([aria-disabled])")
    answer(advised_url, actions=ACTIONS)
    client.find(".suggestion")
    for size in SIZES:
        resized(client, size)
        parts = client.boxes(".adviser, .suggestions")
        assert all(0 <= part["left"] < part["right"] <= size[0] for part in parts), size
        assert all(0 <= part["top"] < part["bottom"] <= size[1] for part in parts), size
        covered = "#task, .enemy-facts, .enemy-card, .played, .pile-picture, .pile-size, .hand-card .card, #ask, #ways"
        assert [box for box in client.boxes(covered) for part in parts if overlap(box, part)] == [], size
        assert min(box["height"] for box in client.boxes(".suggestion, #adviser, #ask")) >= 36, size
        assert max(box["bottom"] for box in client.boxes(".suggestion")) <= parts[-1]["bottom"] + 1, size
        heights = [box["height"] for box in client.boxes(".suggestion")]
        assert max(heights) - min(heights) <= 1, size
        assert [len(row.find_elements("css selector", ".reason")) for row in client.all(".suggestion")] == [3, 3, 2]
        assert client.browser.execute_script(CUT, ".suggestion .reason") == [], size
        assert client.browser.execute_script(OUTSIDE, ".suggestion .reason", ".suggestion") == [], size
        [line] = client.boxes(".advice-line")
        others = client.boxes("#task, .suggestion, #ask, #ways, .hand-card .card, .own-buttons > *")
        assert [box for box in others if overlap(box, line)] == [], size
        assert 0 <= line["left"] < line["right"] <= size[0], size
        assert 0 <= line["top"] < line["bottom"] <= size[1], size
        apart = max(parts[-1]["top"] - line["bottom"], line["top"] - parts[-1]["bottom"])
        assert apart <= 18 or size not in UPRIGHT, size  # the task is between them
        assert client.browser.execute_async_script(BELOW_THE_DOCK, ".pile-text, .played") == [], size
        assert client.browser.execute_script(SCROLLS, "html") == 0, size
    for size, close in CLOSING:
        resized(client, size)
        client.until(lambda: client.find(".suggestions").is_displayed())
        close(client)
        client.until(lambda: not client.find(".suggestions").is_displayed())
        client.click("#ask")
    client.click("[data-advised='9S']")
    assert client.attributes(".hand-card[aria-pressed=true]", "data-card") == ["9S"]
    client.until(lambda: not client.find(".suggestions").is_displayed())
    client.click("[data-card='9S']")
    client.click("[data-card='6H']")
    client.click("#ask")
    client.until(lambda: len(client.all(".suggestion")) == MOST_SUGGESTIONS)
    for size in UPRIGHT:
        resized(client, size)
        assert client.browser.execute_async_script(BELOW_THE_DOCK, ".pile-text, .played") == [], size
        assert client.browser.execute_script(SCROLLS, "html") == 0, size
    for size in SIZES:
        resized(client, size)
        assert client.browser.execute_script(OUTSIDE, ".suggestion .reason", ".suggestion") == [], size


MOST_SUGGESTIONS = 4
"""The best three actions and the chosen one."""
CLOSING: tuple[tuple[tuple[int, int], Callable[[WebClient], None]], ...] = (
    (TELEPHONE, lambda client: client.press(Keys.ESCAPE)),
    (ON_ITS_SIDE, lambda client: client.find("#ask").click()),
    (DESK, lambda client: client.find("#ask").click()),
    (TABLET, lambda client: client.find(".seat").click()),
)


def overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    """Whether two boxes have a common part."""
    across = min(one["right"], other["right"]) - max(one["left"], other["left"])
    return across > 1 and min(one["bottom"], other["bottom"]) - max(one["top"], other["top"]) > 1


CUT = """
    const isCut = (each) => each.scrollWidth > each.clientWidth;
    return [...document.querySelectorAll(arguments[0])].filter(isCut).map(({ textContent }) => textContent);
"""
OUTSIDE = """
    const [inner, outer] = arguments;
    const isOutside = (each) => {
        const [one, other] = [each, each.closest(outer)].map((part) => part.getBoundingClientRect());
        return one.top < other.top - 1 || one.bottom > other.bottom + 1 || one.right > other.right + 1;
    };
    return [...document.querySelectorAll(inner)].filter(isOutside).map(({ textContent }) => textContent);
"""
SCROLLS = "const panel = document.querySelector(arguments[0]); return panel.scrollHeight - panel.clientHeight"


def test_a_telephone_shows_the_ways_out_whole(ana: WebClient) -> None:
    """A flag above the hand opens them in a dialog; after the end, the page is at its top."""
    client = opened(ana, TELEPHONE)
    for size in (TELEPHONE, ON_ITS_SIDE):
        resized(client, size)
        client.find("#ways").click()
        [dialog] = client.boxes("dialog[open]")
        assert 0 <= dialog["top"] < dialog["bottom"] <= size[1], size
        client.find("#close-ways").click()
    resized(client, TELEPHONE)
    client.find("#ways").click()
    client.find("#give-up").click()
    client.click("#yes")
    client.find("#agreement")


def test_played_cards_are_about_as_large_as_those_of_the_hand(ana: WebClient) -> None:
    """On wide screens and tablets; the page does not scroll."""
    created = created_game(ana.server, 2, SEED)
    play(ana.server, created, ["9S", "-AD"])
    ana.sit(created, 0)
    ana.find("#played [data-card='9S']")
    for size in (TABLET, TABLET_ON_ITS_SIDE, LAPTOP, DESK, WALL):
        resized(ana, size)
        [played], [hand, *_] = (lengths(ana, f"{place} .card") for place in ("#played", ".hand-card:last-child"))
        assert played >= MIN_SHARE * hand, size
        assert ana.browser.execute_script(SCROLLS, "html") == 0, size


MIN_SHARE = 0.85


def lengths(client: WebClient, selector: str) -> list[float]:
    """The heights of elements as they are laid out, before they are turned."""
    script = "return [...document.querySelectorAll(arguments[0])].map((each) => each.offsetHeight ?? each.clientHeight)"
    found: list[float] = client.browser.execute_script(script, selector)
    return found


def test_drawn_cards_leave_the_size_of_the_page(ana: WebClient) -> None:
    """On a desk, whose table is exactly as high as the window, no scroll bar appears while cards are dealt."""
    width(ana.browser, *DESK)
    ana.sit(created_game(ana.server, 2, DRAWING), 0)
    sizes = ana.browser.execute_async_script(SIZES_WHILE_DRAWING)
    assert [[size["width"], size["height"]] for size in sizes] == [list(DESK)]


DRAWING = "draw/0"
"""Deals seat 0 8D, against an enemy that is not immune."""
SIZES_WHILE_DRAWING = """
    const [done, page, sizes] = [arguments[0], document.documentElement, new Set()];
    const look = () => {
        sizes.add(JSON.stringify({ width: page.scrollWidth, height: page.scrollHeight }));
        const isDrawn = document.querySelector(".table[data-settled='2']");
        const running = document.getAnimations().some((each) => each.animationName === "dealt");
        isDrawn && !running ? done([...sizes].map(JSON.parse)) : requestAnimationFrame(look);
    };
    document.querySelector(".hand-card[data-card='8D']").click();
    document.querySelector("#act").click();
    look();
"""


def test_each_card_lies_open_at_one_place_at_the_end(ana: WebClient) -> None:
    """The hands are in the ending: not at the seats and not in the dock as well."""
    created, position, actions = created_game(ana.server, 2, SEED), regicide.Position.new(SEED, 2), []
    while not position.is_over:
        actions.append(position.legal_actions[0])
        position = regicide.apply(position, actions[-1])
    play(ana.server, created, map(str, actions))
    ana.sit(created, 0)
    ana.find(".open-hands")
    cards = ana.attributes(".open-hand [data-card]", "data-card")
    assert cards
    assert not set(cards) & set(ana.attributes(".felt [data-card], .dock [data-card]", "data-card"))
    assert ana.all(".seat .count")
    for size in (TELEPHONE, ON_ITS_SIDE):
        width(ana.browser, *size)
        assert not ana.find(".news").is_displayed()
        assert ana.boxes("#ending")[0]["top"] >= ana.boxes("#top")[0]["bottom"]


@pytest.mark.parametrize("size", [TELEPHONE, ON_ITS_SIDE])
def test_the_task_of_a_discard_is_on_a_telephone(ana: WebClient, size: tuple[int, int]) -> None:
    """A task of two lines moves nothing; the total of the selected cards does not cover it."""
    client = opened(ana, size)
    before = client.boxes(".dock")
    client.act("AD")
    client.until(lambda: client.text("#task").startswith("Suffer 10 damage: "))
    client.click(".hand-card")
    [task], [why], [dock] = client.boxes("#task"), client.boxes("#why"), client.boxes(".dock")
    assert client.find("#task").is_displayed()
    assert dock["top"] <= task["top"] < task["bottom"] <= why["top"] + 0.1
    assert why["bottom"] <= size[1]
    assert [dock] == before


def test_the_felt_of_a_telephone_has_room_for_every_fight(ana: WebClient) -> None:
    """The indexes of the cards of five plays are to be read; no pile lies below the dock.

    The rows are the same against each enemy: the text of its immunity is one line, also when a jester has cancelled it.
    """
    client = opened(ana, TELEPHONE)
    heights = client.module("table/enemy.ts", HEIGHTS, ["JC", "QD", "KH", "JS"])
    assert len(set(heights)) == 1
    board = {"played": [["2C"], ["3D", "AS"], ["5H", "5S"], ["7S"], ["10C"]], "defeated": 0}
    failed = client.module("table/piles.ts", "document.querySelector('#played').replaceWith(m.playedArea(a[0]))", board)
    assert failed is None
    cards, [dock] = client.boxes("#played .card"), client.boxes(".dock")
    assert min(card["width"] for card in cards) >= 50
    assert max(card["right"] for card in cards) <= TELEPHONE[0]
    assert max(box["bottom"] for box in client.boxes(".pile")) <= dock["top"]


HEIGHTS = """a[0].flatMap((card) => [false, true].map((cancelled) => {
    const numbers = { health: 40, damage: 11, attack: 20, shield: 0, strikes_for: 20 };
    const enemy = { card, ...numbers, immunity_cancelled: cancelled };
    document.querySelector("#enemy").replaceWith(m.enemyArea({ enemy, defeated: 0 }));
    return document.querySelector(".area-enemy").getBoundingClientRect().height;
}))"""


SELECT_AND_UNSELECT = """
    const done = arguments[0], shifts = [], moved = new Set();
    const observer = new PerformanceObserver((list) => shifts.push(...list.getEntries()));
    observer.observe({ type: "layout-shift" });
    const still = "#page *:not(.hand-card, .hand-card *, .own-text *, .own-buttons *, .ghost), .task, .own-buttons > *";
    const parts = () => [...document.querySelectorAll(still)];
    const boxes = () => parts().map((part) => [part, JSON.stringify(part.getBoundingClientRect())]);
    const frame = () => new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
    const name = (part) => part?.id || part?.className?.baseVal || part?.className || part?.nodeName;
    (async () => {
        await frame();
        const before = new Map(boxes());
        const count = document.querySelectorAll(".hand-card").length;
        for (const selecting of [true, false])
            for (let index = 0; index < count; index++) {
                document.querySelectorAll(".hand-card")[index].click();
                await frame();
                for (const [part, box] of boxes())
                    if (before.has(part) && before.get(part) !== box) moved.add(name(part));
            }
        await frame();
        shifts.push(...observer.takeRecords());
        done([shifts.map(({ value, sources }) => [value, ...sources.map(({ node }) => name(node))]), [...moved]]);
    })();
"""
