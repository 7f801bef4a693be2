"""Replays of finished games."""

from __future__ import annotations

import pytest
from browser import SETTLE, width
from players import LOSING
from web_clients import WebClient

pytestmark = pytest.mark.browser


def test_a_replay_goes_step_by_step(ana: WebClient, lost_game: str) -> None:
    """From the deal to the end, with the damage, the played cards, and all hands open, also one without cards.

    The deal is verified.

    Moves show the faces of their cards, in the narration and in the list, where the lines of a long move begin below
    each other; the names are text.
    """
    replay, sentences = ana, []
    replay.open(f"/#/replay/{lost_game}")
    replay.find("#step")
    for step in range(len(LOSING)):
        replay.click("#next")
        sentences.append(replay.text("#narration strong"))
        if step == 0:
            replay.until(lambda: replay.attributes("[data-health]", "data-health") == ["19"])
            shown = replay.attributes("[data-seat='0'] [data-card]", "data-card")
            assert shown == ["3D", "4D", "2H", "3H", "6H", "9S"]
            assert replay.attributes("#narration strong .small-face", "data-rank") == ["A"]
        if step == 1:
            replay.until(lambda: replay.text("[data-seat='0'] .strip") == "no cards")
    assert replay.text("#step") == "Move 5 of 5"
    assert sentences[::4] == ["Player 1 plays the ace of diamonds.", "Player 1 yields."]
    assert replay.text("[data-move='1'] a").startswith("1. Player 1 plays the ace of diamonds")
    assert len(replay.all("[data-move='2'] .small-face")) == 6
    number, sentence = replay.boxes("[data-move='2'] a > *")
    assert number["right"] <= sentence["left"]
    replay.click("#more")
    replay.click("#verify")
    replay.find("[data-holds]")
    assert replay.attributes("[data-holds]", "data-holds") == ["true"]
    assert replay.all(".checks .fails") == []


def test_keys_play_and_jump_to_the_fall_of_an_enemy(ana: WebClient, won_game: str) -> None:
    """The space bar plays and pauses, but presses a button with the focus; E goes on to the next enemy, then around."""
    ana.open(f"/#/replay/{won_game}")
    ana.find("#next")
    ana.press(" ")
    ana.until(lambda: ana.text("#step").startswith("Move"))
    assert ana.attributes("#playing", "aria-label") == ["Pause"]
    ana.press(" ")
    assert ana.attributes("#playing", "aria-label") == ["Play"]
    falls = []
    for _ in range(12):
        ana.press("e")
        falls.append(int(ana.text("#step").split()[1]))
    assert falls == sorted(set(falls))
    assert ana.text("#step").split()[1] == ana.text("#step").split()[-1]
    ana.press("e")
    assert int(ana.text("#step").split()[1]) == falls[0]
    ana.browser.execute_script("document.getElementById('next').focus()")
    ana.press(" ")
    assert int(ana.text("#step").split()[1]) == falls[0] + 1
    assert ana.attributes("#playing", "aria-label") == ["Play"]


@pytest.mark.parametrize("language", ["en", "es", "ca", "it"])
def test_nothing_overlaps_on_the_board_of_a_telephone(
    ana: WebClient, lost_game: str, won_game: str, language: str
) -> None:
    """The enemy, the played cards, the piles and the seats, of two players and of one; all are on the page."""
    ana.browser.execute_script("localStorage['regicide.language'] = arguments[0]", language)
    for game in (lost_game, won_game):
        ana.open(f"/#/replay/{game}/move-1")
        ana.find("#enemy")
        for size in ((360, 740), (740, 360)):
            width(ana.browser, *size)
            ana.browser.execute_async_script(SETTLE)
            assert ana.browser.execute_script(OVERLAPS) == [], size


OVERLAPS = """
    const covered = "svg *, .hidden, .pile-all summary, .effects";
    const isClipped = (part) => part.matches(covered) || getComputedStyle(part).clipPath !== "none";
    const isSeen = (part) => part.checkVisibility() && !isClipped(part);
    const parts = (area) => [area, ...area.querySelectorAll("*")].filter(isSeen);
    const boxes = (area) => parts(area).map((part) => part.getBoundingClientRect());
    const edge = (area) => {
        const seen = boxes(area).filter(({ width, height }) => width && height);
        const [right, bottom] = ["right", "bottom"].map((side) => Math.max(...seen.map((box) => box[side])));
        const [left, top] = ["left", "top"].map((side) => Math.min(...seen.map((box) => box[side])));
        return { left, top, right, bottom };
    };
    const areas = [...document.querySelectorAll(".enemy-card, .enemy-facts, #played, .pile, .seat, .steps")];
    const edges = areas.map((area) => [area.dataset.pile ?? area.dataset.seat ?? area.className, edge(area)]);
    const felt = document.querySelector(".felt");
    const limits = areas.map((area) => (felt.contains(area) ? felt.getBoundingClientRect().bottom : innerHeight));
    const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const pairs = edges.flatMap(([name, box], index) => edges.slice(index + 1)
        .filter(([, other]) => meet(box, other)).map(([other]) => `${name} and ${other}`));
    const low = edges.filter(([, box], index) => box.bottom > limits[index] + 1);
    return [...pairs, ...low.map(([name]) => `${name} and the rail`)];
"""
