"""The rules where one plays: the sheet beside the table, the page, explanations, and the legend of the suits."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from browser import lift, touch, width
from players import SEED
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from web_clients import WebClient, created_game

pytestmark = pytest.mark.browser


def sections(client: WebClient, language: str = "en") -> list[dict[str, Any]]:
    """The sections of the rules, from the API."""
    url, headers = f"{client.server}/v1/rules?include=sections", {"Accept-Language": language}
    read: list[dict[str, Any]] = httpx.get(url, headers=headers).raise_for_status().json()["sections"]
    return read


def texts(client: WebClient, selector: str) -> list[str]:
    """The texts of all elements of a selector."""
    script = "return [...document.querySelectorAll(arguments[0])].map((each) => each.textContent)"
    read: list[str] = client.browser.execute_script(script, selector)
    return read


def explained(client: WebClient) -> str:
    """The explanation, once it is shown."""
    shown = "const found = document.querySelector('#explanation:popover-open'); return found?.innerText ?? ''"
    return str(client.until(lambda: client.browser.execute_script(shown)))


def is_explained(client: WebClient) -> bool:
    """Whether an explanation is shown."""
    return bool(client.all("#explanation:popover-open"))


def hold(client: WebClient, selector: str) -> None:
    """Press a finger on an element until its explanation is shown, then lift it."""
    point = client.browser.execute_script(
        "const { left, top, width, height } = document.querySelector(arguments[0]).getBoundingClientRect();"
        "return [left + width / 2, top + height / 2]",
        selector,
    )
    touch(client.browser, *point)
    explained(client)
    lift(client.browser)


@pytest.fixture
def table(ana: WebClient) -> WebClient:
    """Ana at a table of two players, at her turn."""
    ana.sit(created_game(ana.server, 2, SEED), 0)
    ana.find(".hand-card[data-explain]")
    return ana


def test_the_rules_open_beside_the_table(table: WebClient) -> None:
    """By a key; cards are selected while they are open."""
    width(table.browser, 1920)
    table.press("r")
    table.find("#rules .rule-section")
    right = table.browser.execute_script("return document.querySelector('.table').getBoundingClientRect().right")
    assert right <= table.find("#rules").rect["x"]
    table.find(".hand-card").click()
    assert table.all(".hand-card[aria-pressed=true]")


def test_escape_closes_the_rules_and_returns_the_focus(table: WebClient) -> None:
    """To the button that opened them; the selected cards stay selected."""
    table.find(".hand-card").click()
    table.find("#open-rules").click()
    table.find("#rules .rule-section")
    table.press(Keys.ESCAPE)
    table.until(lambda: not table.all("#rules"))
    assert table.browser.switch_to.active_element == table.find("#open-rules")
    assert table.all(".hand-card[aria-pressed=true]")


def test_the_rules_are_modal_on_small_screens(table: WebClient) -> None:
    """The table behind them is inert."""
    width(table.browser, 360, 740)
    table.click("#open-rules")
    table.find("#rules:modal")
    table.click("#close-rules")
    table.until(lambda: not table.all("#rules"))


def test_the_head_of_the_sheet_is_one_line_on_a_telephone(ana: WebClient) -> None:
    """The row of sections has no scroll bar on its text."""
    ana.open()
    width(ana.browser, 360, 740)
    ana.click("#open-rules")
    ana.find("#rules .rules-contents")
    assert ana.find("#rules-title").rect["height"] < 36
    bar = "const row = document.querySelector('#rules .rules-contents'); return getComputedStyle(row).scrollbarWidth"
    assert ana.browser.execute_script(bar) == "none"


@pytest.mark.parametrize("language", ["en", "ca"])
def test_the_page_of_the_rules_has_the_texts_of_the_api(ana: WebClient, language: str) -> None:
    """In the language of the page, section by section."""
    ana.open("/#/rules")
    ana.browser.execute_script(
        "const menu = document.getElementById('language'); menu.value = arguments[0];"
        "menu.dispatchEvent(new Event('change'))",
        language,
    )
    expected = [paragraph for section in sections(ana, language) for paragraph in section["paragraphs"]]
    ana.until(lambda: texts(ana, ".rule-section p") == expected)


def test_an_address_leads_to_a_section_of_the_rules(ana: WebClient) -> None:
    """Its title has the focus; a link leads to another one, also from another page."""
    focused = "return document.activeElement?.id"
    ana.open("/#/rules/solo")
    ana.until(lambda: ana.browser.execute_script(focused) == "page-solo-title")
    ana.click(".rules-contents [href='#/rules/combos']")
    ana.until(lambda: ana.browser.execute_script(focused) == "page-combos-title")
    ana.open("/#/today")
    ana.browser.execute_script("location.hash = '#/rules/solo'")
    ana.until(lambda: ana.browser.execute_script(focused) == "page-solo-title")
    assert ana.browser.execute_script("return scrollY") > 0


def test_the_focus_explains_a_number(table: WebClient) -> None:
    """And describes it to screen readers; arrow keys lead to the next one, Escape closes the explanation alone."""
    table.find(".hand-card").click()
    table.tab_to("[data-stop]")
    table.press(*[Keys.ARROW_RIGHT] * table.attributes("[data-stop]", "data-explain").index("number:strikes"))
    assert table.browser.switch_to.active_element.get_attribute("data-explain") == "number:strikes"
    assert "Attack minus shield" in explained(table)
    assert table.browser.switch_to.active_element.get_attribute("aria-describedby") == "explanation"
    table.press(Keys.ESCAPE)
    table.until(lambda: not is_explained(table))
    assert table.all(".hand-card[aria-pressed=true]")


def test_one_explained_thing_is_a_stop_of_the_tab_key(table: WebClient) -> None:
    """Many more are reached from it."""
    stops = table.attributes("[data-stop]", "tabindex")
    assert (stops.count("0"), stops.count("-1")) == (1, len(stops) - 1)
    assert len(stops) > 8


def test_the_mouse_explains_a_card(table: WebClient) -> None:
    """The value and the power, as the API has them; the explanation ends when the mouse leaves."""
    card = table.find(".hand-card")
    ActionChains(table.browser).move_to_element(card).perform()
    facts = {each["code"]: each for each in httpx.get(f"{table.server}/v1/cards").json()["cards"]}
    [code] = table.attributes(".hand-card:first-child", "data-card")
    shown = explained(table)
    assert f"Value {facts[str(code)]['value']}," in shown
    ActionChains(table.browser).move_to_element(table.find(".brand")).perform()
    table.until(lambda: not is_explained(table))


def test_a_finger_that_holds_a_card_explains_it(table: WebClient) -> None:
    """The card is not selected; a tap selects it."""
    width(table.browser, 360, 740)
    table.browser.execute_script("document.querySelector('.hand-card').scrollIntoView({ block: 'center' })")
    hold(table, ".hand-card")
    assert "Value" in explained(table)
    assert not table.all(".hand-card[aria-pressed=true]")
    table.find(".hand-card").click()
    assert table.all(".hand-card[aria-pressed=true]")
    assert not is_explained(table)


def test_a_tap_explains_a_number(table: WebClient) -> None:
    """A thing that does nothing else needs no hold."""
    table.find(".numbers > .shield").click()
    assert "spades" in explained(table)


def test_a_dimmed_card_is_explained(table: WebClient) -> None:
    """The reason is the last sentence."""
    numbers = [code for code in map(str, table.hand()) if code[0] not in "AX"]
    table.click(f".hand-card[data-card='{numbers[0]}']")
    table.until(lambda: table.all(".hand-card.dimmed"))
    ActionChains(table.browser).move_to_element(table.find(".hand-card.dimmed")).perform()
    assert "Dimmed" in explained(table).splitlines()[-1]


def test_a_card_of_the_immune_suit_says_so(ana: WebClient) -> None:
    """Its explanation ends with it; others have none."""
    ana.open("/#/tutorial")
    ana.find(".hand-card[data-card='5H'][data-explain]")
    ActionChains(ana.browser).move_to_element(ana.find(".hand-card[data-card='5H']")).perform()
    assert "immunity stops the power of hearts" in explained(ana).splitlines()[-1]
    assert ana.attributes(".hand-card[data-card='5S']", "data-why") == [""]


def test_the_legend_strikes_out_the_immune_suit(table: WebClient) -> None:
    """The suit of the enemy."""
    [enemy] = table.attributes(".enemy-card .open-card", "data-card")
    assert table.attributes(".legend li:has(s)", "data-explain") == [f"suit:{str(enemy)[-1]}"]
    assert len(table.all(".legend li")) == 4


def test_a_closed_legend_stays_closed(table: WebClient) -> None:
    """Also when the page is loaded again."""
    table.click(".legend summary")
    table.find(".legend:not([open])")
    table.browser.refresh()
    table.find(".legend:not([open])")
