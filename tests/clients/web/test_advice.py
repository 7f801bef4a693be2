"""Asking a bot for advice in the web client."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from browser import animation, console_messages, motion
from house_bot_answers import ACTIONS, answer, show_awake
from players import SEED
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from web_clients import FIRST_ANSWER_TIMEOUT_S, WebClient, act_from_elsewhere, created_game
from web_modules import evaluated

pytestmark = pytest.mark.browser


PARTNER = "planner-fast"
"""The bot in the other seat, which is asked if it gives advice."""
SEARCHING = "Puck is thinking …"
READY = "Chance to win if Puck plays on"


@pytest.fixture
def asking(ana: WebClient, advised_url: str) -> WebClient:
    """Ana at her turn, with a house bot in the other seat."""
    ana.server = advised_url
    show_awake(advised_url, PARTNER)
    ana.create("bot")
    ana.find(".hand-card")
    return ana


def test_the_best_actions_are_shown_with_their_chances_and_reasons(asking: WebClient) -> None:
    """The question is asked with the view of the seat; a click on an action selects its cards.

    Each action has what it does and the chance after it, if that is known. The cards of the best one are marked, then
    those of the one that is pointed at. A choice that is clearly worse says what it loses.
    """
    asking.click("#ask")
    assert asking.text(".advice-line") == SEARCHING
    assert answer(asking.server, PARTNER, actions=ACTIONS)["view"]["hand"] == asking.hand()
    asking.find(".suggestion")
    assert asking.attributes(".suggestion", "data-advised") == ["9S", "AD+3D", "yield"]
    assert [each.text for each in asking.all(".suggestion .chance")] == ["62%", "50%", "–"]
    assert [each.text for each in asking.all("[data-advised='9S'] .reason")] == ["shield +9", "9 damage", "pay 1"]
    assert asking.text("#announcer").endswith("play the nine of spades: 62%")
    assert len(asking.all(".suggestion .reasons")) == 3
    assert asking.text(".advice-line") == READY
    assert asking.text("#adviser option:checked").startswith("Puck")
    asking.find(".adviser > span .face img")
    assert asking.attributes(".hand-card.pointed", "data-card") == ["9S"]
    ActionChains(asking.browser).move_to_element(asking.find("[data-advised='AD+3D']")).perform()
    asking.until(lambda: asking.attributes(".hand-card.pointed", "data-card") == ["AD", "3D"])
    asking.click("[data-advised='AD+3D']")
    assert asking.attributes(".hand-card[aria-pressed=true]", "data-card") == ["AD", "3D"]
    assert asking.attributes(".suggestion", "aria-pressed") == ["false", "true", "false"]
    assert asking.text("#why").endswith("worse: 9 less shield")
    assert "You ask" not in asking.text("#news")
    assert console_messages(asking.browser) == []


def test_the_chosen_action_is_listed(asking: WebClient) -> None:
    """Also one that the bot has not considered. An action whose chance is about that of the best one leads with it."""
    asking.click("#ask")
    answer(asking.server, PARTNER, actions=[ACTIONS[0], ACTIONS[1] | {"won": 0.6}])
    asking.find(".suggestion")
    assert [each.text for each in asking.all(".suggestion .chance.leading")] == ["62%", "62%"]
    asking.click("[data-card='6H']")
    assert asking.attributes(".suggestion", "data-advised") == ["9S", "AD+3D", "6H"]
    assert asking.attributes(".suggestion", "aria-pressed") == ["false", "false", "true"]
    asking.click("#ask")
    assert asking.text(".suggestion[data-advised='6H']").endswith("not among its best")


@pytest.mark.parametrize(
    ("actions", "won", "told"),
    [
        (("9S", "AD+3D"), 0.62, "Equal chances; the first gives 9 more shield"),
        (("9S", "AD+3D", "yield"), 0.62, "Equal chances; the first gives 9 more shield"),
        (("3D", "3H"), 0.62, "Equal chances: choose as you like"),
        (("3D", "3H"), 0.02, "Puck sees hardly a way to win"),
    ],
)
def test_equal_chances_are_told_apart(asking: WebClient, actions: tuple[str, ...], won: float, told: str) -> None:
    """By what the first has more of than each other one, if that is the same; not where chances are hopeless."""
    asking.click("#ask")
    chances = [
        {"action": action, "won": won - 0.001 * place, "defeated": 9, "share": 0.3}
        for place, action in enumerate(actions)
    ]
    answer(asking.server, PARTNER, actions=chances)
    asking.until(lambda: asking.text(".advice-line") == told)


def test_a_choice_closes_the_advice(asking: WebClient) -> None:
    """Its button opens it again. Beside what the choice does stand the best action of the bot, and why it is worse."""
    asking.click("#ask")
    answer(asking.server, PARTNER, actions=ACTIONS)
    asking.find(".suggestion")
    asking.click("[data-card='6H']")
    asking.until(lambda: not asking.find(".suggestions").is_displayed())
    assert asking.text("#ask") == "Advice"
    assert "62%, this: not among its best" in asking.text("#why")
    assert asking.text("#why").endswith("worse: 9 less shield")
    asking.click("#ask")
    assert asking.find("[data-advised='6H']").is_displayed()


RATED = [{"action": action, "won": won, "defeated": 1, "share": 0.1} for action, won in (("2C", 0.8), ("3C", 0.7))]
RATED += [{"action": action, "won": won, "defeated": 1, "share": 0.1} for action, won in (("4C", 0.6), ("5C", 0.5))]


@pytest.mark.parametrize(
    ("defeating", "chosen", "listed"),
    [
        ([], None, ["2C", "3C", "4C"]),
        (["3C", "5C"], None, ["2C", "3C", "4C"]),
        (["5C"], None, ["2C", "3C", "5C"]),
        (["7C", "8C"], None, ["2C", "3C", "8C"]),
        (["7C"], "5C", ["2C", "3C", "5C", "7C"]),
    ],
)
def test_a_defeat_of_the_enemy_is_always_listed(defeating: list[str], chosen: str | None, listed: list[str]) -> None:
    """Also one that the bot does not rate, an exact one first; and the chosen action."""
    previews = [{"action": action, "defeats": True, "exact": action == "8C"} for action in defeating]
    view = {"legal_actions": ["7C", "8C", "2C", "3C", "4C", "5C"], "previews": previews}
    found = evaluated("table/advice.ts", "m.listed(...given).map(({ action }) => action)", [RATED, view, chosen])
    assert found == listed


def test_an_exact_kill_comes_first_at_equal_chances() -> None:
    """Not one that costs more than the estimates vary."""
    rated = [{"action": action, "won": won} for action, won in (("2C", 0.99), ("3C", 0.988), ("4C", 0.95))]
    for exact, listed in (("3C", ["3C", "2C", "4C"]), ("4C", ["2C", "3C", "4C"])):
        previews = [{"action": exact, "defeats": True, "exact": True}]
        view = {"legal_actions": ["2C", "3C", "4C"], "previews": previews}
        found = evaluated("table/advice.ts", "m.listed(...given).map(({ action }) => action)", [rated, view, None])
        assert found == listed


def test_an_advised_action_is_played_by_keyboard(asking: WebClient) -> None:
    """A asks, and selects the actions in turn; Enter selects one in the list and then plays it.

    The advice about it disappears, and the log tells of it.
    """
    asking.press("a")
    answer(asking.server, PARTNER, actions=ACTIONS)
    asking.find(".suggestion")
    asking.press("a", "a")
    assert asking.attributes(".suggestion", "aria-pressed") == ["false", "true", "false"]
    asking.click("#ask")
    asking.tab_to("[data-advised='9S']")
    asking.press(Keys.ENTER, Keys.ENTER)
    asking.until(lambda: "Suffer 1 damage" in asking.text("#task"))
    assert asking.all(".suggestion") == []
    assert "You ask Puck for advice." in asking.text(".log")


def test_a_choice_by_a_key_leaves_the_advice(asking: WebClient) -> None:
    """Enter then plays the card, and does not ask again."""
    asking.click("#ask")
    asking.browser.execute_script("document.querySelector('#ask').focus()")
    asking.press("7")
    assert asking.attributes(":focus", "id") == ["act"]
    asking.press(Keys.ENTER)
    asking.until(lambda: "Suffer 1 damage" in asking.text("#task"))


def test_another_bot_can_be_asked(asking: WebClient) -> None:
    """After the partner, which cannot answer: a bot that is chosen is asked at once.

    The menu has the bots that give advice, with their strength. The focus moves to the main button.
    """
    asking.click("#ask")
    answer(asking.server, PARTNER, failed=True)
    asking.until(lambda: asking.text(".advice-line").startswith("Puck could not answer."))
    assert asking.attributes("#ask", "aria-disabled") == [None]
    assert asking.attributes("#adviser option", "value")[:2] == ["planner", "planner-fast"]
    assert asking.text("#adviser option").startswith("Portia · wins ")
    asking.browser.execute_script(CHOOSE, "#adviser", "planner")
    answer(asking.server, actions=ACTIONS)
    asking.until(lambda: asking.text(".advice-line") == "Chance to win if Portia plays on")
    asking.click("[data-advised=yield]")
    assert asking.attributes(":focus", "id") == ["act"]
    assert asking.text("#act") == "Confirm: yield"


CHOOSE = """
    const menu = document.querySelector(arguments[0]);
    menu.value = arguments[1];
    menu.dispatchEvent(new Event("change"));
