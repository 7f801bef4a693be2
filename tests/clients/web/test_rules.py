"""The rules where one plays: the sheet beside the table, the page, explanations, and the legend of the suits."""

from __future__ import annotations

from functools import partial
from typing import Any

import httpx
import pytest
from browser import SETTLE, lift, touch, width
from players import SEED
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select
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


def rest(client: WebClient, selector: str) -> None:
    """Move the mouse to an element from outside the page, and keep it there until the explanation is shown."""
    thing = client.find(selector)
    ActionChains(client.browser).move_to_element(client.find(".brand")).move_to_element(thing).perform()
    explained(client)


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
def table(seated: WebClient) -> WebClient:
    """Ana at a table of two players, at her turn."""
    seated.find(".hand-card[data-explain]")
    return seated


def test_the_rules_open_beside_the_table(table: WebClient) -> None:
    """By a key or a button; cards are selected while they are open, and the log lies beside them, too.

    Escape closes them and returns the focus to the button; the selected cards stay selected.
    """
    for size in ((1440, 900), (1920, 1080)):
        width(table.browser, *size)
        table.press("r")
        table.find("#rules:not(:modal) .rule-section")
        table.click(".log-name")
        [sheet] = table.boxes("#rules")
        for part in (".table", ".piles", ".own-buttons", ".hand-card:last-child", ".area-seats", ".over:has(.log)"):
            [box] = table.boxes(part)
            assert box["right"] <= sheet["left"], (part, size)
        table.click(".log-name")
        table.press("r")
        table.until(lambda: not table.all("#rules"))
    table.press("r")
    table.find("#rules .rule-section")
    table.find(".hand-card").click()
    assert table.all(".hand-card[aria-pressed=true]")
    table.press("r")
    table.until(lambda: not table.all("#rules"))
    table.find("#open-rules").click()
    table.find("#rules .rule-section")
    table.press(Keys.ESCAPE)
    table.until(lambda: not table.all("#rules"))
    assert table.browser.switch_to.active_element == table.find("#open-rules")
    assert table.all(".hand-card[aria-pressed=true]")


def test_the_rules_are_modal_on_small_screens(table: WebClient) -> None:
    """The table behind them is inert; the key and Back close them.

    The head is one line. The menu of the sections leads to each, and follows the one that is read.
    """
    width(table.browser, 360, 740)
    table.click("#open-rules")
    menu = Select(table.find("#rules:modal #rules-contents"))
    top = "const top = (each) => document.querySelector(each).getBoundingClientRect().top;"
    menu.select_by_index(5)
    table.until(lambda: table.browser.execute_script(f"{top} return top('#rule-suits') - top('.rules-text') < 40"))
    table.browser.execute_script("document.querySelector('#rule-combos').scrollIntoView()")
    table.until(lambda: menu.first_selected_option.text == table.text("#rule-combos h2"))
    table.click("#close-rules")
    table.until(lambda: not table.all("#rules"))
    address = table.browser.current_url
    for leave in (partial(table.press, "r"), table.browser.back):
        table.press("r")
        table.find("#rules:modal")
        leave()
        table.until(lambda: not table.all("#rules"))
        assert table.browser.current_url == address


def test_the_rules_leave_the_numbers_of_the_enemy_in_sight(table: WebClient) -> None:
    """Beside them or below them; on a desk they have the whole height."""
    for size in ((740, 360), (844, 390), (820, 1180), (768, 1024), (1024, 768), (1200, 800), (1400, 900)):
        width(table.browser, *size)
        table.click("#open-rules")
        table.find("#rules:modal .rule-section")
        table.browser.execute_async_script(SETTLE)
        [sheet], [facts] = table.boxes("#rules"), table.boxes(".enemy-facts")
        assert facts["right"] <= sheet["left"] or facts["bottom"] <= sheet["top"], size
        assert sheet["bottom"] == size[1], size
        assert sheet["top"] == 0 or size[0] < size[1], size
        table.click("#close-rules")
        table.until(lambda: not table.all("#rules"))


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
    tables = [each["table"] for each in sections(ana, language) if each["table"]]
    assert texts(ana, ".rule-section th") == [title for table in tables for title in table["header"]]
    assert texts(ana, ".rule-section td") == [cell for table in tables for row in table["rows"] for cell in row]


