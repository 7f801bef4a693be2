"""Practice in the web client: solo games in which actions are taken back, and which count in no statistics."""

from __future__ import annotations

import json
from typing import Any

import pytest
from browser import animation, motion
from players import SEED
from selenium.webdriver.common.keys import Keys
from shared_http import HTTP
from web_clients import WebClient, act_from_elsewhere, new_game, post

import regicide

pytestmark = pytest.mark.browser


def losing_actions() -> list[str]:
    """The actions of a solo game that is soon lost."""
    position, actions = regicide.Position.new(SEED, 1), []
    while not position.is_over:
        actions.append(position.legal_actions[-1])
        position = regicide.apply(position, actions[-1])
    return [str(action) for action in actions]


def game_of(client: WebClient) -> str:
    """The id of the game in the address."""
    return client.browser.current_url.rpartition("/")[2]


def undone(client: WebClient, button: str) -> str:
    """Take the last action back. Returns the id of the game that goes on."""
    before = game_of(client)
    client.tab_to(button)
    client.press(Keys.ENTER)
    client.until(lambda: game_of(client) != before)
    client.find(".hand-card")
    return game_of(client)


def view_of(client: WebClient, game: str) -> dict[str, Any]:
    """The view of a spectator."""
    view: dict[str, Any] = HTTP.get(f"{client.server}/v1/games/{game}").raise_for_status().json()
    return view


def test_an_action_of_practice_is_taken_back(ana: WebClient) -> None:
    """In a game that goes on before it, with the same cards; also after the end. The earlier game is given up.

    The table says that it is practice, as do the lists of games; no figure counts it.
    """
    ana.open_form()
    ana.click("[name=players][value='1']")
    ana.find("#seed").send_keys(SEED)
    ana.click("[name=practice]")
    ana.click("#start")
    ana.find("#undo[aria-disabled=true]")
    assert ana.text(".actor").startswith("Practice")
    first, hand = game_of(ana), ana.hand()
    actions = losing_actions()
    ana.act(actions[0])
    ana.until(lambda: ana.hand() != hand)
    second = undone(ana, "#undo:not([aria-disabled])")
    ana.until(lambda: ana.hand() == hand)
    assert view_of(ana, second)["version"] == 1
    ana.until(lambda: view_of(ana, first)["result"])
    [token] = ana.tokens()
    for version, action in enumerate(actions, 1):
        act_from_elsewhere(ana.server, second, token, version, action)
    ana.find("#ending #practise-again")
    third = undone(ana, "#undo-end")
    assert view_of(ana, third)["given_actions"] == len(actions) - 1
    assert [*saved_games(ana)] == [third]
    act_from_elsewhere(ana.server, third, ana.tokens()[0], len(actions), actions[-1])
    ana.find("#ending #practise-again")
    ana.open()
    ana.until(lambda: "practice" in ana.text("#own-games"))
    ana.open("/#/history")
    ana.until(lambda: "practice" in ana.text(f".history [data-game='{third}']"))
    assert len(ana.all(".history [data-game]")) == 1
    ana.find("#no-games")


HOLD = """
    const send = window.fetch, held = new Promise((release) => (window.release = release));
    window.fetch = async (url, request) => {
        const isHeld = request?.method === "POST" && String(url).endsWith("/v1/games");
        if (isHeld && !(await held)) throw new TypeError("no connection");
        return send(url, request);
    };
"""
"""Holds the request for a game until `release` is called: with false, it fails."""


def saved_games(client: WebClient) -> dict[str, Any]:
    """The saved games."""
    games: dict[str, Any] = json.loads(client.browser.execute_script("return localStorage['regicide.games']"))
    return games


def begin_practice(client: WebClient) -> None:
    """Begin a solo game in which actions are taken back."""
    client.needs_page_scripts()
    client.open_form()
    client.click("[name=players][value='1']")
    client.find("#seed").send_keys(SEED)
    client.click("[name=practice]")
    client.click("#start")


