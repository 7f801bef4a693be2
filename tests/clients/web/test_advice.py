"""Asking a bot for advice in the web client."""

from __future__ import annotations

import pytest
from browser import console_messages
from house_bot_answers import ACTIONS, answer
from selenium.webdriver.common.keys import Keys
from web_clients import FIRST_ANSWER_TIMEOUT_S, WebClient

pytestmark = pytest.mark.browser


SEARCHING = "planner is searching for the best action … The first answer can take half a minute."


@pytest.fixture
def asking(ana: WebClient, advised_url: str) -> WebClient:
    """Ana at her turn, with a house bot in the other seat."""
    ana.server = advised_url
    ana.create("bot")
    ana.find(".hand-card")
    return ana


def test_the_best_actions_are_shown_with_their_chances_and_reasons(asking: WebClient) -> None:
    """The question is asked with the view of the seat; a click on an action selects its cards."""
    asking.click("#ask")
    assert asking.text(".advice-line") == SEARCHING
    assert answer(asking.server, actions=ACTIONS)["view"]["hand"] == asking.hand()
    asking.find(".suggestion")
    assert asking.attributes(".suggestion", "data-advised") == ["9S", "AD+3D", "yield"]
    assert asking.text(".advice-line").startswith("planner's estimates for this position, best first.")
    assert asking.text(".suggestion .chance") == "62% to win"
    assert asking.text(".suggestion .estimate") == "about 9.4 of 12 enemies fall"
    assert "strike 10 to 1, you keep 19: covered" in asking.text(".suggestion .reasons")
    assert "62% to win" in asking.text("#announcer")
    asking.click("[data-advised='AD+3D']")
    assert asking.attributes(".hand-card[aria-pressed=true]", "data-card") == ["AD", "3D"]
    assert asking.attributes(".suggestion", "aria-pressed") == ["false", "true", "false"]
    assert console_messages(asking.browser) == []


def test_the_bar_of_an_action_is_its_chance(asking: WebClient) -> None:
    """An action without a chance has none."""
    asking.click("#ask")
    answer(asking.server, actions=ACTIONS)
    asking.find(".suggestion")
    whole, *lengths = (asking.browser.execute_script(BARS)[i] for i in (0, 1, 3))
    assert lengths == pytest.approx([0.624 * whole, 0.5 * whole], abs=1)
    assert whole > 100
    assert asking.all(".suggestion[data-advised=yield] .bar") == []


BARS = "return [...document.querySelectorAll('.suggestion .bar rect')].map((bar) => bar.getBoundingClientRect().width)"


def test_an_advised_action_is_played_by_keyboard(asking: WebClient) -> None:
    """A asks, Enter selects the action and then plays it; the advice about it disappears, and the log tells of it."""
    asking.press("a")
    answer(asking.server, actions=ACTIONS)
    asking.tab_to("[data-advised='9S']")
    asking.press(Keys.ENTER, Keys.ENTER)
    asking.until(lambda: "Suffer 1 damage" in asking.text("#task"))
    assert asking.all(".suggestion") == []
    assert "Ana asks planner for advice." in asking.text(".log")


def test_another_bot_can_be_asked(asking: WebClient) -> None:
    """The menu has the bots that give advice, with their strength; the focus moves to the button of a yield."""
    assert asking.attributes("#adviser option", "value")[:2] == ["planner", "planner-fast"]
    assert asking.text("#adviser option").startswith("planner: wins ")
    asking.browser.execute_script(CHOOSE, "#adviser", "planner-fast")
    asking.click("#ask")
    answer(asking.server, "planner-fast", actions=ACTIONS)
    asking.click("[data-advised=yield]")
    assert asking.attributes(":focus", "data-action") == ["yield"]
    assert asking.attributes(".advised", "data-action") == ["yield"]


CHOOSE = """
    const menu = document.querySelector(arguments[0]);
    menu.value = arguments[1];
    menu.dispatchEvent(new Event("change"));
"""


def test_a_bot_that_cannot_answer_is_named(asking: WebClient) -> None:
    """It can be asked again."""
    asking.click("#ask")
    answer(asking.server, failed=True)
    asking.until(lambda: asking.text(".advice-line").startswith("planner could not answer."))
    assert asking.attributes("#ask", "aria-disabled") == [None]


def test_a_refusal_says_when_to_try_again(asking: WebClient) -> None:
    """The message of the server, and the seconds in Retry-After."""
    asking.browser.execute_script(REFUSE)
    asking.click("#ask")
    asking.until(lambda: asking.text(".advice-line") == "Busy: 9 questions wait. Try again in 12 seconds.")


REFUSE = """
    const send = window.fetch;
    window.fetch = async (url, request) => String(url).endsWith("/advice")
        ? new Response(JSON.stringify({ title: "Busy", detail: "9 questions wait", code: "adviser-busy" }), {
            status: 503, headers: { "Content-Type": "application/problem+json", "Retry-After": "12" } })
        : send(url, request);
"""


def test_a_game_may_be_created_without_advice(ana: WebClient, advised_url: str) -> None:
    """Public games have none by default; its players read why."""
    ana.server = advised_url
    ana.open()
    ana.browser.execute_script("document.querySelector('.more').open = true")
    ana.click("[name=listed]")
    ana.click("#start")
    assert ana.text(".advice") == "Advice is not allowed in this game."


def test_a_server_without_advisers_says_so(ana: WebClient) -> None:
    """Its house does not run."""
    ana.create()
    assert ana.text(".advice") == "No bot on this server gives advice."


def test_a_house_bot_answers(ana: WebClient, bots_url: str) -> None:
    """With three actions that are legal, and their reasons."""
    ana.server = bots_url
    ana.create("bot")
    ana.find("#adviser")
    ana.browser.execute_script(CHOOSE, "#adviser", "planner-fast")
    ana.click("#ask")
    ana.find(".suggestion", FIRST_ANSWER_TIMEOUT_S)
    assert len(ana.all(".suggestion .reasons > .reason:first-child")) == 3
