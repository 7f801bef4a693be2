"""Keyboard shortcuts: with Shift and Caps Lock, and the list of them."""

from __future__ import annotations

import pytest
from selenium.webdriver.common.keys import Keys
from web_clients import WebClient

pytestmark = pytest.mark.browser


def test_a_key_is_found_by_its_letter_or_place(seated: WebClient) -> None:
    """A capital letter, of Shift as of Caps Lock, is the same; some keyboards have other characters than digits.

    A key that is held down confirms nothing: its repetition is not a second press.
    """
    digit = "document.dispatchEvent(new KeyboardEvent('keydown', { key: arguments[0], code: 'Digit2' }))"
    seated.browser.execute_script(digit, "é")
    assert seated.attributes(".hand-card[aria-pressed=true]", "data-card") == ["3D"]
    seated.browser.execute_script(digit, "@")
    assert seated.all(".hand-card[aria-pressed=true]") == []
    for repeat in (False, True, True):
        held = "document.dispatchEvent(new KeyboardEvent('keydown', { key: 'y', repeat: arguments[0] }))"
        seated.browser.execute_script(held, repeat)
    assert seated.attributes("#act", "aria-busy") == [None]
    assert seated.text("#act") == "Confirm: yield"
    seated.press("1", "P")
    seated.until(lambda: "Suffer 10 damage" in seated.text("#task"))
    seated.press("C")
    seated.until(lambda: seated.all("#act:not([aria-disabled])"))


def test_arrow_keys_enter_the_hand(seated: WebClient) -> None:
    """From the page, at an end; from there to the next card and to the other end. Keys are shown once one is used."""
    seated.find(".hand-card")
    shown = "return getComputedStyle(document.querySelector('#act'), '::after').display"
    assert seated.browser.execute_script(shown) == "none"
    for key, card in [(Keys.ARROW_RIGHT, 0), (Keys.ARROW_RIGHT, 1), (Keys.END, -1), (Keys.HOME, 0)]:
        seated.press(key)
        assert seated.attributes(":focus", "data-card") == [seated.hand()[card]]
    assert seated.browser.execute_script(shown) == "block"


def test_keys_open_the_log_and_the_discard_pile(seated: WebClient) -> None:
    """The same key closes it."""
    seated.find(".hand-card")
    seated.press("l")
    seated.find(".game-log[open]")
    seated.press("l")
    seated.until(lambda: not seated.all(".game-log[open]"))
    seated.act("AD")
    seated.until(lambda: "Suffer 10 damage" in seated.text("#task"))
    seated.press("c", "p")
    seated.until(lambda: seated.all(".pile-all"))
    seated.press("d")
    seated.find(".pile-all[open]")


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
