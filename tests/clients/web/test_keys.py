"""Keyboard shortcuts: with Shift and Caps Lock, and the list of them."""

from __future__ import annotations

import pytest
from players import SEED
from selenium.webdriver.common.keys import Keys
from web_clients import WebClient, created_game

pytestmark = pytest.mark.browser


@pytest.fixture
def seated(ana: WebClient) -> WebClient:
    """Ana, who is to play in a game of two."""
    ana.sit(created_game(ana.server, 2, SEED), 0)
    return ana


def test_a_capital_letter_is_the_same_shortcut(seated: WebClient) -> None:
    """Of Shift as of Caps Lock."""
    seated.press("1", "P")
    seated.until(lambda: "Suffer 10 damage" in seated.text("#task"))
    seated.press("C")
    seated.until(lambda: seated.all("#act:not([aria-disabled])"))


def test_a_digit_is_found_by_its_place(seated: WebClient) -> None:
    """Some keyboards have other characters there without Shift, others with Shift."""
    key = "document.dispatchEvent(new KeyboardEvent('keydown', { key: arguments[0], code: 'Digit2' }))"
    seated.browser.execute_script(key, "é")
    assert seated.attributes(".hand-card[aria-pressed=true]", "data-card") == ["3D"]
    seated.browser.execute_script(key, "@")
    assert seated.all(".hand-card[aria-pressed=true]") == []


def test_a_key_that_is_held_down_confirms_nothing(seated: WebClient) -> None:
    """Its repetition is not a second press."""
    key = "document.dispatchEvent(new KeyboardEvent('keydown', { key: 'y', repeat: arguments[0] }))"
    for repeat in (False, True, True):
        seated.browser.execute_script(key, repeat)
    assert seated.attributes("#act", "aria-busy") == [None]
    assert seated.text("#act") == "Confirm: yield"


def test_the_shortcuts_are_listed(seated: WebClient) -> None:
    """The question mark opens and closes the list; Escape closes it and leaves the selection as it is."""
    seated.press("1", "?")
    seated.find("#keys:popover-open")
    assert {"P", "Y", "F", "C", "A", "Esc", "?"} <= {each.text for each in seated.all("#keys kbd")}
    seated.press(Keys.ESCAPE)
    seated.until(lambda: not seated.all("#keys:popover-open"))
    assert seated.all(".hand-card[aria-pressed=true]")
    seated.press("?", "?")
    assert not seated.all("#keys:popover-open")
