"""Games in browsers: several players, by link, on one device, by keyboard only."""

from __future__ import annotations

import pytest
from browser import console_messages
from players import LOSING, SEED
from selenium.webdriver.common.keys import Keys
from web_clients import WebClient

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
    """Each sees only the own hand, and the other's actions in the log; a reload continues the game, with its task.

    The end says who could not go on.
    """
    bo.find(".hand-card")
    assert (ana.hand(), bo.hand()) == (ANAS, BOS)
    assert "7" in ana.text("[data-seat='1'] .backs")
    for index, (action, client) in enumerate(zip(LOSING, (ana, ana, bo, bo, ana), strict=True)):
        client.await_turn()
        client.act(action)
        if index == 0:
            bo.until(lambda: "Ana plays the ace of diamonds." in bo.text(".log"))
            assert "Ana plays the ace of diamonds." in bo.text("#announcer")
            ana.until(lambda: "discard" in ana.text("#task"))
            ana.browser.refresh()
            ana.find(".hand-card")
            assert ana.hand() == ANAS[1:]
            assert "discard cards worth at least" in ana.text("#task")
    assert [client.text("#ending-title") for client in (ana, bo)] == ["The castle stands"] * 2
    lost = "You cannot cover the damage: the game is lost."
    ana.until(lambda: lost in ana.text(".log") and "You had cards worth 0." in ana.text("#ending p"))
    assert console_messages(ana.browser) + console_messages(bo.browser) == []


def test_a_spectator_sees_the_table_and_no_hand(ana: WebClient) -> None:
    """Neither cards nor buttons are shown."""
    game = ana.create("here")
    ana.forget()
    ana.open(f"/#/game/{game}")
    assert "You are a spectator." in ana.text(".area-own .task")
    assert ana.all(".hand-card") + ana.all(".area-own button") == []


def test_an_illegal_selection_shows_the_reason(alone: WebClient) -> None:
    """With the server's text, and the rule; the button has no effect.

    Cards that cannot be combined are dimmed: two threes can be, and each card with the companion.
    """
    alone.click(".hand-card[data-card='3D']")
    assert alone.attributes(".hand-card:not(.dimmed)", "data-card") == ["AD", "3D", "3H"]
    for code in ("3D", "6H", "9S"):
        alone.click(f".hand-card[data-card='{code}']")
    alone.click("#act")
    refused = "These cards cannot be played together."
    assert alone.text("#why") == f"{refused} Only cards of one number go together."
    assert alone.attributes("#act", "aria-disabled") == ["true"]
    alone.press(Keys.ESCAPE)
    for code in ("3D", "3H", "AD"):
        alone.click(f".hand-card[data-card='{code}']")
    assert alone.text("#why") == f"{refused} An animal companion goes with one card only."


def test_the_focus_stays_usable_by_keyboard(alone: WebClient) -> None:
    """On the hand after a discard, on the cover when it is the next player's turn, whose owner uncovers the hand."""
    alone.tab_to(".hand-card[data-card='9S']")
    alone.press(Keys.SPACE, Keys.ENTER)
    alone.until(lambda: "discard" in alone.text("#task"))
    assert alone.attributes(":focus", "data-card") == [ANAS[0]]
    alone.press("4", Keys.ENTER)
    alone.find("#uncover")
    assert alone.attributes(":focus", "id") == ["uncover"]
    assert alone.hand() == []
    alone.click("#uncover")
    assert alone.hand() == BOS


def test_a_game_is_created_and_played_by_keyboard(ana: WebClient) -> None:
    """Tab, arrow keys, digits and Enter are sufficient."""
    ana.open()
    ana.find("#create")
    ana.tab_to("#more-ways > summary")
    ana.press(Keys.ENTER)
    ana.tab_to("[name=players]")
    ana.press(Keys.ARROW_LEFT)
    ana.tab_to(".more summary")
    ana.press(Keys.ENTER)
    ana.tab_to("#seed")
    ana.press(SEED)
    ana.tab_to("#start")
    ana.press(Keys.ENTER)
    ana.find(".hand-card")
    for keys in ("1", "ff", "ff", f"12345678{Keys.ENTER}"):
        hand = ana.hand()
        ana.press(*keys, Keys.ENTER)
        ana.until(lambda hand=hand: ana.hand() != hand or ana.all("#ending"))
    ana.find("#ending")
    assert ana.text("#ending-title") == "The castle stands"
    ana.tab_to("#rematch")