"""


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
    """Public games have none by default, and no button for it."""
    ana.server = advised_url
    ana.open_form()
    ana.click("[name=listed]")
    ana.click("#start")
    ana.find(".hand-card")
    ana.find("#ways")
    assert ana.all("#ask") == []


def test_a_house_bot_answers(ana: WebClient, bots_url: str) -> None:
    """With three actions that are legal, and their reasons."""
    ana.server = bots_url
    ana.create("bot")
    ana.find("#adviser")
    ana.browser.execute_script(CHOOSE, "#adviser", "planner-fast")
    ana.find(".suggestion", FIRST_ANSWER_TIMEOUT_S)
    assert len(ana.all(".suggestion:has(.reason)")) == 3


@pytest.fixture
def shown(ana: WebClient, advised_url: str) -> Iterator[tuple[WebClient, dict[str, Any]]]:
    """Ana's turn in a game of two, whose actions are shown for so long that no test sees their end; and the game."""
    ana.server = advised_url
    ana.open()
    ana.set_speed("normal")
    motion(ana.browser, "no-preference")
    created = created_game(ana.server, 2, SEED)
    ana.sit(created, 0)
    ana.find("#ask")
    with animation(ana.browser, 0.01):
        yield ana, created


def ask_by_mouse(client: WebClient) -> None:
    """Click the button while a turn is shown: it is busy then."""
    client.find(".flying")
    ActionChains(client.browser).move_to_element(client.find("#ask")).click().perform()
    assert client.attributes("#ask", "aria-busy") == ["true"]
    assert client.attributes("#ask", "aria-disabled") == ["true"]


