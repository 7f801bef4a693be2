"""Jesters, signals, flips, and the clock in the web client."""

from __future__ import annotations

from itertools import count

import httpx
import pytest
from browser import console_messages
from players import LOSING, SEED
from web_clients import WebClient, act_from_elsewhere, new_game, play, post

import regicide

pytestmark = pytest.mark.browser

JESTERS_SEED = next(
    seed for seed in map(str, count()) if "X1" in regicide.observe(regicide.Position.new(seed, 3), 0)["hand"]
)
"""Deals the jester of a game of three players to the first player."""


def test_the_player_of_a_jester_appoints_the_next_player(ana: WebClient) -> None:
    """The jester cancels the immunity of the enemy. A digit is the number of a player then."""
    ana.create("here", "here", seed=JESTERS_SEED)
    ana.act("X1")
    ana.find("[data-action='>2']")
    ana.press("3")
    assert "Player 3" in ana.text(".cover")
    assert "No longer immune" in ana.text(".immunity.cancelled")


def test_a_click_on_a_seat_appoints_its_player(ana: WebClient, server_url: str) -> None:
    """All seats can be chosen, the own one, too, and none once one is chosen."""
    game = new_game(server_url, players=3, seed=JESTERS_SEED)
    ana.sit(game, 0)
    ana.find(".hand-card")
    assert ana.all(".seat.appointable") == []
    ana.act("X1")
    ana.until(lambda: len(ana.all(".seat.appointable")) == 3)
    ana.click("[data-seat='2']")
    ana.find("[data-seat='2'].active")
    assert ana.all(".seat.appointable") == []


def test_the_other_players_may_signal(ana: WebClient, server_url: str) -> None:
    """Once, and another way once more, by keyboard, too. All see it as a face at the seat, until the next turn."""
    game = new_game(server_url, players=3, seed=JESTERS_SEED)
    ana.sit(game, 1)
    assert ana.all("[data-signal]") == []
    play(server_url, game, ["X1"])
    ana.find("[data-signal]")
    ana.press("e")
    ana.until(lambda: "want to go next" in ana.text("[data-seat='1'] .seat-state"))
    ana.find("[data-seat='1'] .emote[data-emote=eager]")
    seen = httpx.get(f"{server_url}/v1/games/{game['game']['id']}").json()
    assert seen["seats"][1]["signal"] == "eager"
    ana.press("e")
    assert ana.attributes("[data-signal]", "aria-disabled") == [None, None]
    ana.click("[data-signal=reluctant]")
    ana.find("[data-seat='1'] .emote[data-emote=reluctant]")
    assert ana.attributes("[data-signal]", "aria-disabled") == ["true", "true"]
    ana.press("e")
    act_from_elsewhere(server_url, game["game"]["id"], game["seats"][0]["token"], 4, ">2")
    ana.until(lambda: not ana.all(".emote, [data-signal]"))
    assert console_messages(ana.browser) == []


def test_the_time_left_is_right_though_the_clock_is_wrong(ana: WebClient, server_url: str) -> None:
    """In games with a clock. It counts from the time of the server."""
    ana.sit(new_game(server_url, players=2, turn_seconds=3600), 0)
    assert ana.text(".clock").startswith(("Time left: 59:", "Time left: 60:00"))
    script = """(() => {
        const late = Date.now() - 9e6;
        const clock = new m.Clock(() => new Date(late + 3e5).toISOString(), () => late);
        clock.stop();
        return clock.element.textContent;
    })()"""
    shown = ana.module("table/player_area.ts", script)
    assert shown == "Time left: 5:00"


def test_a_spectator_is_led_to_the_rematch(ana: WebClient, server_url: str) -> None:
    """The stream waits for it after the end of the game."""
    game = new_game(server_url, players=2, seed=SEED)
    ana.open(f"/#/game/{game['game']['id']}")
    play(server_url, game, LOSING)
    ana.find("#ending-title")
    rematch = post(server_url, game, 0, "rematch")
    ana.click("#to-rematch")
    ana.until(lambda: ana.browser.current_url.endswith(rematch["game"]["id"]))
