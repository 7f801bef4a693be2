"""Games in browsers: several players, by link, on one device, by keyboard only."""

from __future__ import annotations

import httpx
import pytest
from browser import console_messages
from players import LOSING, SEED
from selenium.webdriver.common.keys import Keys
from web_clients import FIRST_ANSWER_TIMEOUT_S, WebClient

import regicide

pytestmark = pytest.mark.browser

ANAS, BOS = (regicide.observe(regicide.Position.new(SEED, 2), seat)["hand"] for seat in (0, 1))


@pytest.fixture
def game(ana: WebClient, bo: WebClient) -> str:
    """A game that Ana creates and Bo joins by her link."""
    created = ana.create("link")
    ana.find("#link")
    bo.browser.get(ana.browser.current_url)
    bo.find("#sit-name").send_keys("Bo")
    bo.click("[data-take='1']")
    ana.await_turn()
    return created


@pytest.fixture
def alone(ana: WebClient) -> WebClient:
    """Ana with an open hand, in a game in which she has both seats."""
    ana.create("here")
    ana.click("#uncover")
    ana.find(".hand-card")
    return ana


@pytest.mark.usefixtures("game")
def test_two_browsers_play_a_game_to_its_end(ana: WebClient, bo: WebClient) -> None:
    """Each acts in turn, and both see the result."""
    for action, client in zip(LOSING, (ana, ana, bo, bo, ana), strict=True):
        client.await_turn()
        client.act(action)
    assert [client.text("#ending-title") for client in (ana, bo)] == ["Lost", "Lost"]
    assert console_messages(ana.browser) + console_messages(bo.browser) == []


@pytest.mark.usefixtures("game")
def test_each_player_sees_only_their_own_hand(ana: WebClient, bo: WebClient) -> None:
    """The other player's cards are face down."""
    bo.find(".hand-card")
    assert (ana.hand(), bo.hand()) == (ANAS, BOS)
    assert "7" in ana.text("[data-seat='1'] .backs")


@pytest.mark.usefixtures("game")
def test_actions_of_the_other_player_are_logged(ana: WebClient, bo: WebClient) -> None:
    """In the game log, and announced to screen readers."""
    ana.act("9S")
    bo.until(lambda: "Ana plays nine of spades." in bo.text(".log"))
    assert "Ana plays nine of spades." in bo.text("#announcer")


@pytest.mark.usefixtures("game")
def test_a_reload_continues_the_game(ana: WebClient) -> None:
    """With the same seat and task."""
    ana.act("AD")
    ana.until(lambda: "discard" in ana.text("#task"))
    ana.browser.refresh()
    ana.find(".hand-card")
    assert ana.hand() == ANAS[1:]
    assert "discard cards worth at least" in ana.text("#task")


def test_a_spectator_sees_the_table_and_no_hand(ana: WebClient) -> None:
    """Neither cards nor buttons are shown."""
    game = ana.create("here")
    ana.forget()
    ana.open(f"/#/game/{game}")
    assert "You are a spectator." in ana.text(".area-own .task")
    assert ana.all(".hand-card") + ana.all(".area-own button") == []


def test_a_won_solo_game_shows_its_grade(ana: WebClient, won_game: str, server_url: str) -> None:
    """With the server's text for the grade."""
    grade = httpx.get(f"{server_url}/v1/games/{won_game}").json()["result"]["grade"]
    grades = httpx.get(f"{server_url}/v1/rules").json()["grades"]
    ana.open(f"/#/game/{won_game}")
    assert ana.text("#ending-title") == "Won!"
    assert ana.text(f".grade.{grade}").endswith(next(each["text"] for each in grades if each["grade"] == grade))


def test_a_house_bot_plays(ana: WebClient, bots_url: str) -> None:
    """`regicide-server` starts the house bots."""
    ana.server = bots_url
    ana.create("bot")
    ana.act("9S")
    ana.until(lambda: "discard" in ana.text("#task"))
    ana.act("-2H")
    log_of_bot = "planner-fast plays", "planner-fast yields"
    ana.until(lambda: any(each in ana.text(".log") for each in log_of_bot), timeout_s=FIRST_ANSWER_TIMEOUT_S)
    ana.await_turn()
    assert console_messages(ana.browser) == []


def test_an_illegal_selection_shows_the_reason(alone: WebClient) -> None:
    """With the server's text; the button has no effect."""
    for code in ("6H", "9S"):
        alone.click(f".hand-card[data-card='{code}']")
    alone.click("#act")
    assert alone.text("#why").strip() == "These cards cannot be played together."
    assert alone.attributes("#act", "aria-disabled") == ["true"]


def test_cards_that_cannot_be_combined_are_dimmed(alone: WebClient) -> None:
    """Two threes can be combined, and each card with the companion."""
    alone.click(".hand-card[data-card='3D']")
    fitting = alone.attributes(".hand-card:not(.dimmed)", "data-card")
    assert fitting == ["AD", "3D", "3H"]


def test_two_players_pass_one_device(alone: WebClient) -> None:
    """No hand is visible before its owner uncovers it."""
    alone.act("9S")
    alone.until(lambda: "discard" in alone.text("#task"))
    alone.act("-2H")
    alone.find("#uncover")
    assert alone.hand() == []
    alone.click("#uncover")
    assert alone.hand() == BOS


def test_the_focus_stays_usable_by_keyboard(alone: WebClient) -> None:
    """On the hand after a discard, on the cover when it is the next player's turn."""
    alone.tab_to(".hand-card[data-card='9S']")
    alone.press(Keys.SPACE, Keys.ENTER)
    alone.until(lambda: "discard" in alone.text("#task"))
    assert alone.attributes(":focus", "data-card") == [ANAS[0]]
    alone.press("4", Keys.ENTER)
    alone.find("#uncover")
    assert alone.attributes(":focus", "id") == ["uncover"]


def test_a_game_is_created_and_played_by_keyboard(ana: WebClient) -> None:
    """Tab, arrow keys, digits and Enter are sufficient."""
    ana.open()
    ana.tab_to("[name=players]")
    ana.press(Keys.ARROW_LEFT)
    ana.tab_to(".more summary")
    ana.press(Keys.ENTER)
    ana.tab_to("#seed")
    ana.press(SEED)
    ana.tab_to("#start")
    ana.press(Keys.ENTER)
    ana.find(".hand-card")
    for keys in ("1", "ff", "ff", "12345678"):
        hand = ana.hand()
        ana.press(*keys, Keys.ENTER)
        ana.until(lambda hand=hand: ana.hand() != hand or ana.all("#ending"))
    ana.find("#ending")
    assert ana.text("#ending-title") == "Lost"
    ana.tab_to("#rematch")
