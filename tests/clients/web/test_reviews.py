"""Reviews of finished games in the replay."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from browser import SETTLE, console_messages, width
from house_bot_answers import answer, reviewed_moves, show_awake
from players import LOSING, SEED
from selenium.webdriver import ActionChains
from selenium.webdriver.common.keys import Keys
from web_clients import WebClient, created_game, play

pytestmark = pytest.mark.browser

COSTS = {1: 0.04, 3: 0.22, 4: 0.1}
"""The chances that moves cost."""


@pytest.fixture
def replay(ana: WebClient, advised_url: str) -> WebClient:
    """The replay of a new lost game, before its review."""
    created = created_game(advised_url, 2, SEED)
    play(advised_url, created, LOSING)
    ana.server = advised_url
    show_awake(advised_url, "planner-fast")
    ana.open(f"/#/replay/{created['game']['id']}")
    ana.find("#do-review")
    return ana


def record_of(replay: WebClient) -> dict[str, Any]:
    """The record of the shown game."""
    game = replay.browser.current_url.split("/replay/")[1].partition("/")[0].partition("?")[0]
    record: dict[str, Any] = httpx.get(f"{replay.server}/v1/games/{game}/record").raise_for_status().json()
    return record


@pytest.fixture
def reviewed(replay: WebClient) -> WebClient:
    """The replay with a review."""
    replay.click("#do-review")
    answer(replay.server, "planner-fast", moves=reviewed_moves(record_of(replay), COSTS))
    replay.find("#curve svg")
    return replay


def test_a_review_is_awaited(replay: WebClient) -> None:
    """By the chosen bot, the fast one at first."""
    assert replay.text("#do-review") == "Review with Puck"
    replay.click("#do-review")
    assert replay.text("#reviewing") == "Puck reviews the game …"
    answer(replay.server, "planner-fast", failed=True)
    assert replay.text(".fault") == "The review has failed. Try again, or choose another bot."
    assert replay.text("#do-review") == "Review with Puck"


def test_the_costliest_moves_are_named(reviewed: WebClient) -> None:
    """With links to their steps, and a sign and a word for blunders."""
    assert reviewed.attributes(".costliest a", "href") == [
        f"#/replay/{record_of(reviewed)['id']}{step}?review=planner-fast" for step in ("/move-2", "/move-3", "")
    ]
    costs = [label.text for label in reviewed.all(".costliest .cost")]
    assert costs == ["▼ blunder: −22%", "▼ blunder: −10%", "▼ costs 4%"]
    named = reviewed.text(".costliest a")
    assert named.startswith("3. Player 2 plays the two of clubs against the jack of diamonds")
    assert "Better: " in named
    assert reviewed.attributes(".move.blunder", "data-move") == ["3", "4"]
    assert len(reviewed.all(".curve path.blunder")) == 2
    assert console_messages(reviewed.browser) == []


def test_a_named_move_shows_the_table_before_it(reviewed: WebClient) -> None:
    """Its cards and the better ones have marks in the hand; a sentence and the best actions have the chances.

    The bar counts it, as the sentence does.
    """
    reviewed.click(".costliest a")
    reviewed.until(lambda: reviewed.text("#step") == "Move 3 of 5")
    better, _, played = [item.text.replace("\n", " ") for item in reviewed.all("#best-moves li")]
    assert reviewed.text("#best-title") == "Best here, by Puck:"
    assert played == "70% play the two of clubs played"
    assert better.startswith("92% ")
    note = reviewed.text("#review-note")
    assert note.startswith("3. Player 2 plays the two of clubs: 70% to win (")
    share, words = better.split(" ", 1)
    assert note.endswith(f"). Better: {words}, {share}.")
    assert reviewed.attributes(".seats [data-mark~='played']", "data-card") == ["2C"]
    assert reviewed.attributes(".costliest [aria-current='step']", "href")[0].endswith("/move-2?review=planner-fast")
    reviewed.click("#next")
    reviewed.until(lambda: reviewed.text("#step") == "Move 4 of 5")
    assert reviewed.attributes(".seats [data-mark~='played']", "data-card") != ["2C"]


def test_each_step_tells_of_the_next_move(reviewed: WebClient) -> None:
    """It has one number in the list, below the table, in the bar and in the curve; the last step is the end.

    The board shows the hand that the best actions come from.
    """
    reviewed.until(lambda: "play the ace of diamonds played" in reviewed.text("#best-moves"))
    reviewed.click("#show-moves")
    for number in range(1, 6):
        reviewed.click(f"[data-move='{number}'] a")
        reviewed.until(lambda number=number: reviewed.text("#step") == f"Move {number} of 5")
        assert reviewed.text("#review-note").startswith(f"{number}. Player ")
        assert reviewed.attributes("#curve", "aria-valuetext")[0].startswith(f"Move {number} of 5: ")
        assert reviewed.attributes("input[type=range]", "aria-valuetext") == [f"Move {number} of 5"]
        assert reviewed.attributes(".move [aria-current]", "data-focus") == [f"move-{number}"]
        assert not reviewed.find("#narration").is_displayed()
    reviewed.click(".move:last-child a")
    reviewed.until(lambda: reviewed.text("#step") == "The end")
    assert reviewed.attributes(".move [aria-current]", "data-focus") == ["end"]
    assert reviewed.attributes("#curve", "aria-valuetext") == ["The end: chance to win 0%"]
    assert reviewed.text("#review-note").startswith("The end: Player 1 cannot cover the damage")
    assert "0 of 12 enemies defeated." in reviewed.text("#review-note")
    reviewed.click("#show-review")
    assert not reviewed.find("#best-moves").is_displayed()


def shown(client: WebClient, selector: str) -> list[dict[str, Any]]:
    """The boxes of the visible elements of a selector."""
    return [box for box in client.boxes(selector) if box["width"]]


def test_steps_move_nothing(reviewed: WebClient) -> None:
    """Neither by the browser's measure nor by the places of the parts, over all steps; the buttons stay visible.

    What is told leaves its row upward if it is long.
    """
    for size in ((360, 740), (740, 360), (820, 1180), (1280, 720), (1440, 900), (2560, 1440)):
        width(reviewed.browser, *size)
        assert reviewed.browser.execute_async_script(STEP_THROUGH) == [[], []], size
        boxes = shown(reviewed, "#enemy, .area-played, .area-seats, .steps button, .told")
        assert len(boxes) >= 10, size
        assert max(box["bottom"] for box in boxes) <= size[1], size
        assert min(box["top"] for box in boxes) >= 0, size
        assert reviewed.browser.execute_script("return document.documentElement.scrollWidth") <= size[0]


def test_the_panel_is_beside_the_board_of_a_wide_screen(reviewed: WebClient) -> None:
    """On a narrow one, buttons open it; it covers no part of the position, and a click on a move leaves it there.

    Beside the board, a second click on its tab leaves it, too.
    """
    sizes = {(360, 740): False, (820, 1180): False, (740, 360): True, (1280, 720): True}
    for step, (size, beside) in enumerate(sizes.items(), 1):
        width(reviewed.browser, *size)
        if reviewed.attributes("#show-moves", "aria-expanded") == ["false"]:
            reviewed.click("#show-moves")
        reviewed.browser.execute_async_script(SETTLE)
        [*board, panel] = shown(reviewed, ".enemy-facts, .area-played, .area-piles, .record-side")
        assert all(panel["left"] >= part["right"] for part in board) == beside, size
        assert beside or all(panel["top"] >= part["bottom"] or panel["bottom"] <= part["top"] for part in board), size
        reviewed.click(f"[data-move='{step}'] a")
        reviewed.until(lambda step=step: reviewed.text("#step") == f"Move {step} of 5")
        assert shown(reviewed, ".record-side") == [panel], size
    reviewed.click("#show-moves")
    assert reviewed.find("#moves").is_displayed()


def test_a_tablet_shows_the_review_and_the_board_whole(reviewed: WebClient) -> None:
    """Neither the page nor the panel scrolls, and the row that tells the move covers no pile."""
    width(reviewed.browser, 820, 1180)
    reviewed.click("#show-review")
    reviewed.browser.execute_async_script(SETTLE)
    script = "return [...document.querySelectorAll(arguments[0])].map((each) => each.scrollHeight - each.clientHeight)"
    assert reviewed.browser.execute_script(script, "html, .record-side") == [0, 0]
    parts = ("#review-summary", "#best-moves", ".record-side", ".told")
    summary, best, panel, told = (reviewed.boxes(part)[0] for part in parts)
    assert summary["left"] == best["left"]
    assert best["bottom"] <= panel["bottom"]
    assert max(box["bottom"] for box in reviewed.boxes(".pile, .play")) <= told["top"]


def test_a_wide_replay_has_the_board_of_a_game(replay: WebClient) -> None:
    """The card of the enemy is beside its facts, over the cards played, with the piles on the right.

    The hands have the place of that of a game, above the steps and the ways from here, on the first screen. The panel
    has more than a quarter of the width, down to the lower edge.
    """
    parts = ".enemy-card, .enemy-facts, #played, .piles, .record-side, .told, .seats, .step-buttons, .replay-ways"
    for size in ((1200, 800), (1280, 720), (1440, 900), (2560, 1440)):
        width(replay.browser, *size)
        boxes = [replay.boxes(part)[0] for part in parts.split(", ")]
        card, facts, played, piles, side, told, seats, steps, ways = boxes
        down = [edge for box in (facts, played, told, seats, steps) for edge in (box["top"], box["bottom"])]
        assert down == sorted(down), size
        across = [edge for box in (card, facts, piles, side) for edge in (box["left"], box["right"])]
        assert across == sorted(across), size
        assert steps["right"] <= ways["left"], size
        assert max(steps["bottom"], ways["bottom"]) <= side["bottom"] == size[1], size
        assert side["width"] > size[0] / 4, size


STEP_THROUGH = """
    const done = arguments[0], shifts = [], moved = new Set();
    const observer = new PerformanceObserver((list) => shifts.push(...list.getEntries()));
    observer.observe({ type: "layout-shift" });
    const still = ".table > *, .record-side > *, .record-dock > *, .tray > *, .steps > *, .review > *, "
        + ".best-moves > *, .move, .replay-ways > *";
    const frame = () => new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
    const name = (part) => part?.id || part?.className?.baseVal || part?.className || part?.nodeName;
    const list = document.querySelector(".move-list");
    const inList = (part) => (part.matches(".move") ? list.scrollTop : 0);
    const box = (part) => {
        const { left, top, width } = part.getBoundingClientRect();
        return [left, top + inList(part), width].map(Math.round).join();
    };
    const drawn = () => [...document.querySelectorAll(".felt, .felt > *, #enemy")];
    const board = () => drawn().map((part) => [name(part), box(part)]);
    (async () => {
        document.querySelector("#next").click();
        await frame();
        const parts = [...document.querySelectorAll(still)], before = new Map(parts.map((part) => [part, box(part)]));
        const places = new Map(board());
        observer.takeRecords();
        shifts.length = 0;
        for (const button of ["next", "next", "next", "next", "previous", "previous", "previous-turn"]) {
            document.querySelector(`#${button}`).click();
            await frame();
            for (const part of parts) if (box(part) !== before.get(part)) moved.add(name(part));
            for (const [part, place] of board()) if (places.get(part) !== place) moved.add(part);
        }
        await frame();
        shifts.push(...observer.takeRecords());
        const isCaption = ({ node }) => node?.parentElement?.closest(".told");
        const others = shifts.filter(({ sources }) => !sources.every(isCaption));
        done([others.map(({ value, sources }) => [value, ...sources.map(({ node }) => name(node))]), [...moved]]);
    })();