def skip_to(client: WebClient, version: int) -> None:
    """End the steps that are shown, until a version of the game or a later one is."""
    settled = "return Number(document.querySelector('.table').dataset.settled)"
    client.until(lambda: client.find(".area-enemy").click() or client.browser.execute_script(settled) >= version)


def test_a_question_during_an_own_action_is_sent_after_it(shown: tuple[WebClient, dict[str, Any]]) -> None:
    """About the position that is displayed then."""
    ana, _ = shown
    ana.act("9S")
    ask_by_mouse(ana)
    skip_to(ana, 2)
    answer(ana.server, actions=[{"action": "-AD", "won": 0.5, "defeated": 8, "share": 1}])
    assert ana.find(".suggestion").get_attribute("data-advised") == "-AD"
    assert ana.attributes("#ask", "aria-busy") == [None]


def test_a_question_during_the_turn_of_another_player_is_sent_at_the_own_one(
    shown: tuple[WebClient, dict[str, Any]],
) -> None:
    """The button stays busy while the other player's turn goes on."""
    ana, created = shown
    game, (token, other) = created["game"]["id"], (each["token"] for each in created["seats"])
    for version, action in enumerate(["9S", "-AD"], 1):
        act_from_elsewhere(ana.server, game, token, version, action)
    skip_to(ana, 3)
    view = act_from_elsewhere(ana.server, game, other, 3, "2C")
    ask_by_mouse(ana)
    skip_to(ana, 4)
    assert ana.attributes("#ask", "aria-busy") == ["true"]
    act_from_elsewhere(ana.server, game, other, 4, view["legal_actions"][0])
    skip_to(ana, 5)
    assert answer(ana.server, actions=[{"action": "4D", "won": 0.5, "defeated": 8, "share": 1}])["view"]["turn"] == 0
    ana.find(".suggestion")
