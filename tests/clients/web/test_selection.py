"""What the player chooses before it is confirmed: its consequences, the enemy afterwards, covers, yields, flips."""

from __future__ import annotations

import pytest
from players import SEED
from selenium.webdriver.common.keys import Keys
from web_clients import WebClient, created_game

pytestmark = pytest.mark.browser

STRIKE_RING = "return getComputedStyle(document.querySelector('.strikes')).boxShadow"


@pytest.fixture
def solo(ana: WebClient) -> WebClient:
    """Ana in a solo game."""
    ana.sit(created_game(ana.server, 1, SEED), 0)
    return ana


def choose(client: WebClient, *codes: str) -> None:
    """Click cards of the hand."""
    for code in codes:
        client.click(f".hand-card[data-card='{code}']")


def told(client: WebClient) -> list[str]:
    """The reasons about the choice."""
    return [each.text for each in client.all("#why .reason")]


def test_the_enemy_after_a_play_is_shown_before_it(seated: WebClient) -> None:
    """A ghost on the bar of its health, and its numbers beside those that it has; nothing of it without a choice.

    The strike is told before and after the shield, and what covers it; a suit that immunity stops is struck through.
    """
    choose(seated, "9S")
    assert told(seated) == ["9 damage, 11 left", "strike 10 to 1: pay it, keep cards worth 18"]
    assert seated.text("#act") == "Play the nine of spades"
    after = {number: seated.attributes(f"[data-number={number}]", "data-after") for number in ("shield", "strikes")}
    assert after == {"shield": ["9"], "strikes": ["1"]}
    assert seated.attributes("[data-number=health]", "data-after") == ["11"]
    assert seated.attributes(".health-bar", "style") == ["--left: 1; --after: 0.55;"]
    seated.press(Keys.ESCAPE)
    seated.until(lambda: not seated.all("[data-after]"))
    assert seated.attributes(".health-bar", "style") == ["--left: 1; --after: 1;"]
    choose(seated, "4D")
    assert seated.all("#why s.suit-D svg")
    assert told(seated)[1] == "immunity stops diamonds"


def test_the_total_of_the_discards_is_compared_with_the_damage(seated: WebClient) -> None:
    """In numbers, and by a bar that is full when the damage is covered.

    A button and a key select the cheapest cover; nothing is discarded before the confirmation.
    """
    assert seated.browser.execute_script(STRIKE_RING) == "none"
    seated.act("AD")
    seated.until(lambda: told(seated) == ["0 of 10: 10 left to cover"])
    assert "inset" in seated.browser.execute_script(STRIKE_RING), "the strike is outlined"
    choose(seated, "6H")
    assert (told(seated), seated.text("#act")) == (["6 of 10: 4 left to cover"], "Discard: covers 6")
    assert seated.attributes(".cover-bar", "style") == ["--share: 0.6;"]
    choose(seated, "9S")
    assert told(seated) == ["15 of 10: covered, 5 more than needed", "you keep 4 cards worth 12"]
    assert seated.all(".cover-bar.covered")
    for select in (lambda: seated.click("#cheapest"), lambda: seated.press("c")):
        seated.press(Keys.ESCAPE)
        seated.until(lambda: told(seated) == ["0 of 10: 10 left to cover"])
        select()
        seated.until(lambda: told(seated)[:1] == ["10 of 10: covered"])
    assert len(seated.all(".hand-card")) == 6


def test_a_discard_of_too_many_cards_is_confirmed_by_a_second_press(seated: WebClient) -> None:
    """It names the cards that could stay; another choice asks anew."""
    seated.act("AD")
    choose(seated, "9S", "6H", "4D")
    seated.until(lambda: told(seated) == ["19 of 10: covered, 9 more than needed", "you could keep the nine of spades"])
    assert not seated.all(".cover-bar.covered")
    seated.click("#act")
    assert (told(seated)[0], seated.text("#act")) == ("press again to confirm", "Confirm: 19")
    choose(seated, "3D")
    assert seated.text("#act") == "Discard: covers 22"
    seated.press("p", "p")
    seated.until(lambda: len(seated.all(".hand-card")) == 2)


@pytest.mark.parametrize("confirmation", ["y", "p", Keys.ENTER])
def test_a_yield_is_confirmed_by_a_second_key(seated: WebClient, confirmation: str) -> None:
    """The first press tells what follows."""
    seated.press("y")
    assert told(seated) == ["strike 10: pay it, keep cards worth 18"]
    assert seated.text("#act") == "Confirm: yield"
    seated.press(confirmation)
    seated.until(lambda: "Suffer 10 damage" in seated.text("#task"))


def test_a_chosen_yield_is_confirmed_or_cancelled(seated: WebClient) -> None:
    """The main button has the focus, and confirms it; a click, no double one, Escape and a card cancel."""
    way = "[data-action=yield]"
    seated.find(way)
    seated.browser.execute_script(DOUBLE_CLICK, way)
    assert (seated.text("#act"), seated.text(way)) == ("Confirm: yield", "Cancel")
    seated.until(lambda: seated.attributes(":focus", "id") == ["act"])
    seated.click(way)
    assert (seated.text("#act"), seated.text(way)) == ("Choose cards", "Yield")
    seated.press("y", Keys.ESCAPE)
    assert seated.text(way) == "Yield"
    seated.click(way)
    choose(seated, "9S")
    assert seated.text(way) == "Yield"
    seated.click(way)
    assert seated.attributes(".hand-card[aria-pressed=true]", "data-card") == []
    seated.click("#act")
    seated.until(lambda: "Suffer 10 damage" in seated.text("#task"))


DOUBLE_CLICK = """
    for (const detail of [1, 2])
        document.querySelector(arguments[0]).dispatchEvent(new MouseEvent("click", { bubbles: true, detail }));
"""
"""The clicks of a double click; on a busy machine a driver's clicks are two single ones."""


def test_a_flip_is_confirmed_by_a_second_press(solo: WebClient) -> None:
    """By key and by click."""
    solo.press("f")
    told_of = "Discard your hand and draw a new one: 8 cards."
    assert (solo.text("#why"), solo.text("#act")) == (told_of, "A new hand")
    solo.press("f")
    solo.until(lambda: "(1)" in solo.text("[data-action=flip]"))
    solo.click("[data-action=flip]:not([aria-disabled])")
    solo.click("#act:not([aria-disabled])")
    solo.until(lambda: not solo.all("[data-action=flip]"))
