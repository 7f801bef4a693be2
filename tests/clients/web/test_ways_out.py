"""Ways out in the web client: leaving, cancelling, bots that play on, and giving up."""

from __future__ import annotations

import httpx
import pytest
from browser import animation, console_messages
from players import SEED
from selenium.webdriver.support.select import Select
from web_clients import WebClient, created_game

pytestmark = pytest.mark.browser


@pytest.fixture
def both(ana: WebClient, bo: WebClient, server_url: str) -> tuple[WebClient, WebClient]:
    """Ana and Bo in the seats of one game."""
    game = created_game(server_url, 2, SEED)
    ana.sit(game, 0)
    bo.sit(game, 1)
    return ana, bo


def answer(client: WebClient, button: str, choice: str) -> None:
    """Click a button that asks, and one of the buttons of the question."""
    client.click(button)
    client.click(f"dialog[open] {choice}")
    client.until(lambda: not client.all("dialog[open]"))


def test_two_players_give_up(both: tuple[WebClient, WebClient]) -> None:
    """One asks, the other sees it and agrees, unless the first one wants to play on."""
    ana, bo = both
    answer(ana, "#give-up", "#no")
    answer(ana, "#give-up", "#yes")
    bo.find("#agree")
    ana.click("#play-on")
    bo.until(lambda: not bo.all("#agreement"))
    assert "does not want to give the game up any more" in bo.text(".log")
    answer(ana, "#give-up", "#yes")
    texts = ("Agree: You. Still to agree: Player 2.", "Agree: Player 1. Still to agree: You.")
    for client, told in zip(both, texts, strict=True):
        client.until(lambda client=client, told=told: told in text(client, "#agreement p"))
    assert "agree to give up" in ana.text("[data-seat='0'] .seat-state")
    answer(bo, "#agree", "#yes")
    for client in both:
        client.find("#ending.lost")
    assert console_messages(ana.browser) + console_messages(bo.browser) == []


def test_the_creator_opens_a_seat_that_was_lost(ana: WebClient, bo: WebClient) -> None:
    """The game waits, without hands, for the player who takes the seat by the link, and goes on."""
    game = ana.create("link")
    bo.open(f"/#/game/{game}")
    bo.click("[data-take]")
    bo.find("[data-seat='1']")
    bo.forget()
    ana.find(".hand-card")
    ana.click("#ways")
    answer(ana, "#open-1", "#no")
    answer(ana, "#open-1", "#yes")
    assert "The game has begun." in ana.text(".invitation")
    assert (ana.hand(), ana.all("#cancel-game, #leave-0, #hand-over")) == ([], [])
    assert ana.text("#ways") == "Give up"
    bo.open(f"/#/game/{game}")
    bo.click("[data-take]")
    ana.find(".hand-card")
    ana.act("9S")
    bo.until(lambda: "9" in bo.text(".played"))
    assert console_messages(ana.browser) + console_messages(bo.browser) == []


def test_a_device_gives_up_for_all_its_seats(ana: WebClient) -> None:
    """No other player has to agree. The focus stays in the page."""
    ana.create("here")
    ana.click("#ways")
    ana.find("#give-up").click()
    assert ana.text("#question") == "Give the game up? It is lost at once."
    ana.click("#yes")
    ana.find("#ending.lost")
    assert ana.attributes(":focus", "id") in (["ending"], ["page"])


def test_a_bot_plays_on_until_the_player_is_back(ana: WebClient, bots_url: str) -> None:
    """It acts in place of the player."""
    ana.server = bots_url
    ana.sit(created_game(bots_url, 2, SEED), 0)
    ana.click("#ways")
    Select(ana.find("#bot-choice")).select_by_value("greedy")
    answer(ana, "#hand-over", "#no")
    assert ana.hand()
    ana.click("#hand-over")
    assert ana.text("#question") == "Let Falstaff play on for you? It plays until you take your seat back."
    ana.click("#yes")
    ana.until(lambda: "Falstaff (for you) plays" in ana.text(".log"))
    assert "You play" not in ana.text(".log")
    ana.until(lambda: "Falstaff plays on for you." in ana.text(".area-own"))
    assert "Falstaff plays on" in ana.text("[data-seat='0'] .seat-state")
    assert ana.hand() == []
    ana.click("#hurry")
    ana.click("#take-back")
    ana.find(".hand-card")
    ana.until(lambda: "You play again." in ana.text(".log"))
    assert console_messages(ana.browser) == []


def test_a_bot_that_plays_on_to_the_end_is_named(ana: WebClient, bots_url: str) -> None:
    """The question says that it can be over in seconds; log, news and ending name the bot, and not the player."""
    ana.server = bots_url
    ana.sit(created_game(bots_url, 1, SEED), 0)
    ana.set_speed("slow")
    ana.open(ana.browser.current_url.removeprefix(bots_url))
    with animation(ana.browser, 0.2):
        ana.click("#ways")
        Select(ana.find("#bot-choice")).select_by_value("greedy")
        ana.click("#hand-over")
        assert ana.text("#question").endswith("From then on only bots play, until you come back.")
        ana.click("#yes")
        ana.until(lambda: "Falstaff (for you) plays" in ana.text("#news"))
        game = ana.browser.current_url.rpartition("/")[2]
        ana.until(lambda: httpx.get(f"{bots_url}/v1/games/{game}").json()["result"])
        ana.until(lambda: ana.all("#ending") or ana.find("#enemy").click())
    assert "Falstaff played on for you, up to the end." in ana.text("#ending")
    assert "You play" not in ana.text(".log")
    ana.click("#to-replay")
    ana.until(lambda: "1. Falstaff (for you) plays" in ana.text(".move-list"))


def test_the_creator_cancels_a_waiting_game(ana: WebClient, bo: WebClient) -> None:
    """All see it, and it is not among the saved games any more. Before, a seat can be left and taken again."""
    game = ana.create("link")
    ana.click("#leave-0")
    ana.find("[data-take='0']")
    assert ana.tokens() == []
    ana.click("[data-take='0']")
    ana.find("#leave-0")
    assert len(ana.tokens()) == 1
    bo.open(f"/#/game/{game}")
    assert bo.all("#cancel-game") == []
    answer(ana, "#cancel-game", "#yes")
    for client in (ana, bo):
        client.until(lambda client=client: text(client, "#ending-title") == "Cancelled")
    ana.click("#ending a")
    ana.find("#create")
    assert ana.all(f"a[href='#/game/{game}']") == []
    assert console_messages(ana.browser) + console_messages(bo.browser) == []


def text(client: WebClient, selector: str) -> str:
    """The texts of all current elements of a selector."""
    return " ".join(each.text for each in client.all(selector))
