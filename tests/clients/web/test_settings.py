"""The settings of the browser."""

from __future__ import annotations

import json

import pytest
from browser import width
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select
from thumbs import thumb
from web_clients import WebClient

pytestmark = pytest.mark.browser


def test_the_chosen_speed_is_saved(ana: WebClient) -> None:
    """It is the choice after a reload, too. Enter opens the settings, Escape closes them."""
    ana.open()
    ana.tab_to("#open-settings")
    ana.press(Keys.ENTER)
    ana.find("#settings:popover-open")
    Select(ana.find("#speed")).select_by_value("fast")
    stored = ana.browser.execute_script("return localStorage['regicide.preferences']")
    assert json.loads(stored) == {"speed": "fast"}
    ana.press(Keys.ESCAPE)
    ana.until(lambda: not ana.all("#settings:popover-open"))
    ana.open()
    assert Select(ana.find("#speed")).first_selected_option.get_attribute("value") == "fast"


def test_a_change_in_another_tab_is_told(ana: WebClient) -> None:
    """Listeners of this tab get it; a change of other data tells nothing."""
    ana.open()
    listen = "(() => { window.told = []; m.onPreference('sound', (value) => told.push(value)); })()"
    ana.module("storage/preferences.ts", listen)
    with ana.another_tab():
        ana.open()
        ana.browser.execute_script("localStorage['regicide.name'] = 'Ana'")
        ana.module("storage/preferences.ts", "m.setPreference('sound', true)")
    ana.until(lambda: ana.browser.execute_script("return told") == [True])


def test_a_tap_beside_the_settings_only_closes_them(ana: WebClient) -> None:
    """What lies beneath is pressed by the next tap."""
    ana.open()
    with thumb(ana) as tapping:
        tapping.tap("#open-settings")
        ana.find("#settings:popover-open")
        tapping.tap("#to-today")
        ana.until(lambda: not ana.all("#settings:popover-open"))
        assert ana.browser.execute_script("return location.hash") in {"", "#/"}
        tapping.tap("#to-today")
        ana.until(lambda: ana.browser.execute_script("return location.hash") == "#/today")


def test_all_settings_of_a_telephone_on_its_side_are_reached(ana: WebClient) -> None:
    """The menu stays open when the telephone is turned; it ends in the window and scrolls. The speed has a border."""
    width(ana.browser, 1440, 900)
    ana.open()
    ana.click("#open-settings")
    ana.find("#settings:popover-open")
    ana.find("#top > #language")
    width(ana.browser, 740, 360)
    ana.find("#settings:popover-open #language")
    ana.until(lambda: ana.browser.execute_script(LAST_SETTING)[0] <= 360, "the last setting in the window")
    assert ana.browser.execute_script(LAST_SETTING)[1] not in {"rgba(0, 0, 0, 0)", "transparent"}


LAST_SETTING = """
    const settings = document.querySelector("#settings"), last = settings.lastElementChild;
    last.scrollIntoView({ block: "end" });
    const bottoms = [settings, last].map((each) => each.getBoundingClientRect().bottom);
    return [Math.max(...bottoms), getComputedStyle(document.querySelector("#speed")).borderTopColor];
"""