def test_a_player_who_leaves_while_an_action_is_taken_back_loses_nothing(ana: WebClient) -> None:
    """A failure keeps the game; after a success, the player stays where they are, and finds the game that goes on."""
    begin_practice(ana)
    ana.act(losing_actions()[0])
    ana.find("#undo:not([aria-disabled])")
    game = game_of(ana)
    leave_while_taking_back(ana)
    ana.browser.execute_script("release(false)")
    ana.until(lambda: "Nothing is lost" in ana.text("#alerts"))
    assert ([*saved_games(ana)], view_of(ana, game)["status"]) == ([game], "active")
    ana.open(f"/#/game/{game}")
    leave_while_taking_back(ana)
    ana.browser.execute_script("release(true)")
    ana.until(lambda: view_of(ana, game)["status"] == "lost")
    [later] = saved_games(ana)
    assert ana.browser.current_url.endswith("#/rules")
    ana.open()
    ana.click(f".next-game [data-game='{later}'] a")
    ana.find("#undo[aria-disabled]")
    assert view_of(ana, later)["version"] == 1


def leave_while_taking_back(client: WebClient) -> None:
    """Open another page while the game that goes on is not created yet."""
    client.find("#undo:not([aria-disabled])")
    client.browser.execute_script(HOLD)
    client.click("#undo")
    client.browser.execute_script("location.hash = '#/rules'")
    client.find("#page[data-page=rules]")


def test_practice_is_no_loss_on_another_device(ana: WebClient, bo: WebClient) -> None:
    """Which does not know of it, when its last action is taken back; another solo game that is given up is one."""
    loss = new_game(ana.server, players=1)
    bo.sit(loss, 0)
    post(ana.server, loss, 0, "give-up", agree=True)
    ana.open_form()
    ana.click("[name=players][value='1']")
    ana.click("[name=practice]")
    ana.click("#start")
    ana.find("#undo")
    game = game_of(ana)
    ana.open("/#/devices")
    ana.click("#get-code")
    bo.open(f"/#/devices/{ana.text('#pairing-code')}")
    bo.find("#device-name").send_keys("Telephone")
    bo.click("#take")
    bo.find(f"[data-game='{game}']")
    ana.open(f"/#/game/{game}")
    ana.find(".hand-card")
    ana.act(str(view_of_player(ana, game)["legal_actions"][-1]))
    undone(ana, "#undo:not([aria-disabled])")
    bo.until(lambda: view_of(bo, game)["result"])
    bo.open("/#/history")
    bo.until(lambda: "practice" in bo.text(f".history [data-game='{game}']"))
    bo.find(f".history [data-game='{loss['game']['id']}']")
    kept = json.loads(bo.browser.execute_script("return localStorage['regicide.history']"))
    assert {name: each["practice"] for name, each in kept.items()} == {game: True, loss["game"]["id"]: False}


def view_of_player(client: WebClient, game: str) -> dict[str, Any]:
    """The view of the player of the page."""
    bearer = {"Authorization": f"Bearer {client.tokens()[0]}"}
    view: dict[str, Any] = HTTP.get(f"{client.server}/v1/games/{game}", headers=bearer).raise_for_status().json()
    return view


def test_a_card_that_is_taken_back_flies_home(ana: WebClient) -> None:
    """From where it lay, and the health comes back."""
    begin_practice(ana)
    action = next(card for card in map(str, regicide.Position.new(SEED, 1).legal_actions) if card.endswith(("C", "S")))
    ana.act(action)
    ana.until(lambda: action not in ana.hand())
    ana.set_speed("normal")
    motion(ana.browser, "no-preference")
    ana.open(f"/#/game/{game_of(ana)}")
    ana.find("#undo:not([aria-disabled])")
    with animation(ana.browser, 0.01):
        undone(ana, "#undo:not([aria-disabled])")
        ana.until(lambda: {action, "span"} <= {*ana.browser.execute_script(MOVING)})


MOVING = """
    const moving = document.getAnimations().filter((each) => each.effect.getTiming().duration === 280);
    return moving.map(({ effect: { target } }) => target.closest('[data-card]')?.dataset.card ?? target.localName);
"""


def test_other_games_have_no_way_back(ana: WebClient) -> None:
    """The option is one of solo games."""
    ana.open()
    assert not ana.find("[name=practice]").is_displayed()
    ana.create("here")
    ana.click("#uncover")
    ana.find("#act")
    assert ana.all("#undo") == []