def test_rules_about_cards_have_a_picture(ana: WebClient) -> None:
    """The section of each has cards, and screen readers read the text alone."""
    ana.open("/#/rules")
    ana.find(".rule-figure .card")
    pictured = "const figures = document.querySelectorAll('.rule-figure[aria-hidden=true]:has(.card)');"
    pictured += "return [...new Set([...figures].map((each) => each.closest('.rule-section')?.id))]"
    expected = ["turn", "suits", "companions", "combos", "immunity", "defeat", "suffer"]
    assert ana.browser.execute_script(pictured) == [None, *(f"page-{name}" for name in expected)]
    beside = [text.split(",")[0] for text in texts(ana, "#page-suits .rule-row p")]
    assert beside == ["Hearts", "Diamonds", "Clubs", "Spades"]


def test_the_first_step_of_a_turn_is_on_the_first_screen(table: WebClient) -> None:
    """Of a telephone on its side, on the page and beside a table."""
    width(table.browser, 740, 360)
    table.click("#open-rules")
    table.find(".rules-text .glance-steps")
    assert table.boxes(".glance-steps li:first-child")[0]["bottom"] <= 360
    table.click("#rules-page")
    table.find(".rules-page .glance-steps")
    assert table.boxes(".glance-steps li:first-child strong")[0]["bottom"] <= 360


def test_a_menu_leads_to_a_section_of_the_rules_on_small_screens(ana: WebClient) -> None:
    """It keeps the focus, stays in sight, and follows the section that is read."""
    width(ana.browser, 360, 740)
    ana.open("/#/rules")
    menu = Select(ana.find("#rules-menu"))
    menu.select_by_visible_text("Combos")
    ana.until(lambda: ana.browser.execute_script("return scrollY") > 0)
    assert menu.first_selected_option.text == "Combos"
    ana.browser.execute_script("document.querySelector('#page-suits').scrollIntoView()")
    ana.until(lambda: menu.first_selected_option.text == ana.text("#page-suits h2"))
    assert ana.find("#rules-menu").is_displayed()


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


def test_the_contents_mark_the_section_that_is_read(ana: WebClient) -> None:
    """Exactly one: that of the address, after scrolling the one that is there, and the last one at the end."""
    marked = lambda: ana.attributes(".rules-contents [aria-current=true]", "href")  # noqa: E731
    ana.open("/#/rules")
    ana.until(lambda: marked() == ["#/rules/glance"])
    for section in ("combos", "end", "solo"):
        ana.click(f".rules-contents [href='#/rules/{section}']")
        ana.until(lambda section=section: marked() == [f"#/rules/{section}"])
    ana.browser.execute_script("document.querySelector('#page-suits').scrollIntoView()")
    ana.until(lambda: marked() == ["#/rules/suits"])
    ana.browser.execute_script("scrollTo(0, document.documentElement.scrollHeight)")
    ana.until(lambda: marked() == ["#/rules/solo"])


def test_the_focus_explains_a_number(table: WebClient) -> None:
    """And describes it to screen readers; arrow keys lead to the next one, Escape closes the explanation alone.

    One explained thing is a stop of the Tab key; many more are reached from it.
    """
    stops = table.attributes("[data-stop]", "tabindex")
    assert (stops.count("0"), stops.count("-1")) == (1, len(stops) - 1)
    assert len(stops) > 8
    table.find(".hand-card").click()
    table.tab_to("[data-stop]")
    table.press(*[Keys.ARROW_RIGHT] * table.attributes("[data-stop]", "data-explain").index("number:strikes"))
    assert table.browser.switch_to.active_element.get_attribute("data-explain") == "number:strikes"
    assert "Attack minus shield" in explained(table)
    assert table.browser.switch_to.active_element.get_attribute("aria-describedby") == "explanation"
    table.press(Keys.ESCAPE)
    table.until(lambda: not is_explained(table))
    assert table.all(".hand-card[aria-pressed=true]")


def test_the_mouse_explains_a_card(table: WebClient) -> None:
    """The value and the power, as the API has them, its immunity, and why it is dimmed; until the mouse leaves."""
    rest(table, ".hand-card")
    facts = {each["code"]: each for each in httpx.get(f"{table.server}/v1/cards").json()["cards"]}
    [code] = table.attributes(".hand-card:first-child", "data-card")
    shown = explained(table)
    assert f"Value {facts[str(code)]['value']}," in shown
    assert "immunity stops the power of diamonds" in shown.splitlines()[-1]
    assert table.attributes(".hand-card[data-card='9S']", "data-why") == [""]
    ActionChains(table.browser).move_to_element(table.find(".brand")).perform()
    table.until(lambda: not is_explained(table))
    table.click(f".hand-card[data-card='{next(code for code in map(str, table.hand()) if code[0] not in 'AX')}']")
    ActionChains(table.browser).move_to_element(table.find(".hand-card.dimmed")).perform()
    assert "Dimmed" in explained(table).splitlines()[-1]