"""


def test_the_curve_is_a_slider(reviewed: WebClient) -> None:
    """A click goes to the nearest step, the arrow keys to the next one.

    A blunder has its triangle at the step before it.
    """
    reviewed.until(lambda: reviewed.attributes(":focus", "id") == ["curve"])
    assert reviewed.attributes("#curve", "aria-valuetext") == ["Move 1 of 5: chance to win 96%"]
    reviewed.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    reviewed.until(lambda: reviewed.attributes("#curve", "aria-valuenow") == ["4"])
    assert reviewed.attributes("#curve", "aria-valuetext") == ["Move 4 of 5: chance to win 70%"]
    reviewed.press(Keys.ARROW_LEFT)
    reviewed.until(lambda: reviewed.text("#step") == "Move 3 of 5")
    dot, triangle = (reviewed.find(f"#curve {part}").rect for part in ("circle", "path.blunder"))
    assert triangle["x"] <= dot["x"] <= dot["x"] + dot["width"] <= triangle["x"] + triangle["width"]
    curve = reviewed.find("#curve")
    right = curve.size["width"] // 2 - 20
    ActionChains(reviewed.browser).move_to_element_with_offset(curve, right, 0).click().perform()
    reviewed.until(lambda: reviewed.text("#step") == "The end")


def test_the_address_has_the_review(reviewed: WebClient) -> None:
    """At each step: a reload shows it again, and the copied link opens with it."""
    reviewed.until(lambda: reviewed.browser.current_url.endswith("?review=planner-fast"))
    reviewed.click("[data-move='4'] a")
    reviewed.until(lambda: reviewed.browser.current_url.endswith("/move-3?review=planner-fast"))
    reviewed.click("#more")
    reviewed.click("#copy-step")
    assert reviewed.attributes("[data-move='4'] a", "href") == [f"#{reviewed.browser.current_url.partition('#')[2]}"]
    link = reviewed.find("#copied-link").get_attribute("value")
    assert link == f"{reviewed.server}/#/replay/{record_of(reviewed)['id']}/move-3?review=planner-fast"
    reviewed.open(link.removeprefix(reviewed.server))
    reviewed.find("#curve svg")
    assert reviewed.text("#step") == "Move 4 of 5"
    assert reviewed.text("#review-note").startswith("4. Player 2 discards the four of clubs, ")
    assert reviewed.all("#curve:focus") == []
    reviewed.press(Keys.ARROW_LEFT)
    reviewed.until(lambda: reviewed.browser.current_url.endswith("/move-2?review=planner-fast"))


def test_a_link_with_the_review_of_another_agent_says_why_there_is_none(replay: WebClient) -> None:
    """The agent of the link does not exist, or does not review; another one can be chosen."""
    replay.open(f"/#/replay/{record_of(replay)['id']}/move-1?review=nobody")
    assert "nobody" in replay.text(".fault")
    assert replay.text("#do-review") == "Review with Puck"
    replay.click("#next")
    replay.until(lambda: replay.browser.current_url.endswith("/move-2"))