def disjoint(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two boxes do not overlap."""
    beside = one["right"] <= other["left"] or other["right"] <= one["left"]
    return bool(beside or one["bottom"] <= other["top"] or other["bottom"] <= one["top"])


@pytest.mark.parametrize("size", [(1440, 900), (360, 740), (740, 360)])
@pytest.mark.parametrize(("way", "players"), [("yield", 2), ("flip", 1)])
def test_a_way_is_confirmed_past_its_explanation(ana: WebClient, size: tuple[int, int], way: str, players: int) -> None:
    """Which covers neither its button nor the main button: the mouse goes straight from one to the other.

    The key of the way closes the explanation, as a press does.
    """
    width(ana.browser, *size)
    ana.sit(created_game(ana.server, players, SEED), 0)
    rest(ana, f"[data-action={way}]")
    [explanation, thing, act] = (ana.boxes(each)[0] for each in ("#explanation", f"[data-action={way}]", "#act"))
    assert disjoint(explanation, thing)
    assert disjoint(explanation, act)
    before = ana.attributes(".table", "data-settled")
    ana.press(way[0])
    assert not is_explained(ana)
    ActionChains(ana.browser).move_to_element(ana.find("#act")).click().perform()
    ana.until(lambda: ana.attributes(".table", "data-settled") not in (before, [""]))


@pytest.mark.parametrize("size", [(1440, 900), (360, 740), (740, 360)])
def test_every_thing_has_a_place_for_its_explanation(ana: WebClient, size: tuple[int, int]) -> None:
    """Inside the window, beside the thing and the main button; that of a card, beside the hand."""
    width(ana.browser, *size)
    ana.sit(created_game(ana.server, 4, SEED), 0)
    ana.find(".hand-card[data-explain]")
    ana.tab_to(".hand-card")
    for thing in ana.all("[data-stop], .hand-card"):
        if not thing.is_displayed():
            continue
        ana.browser.execute_async_script(FOCUS_IN_VIEW, thing)
        ana.until(lambda: is_explained(ana), str(thing.get_attribute("outerHTML"))[:100], timeout_s=5)
        [explanation], name = ana.boxes("#explanation"), thing.get_attribute("data-explain")
        box = ana.browser.execute_script("return arguments[0].getBoundingClientRect().toJSON()", thing)
        assert disjoint(explanation, box), name
        visible = "#act, .hand-card .card" if thing.get_attribute("data-card") else "#act"
        assert all(disjoint(explanation, each) for each in ana.boxes(visible)), name
        assert explanation["top"] >= 0, name
        assert explanation["bottom"] <= size[1], name


FOCUS_IN_VIEW = """
    const [thing, done] = arguments;
    const focus = () => (thing.focus(), done());
    thing.scrollIntoView({ block: "center" });
    requestAnimationFrame(() => requestAnimationFrame(focus));
"""


def test_a_press_closes_an_explanation(table: WebClient) -> None:
    """The first one, also on the thing itself; it opens again once the mouse has left the thing. So does a key."""
    rest(table, "[data-pile=castle]")
    ActionChains(table.browser).click().move_by_offset(2, 2).pause(0.8).perform()
    assert not is_explained(table)
    rest(table, "[data-pile=castle]")
    table.press("1")
    assert not is_explained(table)
    assert table.all(".hand-card[aria-pressed=true]")


def test_a_finger_that_holds_a_card_explains_it(table: WebClient) -> None:
    """The card is not selected; a tap selects it. A tap explains a number, which does nothing else."""
    width(table.browser, 360, 740)
    table.browser.execute_script("document.querySelector('.hand-card').scrollIntoView({ block: 'center' })")
    hold(table, ".hand-card")
    assert "Value" in explained(table)
    assert not table.all(".hand-card[aria-pressed=true]")
    table.find(".hand-card").click()
    assert table.all(".hand-card[aria-pressed=true]")
    assert not is_explained(table)
    table.find(".numbers > .shield").click()
    assert "spades" in explained(table)


def test_the_legend_strikes_out_the_immune_suit(table: WebClient) -> None:
    """The suit of the enemy."""
    [enemy] = table.attributes(".enemy-card .open-card", "data-card")
    assert table.attributes(".legend li:has(s)", "data-explain") == [f"suit:{str(enemy)[-1]}"]
    assert len(table.all(".legend li")) == 4
