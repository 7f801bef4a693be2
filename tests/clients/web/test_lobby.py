"""The home page: games with one click, saved games, the form of a new game, bots, and public games."""

from __future__ import annotations

import json
import re
import secrets
from typing import Any

import httpx
import pytest
from browser import console_messages, requests, width
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select
from web_clients import WebClient, new_game

from regicide_api.endpoints.bodies import FIGURES

pytestmark = pytest.mark.browser

INVITATION = "an-invitation-of-an-agent"


def saved(created: dict[str, Any], *seats: int) -> dict[str, Any]:
    """A saved game as the first version of the page wrote it, with the tokens of some seats."""
    tokens = {str(each["seat"]): each["token"] for each in created["seats"] if each["seat"] in seats}
    return {"tokens": tokens, "at": created["game"]["created_at"]}


def save(client: WebClient, games: dict[str, Any]) -> None:
    """Save games in the browser."""
    client.browser.get(client.server + "/icons/icon.svg")
    client.browser.execute_script("localStorage['regicide.games'] = arguments[0]", json.dumps(games))


def listed(client: WebClient) -> list[tuple[str | None, str, str]]:
    """The state, the title and the status of each saved game in the list, which leaves out the one to go on with."""
    script = """return [...document.querySelectorAll("#own-games li")].map((row) =>
        [row.dataset.state, row.querySelector("strong").textContent, row.querySelector(".state").textContent])"""
    return [tuple(row) for row in client.browser.execute_script(script)]


def states(client: WebClient) -> list[str | None]:
    """The states of the saved games in the list."""
    return client.attributes("#own-games li", "data-state")


def register(server: str, **settings: str) -> str:
    """Register an agent with these settings. Returns its name."""
    name = f"own-{secrets.token_hex(6)}"
    httpx.post(f"{server}/v1/agents", json={"name": name, **settings}).raise_for_status()
    return name


def test_saved_games_are_listed_by_what_they_wait_for(ana: WebClient, server_url: str, lost_game: str) -> None:
    """Your turn, open seats, turns of others, results, and games that the server does not have; in one request."""
    games = {
        "others": (new_game(server_url, {"name": "Ana"}, {"name": "Bo"}, {"name": "Cleo"}, first_player=1), [0]),
        "waiting": (new_game(server_url, {"name": "Ana"}, {"open": True}), [0]),
        "turn": (new_game(server_url, {"name": "Ana"}, {"name": "Bo"}), [0]),
    }
    other = {"tokens": {"0": "x"}, "at": "2026-01-01T00:00:00Z"}
    ids = {game["game"]["id"]: saved(game, *seats) for game, seats in games.values()}
    save(ana, ids | {lost_game: other, "0123456789abcdef0123": other})
    requests(ana.browser)
    ana.open()
    ana.until(lambda: "gone" in states(ana))
    assert listed(ana) == [
        ("waiting", "With friends", "1 open seat"),
        ("others", "With Bo and Cleo", "Bo's turn"),
        ("over", "With Player 2", "Lost"),
        ("gone", "Game", "No longer on the server"),
    ]
    assert ana.text(".resume").startswith("Your turnWith Bo")
    assert len([url for url in requests(ana.browser) if url.endswith("/v1/games/views")]) == 1
    assert console_messages(ana.browser) == []


def test_finished_games_need_no_request(ana: WebClient, won_game: str) -> None:
    """Fifty of them are shown from what the browser knows, six at first; the best result is told."""
    seats = [{"seat": 0, "name": None, "agent": None, "held": True, "stand_in": None}]
    seen = {"status": "won", "players": 1, "turn": None, "defeated": 12, "updated_at": "2026-01-01T00:00:00Z"}
    seen |= {"seats": seats, "result": {"outcome": "won", "grade": "gold"}}
    ids = [won_game, *(f"{number:020x}" for number in range(49))]
    save(ana, {game: {"tokens": {"0": "x"}, "at": "2026-01-01T00:00:00Z", "seen": seen} for game in ids})
    requests(ana.browser)
    ana.open()
    ana.find(".public-games .game-list, .public-games p")
    assert len(listed(ana)) == 6
    ana.click("#show-all")
    assert listed(ana) == [("over", "Solo", "Won! Gold")] * 50
    ana.click("#remove-finished")
    ana.click("#yes")
    ana.until(lambda: not listed(ana))
    assert not [url for url in requests(ana.browser) if url.endswith("/v1/games/views")]
    assert ana.browser.execute_script("return localStorage['regicide.games']") == "{}"


def test_the_lesson_is_the_main_way_until_it_is_finished(ana: WebClient) -> None:
    """Also after a game that is given up, with the step where it goes on."""
    ana.open()
    ana.click("#play-solo")
    ana.click("#ways")
    ana.click("#give-up")
    ana.click("#yes")
    ana.find("#ending")
    ana.open("/#/tutorial")
    ana.click("#coach-next")
    ana.until(lambda: ana.text(".coach-count").startswith("Step 2"))
    ana.click("#leave-tutorial")
    ana.find(".tile")
    assert ana.attributes(".tile", "id")[0] == "to-tutorial"
    assert ana.text("#to-tutorial").endswith("Continue the lessonStep 2 of 13")
    ana.browser.execute_script("localStorage['regicide.tutorial-taken'] = 'a-game'")
    ana.open()
    ana.find(".tile")
    assert "to-tutorial" not in ana.attributes(".tile", "id")


def test_a_game_is_removed_after_a_question(ana: WebClient) -> None:
    """Its token goes with it; the question says so."""
    game = ana.create("here")
    ana.open()
    ana.click(f"#remove-{game}")
    assert "You cannot return to your seat" in ana.text("#question")
    ana.click("#no")
    ana.until(lambda: not ana.all("#question"))
    ana.click(f"#remove-{game}")
    ana.click("#yes")
    ana.until(lambda: not ana.all(".resume"))
    assert game not in ana.browser.execute_script("return localStorage['regicide.games']")


def test_a_game_begins_with_one_click(ana: WebClient, bots_url: str) -> None:
    """With the suggested bot, alone, or with a link to share, for which a player without a name is asked for one."""
    ana.server = bots_url
    ana.open()
    ana.click("#play-bot")
    ana.find("[data-seat='1'] .tag")
    lesson = ana.find("[data-hint='hint.lesson'] a").get_attribute("href")
    assert lesson == ana.browser.current_url.replace("#/game/", "#/tutorial?game=")
    ana.open()
    ana.click("#play-solo")
    ana.find(".hand-card")
    ana.open()
    ana.click("#play-friend")
    ana.click("#no")
    ana.until(lambda: not ana.all("dialog"))
    ana.click("#play-friend")
    ana.press("Ana", Keys.ENTER)
    ana.until(lambda: "Ana" in ana.text(".invited-seats li"))


def test_bots_are_sorted_by_strength(ana: WebClient, bots_url: str) -> None:
    """With the games that they win with this number of players, and the time of an action."""
    ana.server = bots_url
    ana.open_form()
    for players in (4, 2):
        ana.click(f"[name=players][value='{players}']")
        found = Select(ana.find("[name=bot-1]")).options
        options = [each.get_attribute("textContent") for each in found]
        order = sorted(FIGURES, key=lambda bot: -FIGURES[bot]["win_rates"][players - 1]["rate"])
        assert [each.get_attribute("value") for each in found][:-2] == order
        wins = round(100 * FIGURES["greedy"]["win_rates"][players - 1]["rate"])
        line = f"Falstaff · wins {wins}% of games · answers at once · takes what he can now and thinks later"
        assert str(options[order.index("greedy")]).startswith(line)
        assert Select(ana.find("[name=bot-1]")).first_selected_option.get_attribute("value") == "planner-fast"


def test_the_tiles_fill_their_rows(ana: WebClient, bots_url: str) -> None:
    """The cards above them begin at the same margin, right of the castle. A telephone has two lines for a bot."""
    ana.server = bots_url
    ana.open_form()
    for pixels in (600, 740, 1000, 1440, 360):
        width(ana.browser, pixels)
        edges = ana.browser.execute_script(EDGES)
        assert len({*map(tuple, edges["margins"])}) == 1, (pixels, edges)
        assert edges["fan"] >= edges["margins"][0][0] - 1, pixels
        assert 0 <= edges["wall"][0] < edges["wall"][1] <= edges["fan"], pixels
    assert 44 <= ana.find("#bot-1").rect["height"] < 72


EDGES = """
    const boxes = (selector) => [...document.querySelectorAll(selector)].map((box) => box.getBoundingClientRect());
    const rows = Map.groupBy(boxes(".tile"), ({ top }) => Math.round(top));
    const margins = [...rows.values()].map((row) => [row[0].left, row.at(-1).right].map(Math.round));
    const [wall] = boxes(".castle .wall").map(({ left, right }) => [left, right]);
    return { margins, wall, fan: Math.min(...boxes(".fan .card").map(({ left }) => left)) };
"""


def test_the_cards_of_tiles_show_their_faces(ana: WebClient) -> None:
    """Down to the chin, and each card is as wide as its tile at most, so that its index is in sight."""
    ana.open()
    ana.find(".tile-art > .card")
    for size in ((360, 740), (740, 360), (820, 1180), (1440, 900)):
        width(ana.browser, *size)
        tiles = ana.boxes(".tile-art:has(> .card)")
        for card in ana.boxes(".tile-art > .card"):
            chin = card["top"] + 0.55 * card["height"]
            assert any(
                art["left"] <= card["left"] and card["right"] <= art["right"] and art["top"] <= chin <= art["bottom"]
                for art in tiles
            ), (size, card)


def test_the_form_keeps_what_was_typed(ana: WebClient) -> None:
    """When the number of players changes, and when a seat changes and changes back."""
    ana.open_form()
    ana.click("[name=players][value='3']")
    for seat in (1, 2, 3):
        ana.click(f"[name=who-{seat}][value=here]")
    ana.find("[name=name-2]").send_keys("Cleo")
    for players in (1, 2, 4):
        ana.click(f"[name=players][value='{players}']")
    for kind in ("link", "here"):
        ana.click(f"[name=who-2][value={kind}]")
    assert ana.find("[name=name-2]").get_property("value") == "Cleo"
    assert [each.get_property("value") for each in map(ana.find, ["[name=who-1]:checked", "[name=who-3]:checked"])] == [
        "here"
    ] * 2


def test_errors_are_told_at_their_fields(ana: WebClient) -> None:
    """By the server's message, and the field has the focus; the form can be sent again."""
    ana.open_form()
    ana.click("[name=who-1][value=here]")
    ana.browser.execute_script("document.querySelector('[name=name-1]').value = 'a\\u202eb'")
    ana.browser.execute_script("document.querySelector('#seed').value = 'a\\u0007b'")
    ana.click("#start")
    ana.until(lambda: "characters" in ana.text("#seat-1-error"))
    assert ana.text("#seed-error") != ""
    assert ana.browser.switch_to.active_element == ana.find("[name=name-1]")
    ana.browser.execute_script(
        "for (const field of ['[name=name-1]', '#seed']) document.querySelector(field).value = ''"
    )
    ana.click("#start")
    ana.find(".table")


def test_an_agent_is_chosen_by_its_name(ana: WebClient, server_url: str) -> None:
    """It gets the seat, and the browser offers it from then on, until the user forgets it, even while it looks."""
    agent = register(server_url)
    ana.open_form()
    choose(ana, agent)
    ana.until(lambda: "The bot has not run on this server yet." in ana.text("#bot-1-status"))
    ana.click("#start")
    ana.until(lambda: agent in ana.text("[data-seat='1']"))
    ana.open_form()
    ana.click("[name=who-1][value=bot]")
    ana.find(f"[name=bot-1] option[value={agent}]")
    ana.browser.execute_script(
        "const menu = document.querySelector('[name=bot-1]'); menu.value = arguments[0];"
        "menu.dispatchEvent(new Event('change', { bubbles: true })); document.querySelector('#bot-1-forget').click()",
        agent,
    )
    ana.until(lambda: "no longer saved" in ana.text("#bot-1-status"))
    ana.browser.execute_async_script(
        "fetch(arguments[0]).then(arguments[1])", f"/v1/agents/{agent}"
    )  # after the answer of the form's own request
    assert agent not in ana.browser.execute_script("return localStorage['regicide.agents']")


def test_an_agent_asks_for_its_invitation(ana: WebClient, server_url: str) -> None:
    """A wrong one is an error at the field, before a game is created.

    So is an agent that does not exist, one that declines, and an invalid name.
    """
    agent = register(server_url, seating="invited", invitation=INVITATION)
    declining = register(server_url, seating="nobody")
    ana.open_form()
    for name, error in (("nobody-has-this", "no agent"), (declining, "no new seats"), ("Not A Name", "lowercase")):
        choose(ana, name)
        ana.until(lambda error=error: error in ana.text("#bot-1-error"))
    requests(ana.browser)
    ana.click("#start")
    assert not [url for url in requests(ana.browser) if url.endswith("/v1/games")]
    choose(ana, agent)
    ana.until(lambda: ana.find("#bot-1-invitation").is_displayed())
    ana.find("#bot-1-invitation").send_keys("another-invitation-text", Keys.TAB)
    ana.click("#start")
    ana.until(lambda: "missing or wrong" in ana.text("#bot-1-error"))
    ana.find("#bot-1-invitation").clear()
    ana.find("#bot-1-invitation").send_keys(INVITATION, Keys.TAB)
    ana.click("#start")
    ana.until(lambda: agent in ana.text("[data-seat='1']"))


def choose(client: WebClient, agent: str) -> None:
    """Give seat 1 to an agent by its name."""
    client.click("[name=who-1][value=bot]")
    Select(client.find("[name=bot-1]")).select_by_value("?")
    client.find("#bot-1-name").clear()
    client.find("#bot-1-name").send_keys(agent, Keys.TAB)


def test_an_own_agent_gets_an_open_seat(ana: WebClient, server_url: str) -> None:
    """With the invitation that the browser has saved; the game starts with the last seat."""
    agent = register(server_url, seating="invited", invitation=INVITATION)
    ana.browser.get(server_url + "/icons/icon.svg")
    own = json.dumps([{"name": agent, "invitation": INVITATION}])
    ana.browser.execute_script("localStorage['regicide.agents'] = arguments[0]", own)
    ana.open()
    ana.click("#play-friend")
    ana.click("#yes")
    ana.find("#link")
    ana.find(".filling summary").click()
    Select(ana.find("#bot-choice")).select_by_value(agent)
    ana.click("#fill-1")
    ana.until(lambda: agent in ana.text("[data-seat='1']"))
    ana.find(".hand-card")


def test_players_without_a_name_are_named_in_the_readers_language(ana: WebClient, bo: WebClient) -> None:
    """The names are no texts of the creator's page."""
    game = ana.create("here", name=" ")
    view = httpx.get(f"{ana.server}/v1/games/{game}").json()
    assert [seat["name"] for seat in view["seats"]] == [None, None]
    bo.browser.execute_script("localStorage['regicide.language'] = 'ca'")
    bo.open(f"/#/game/{game}")
    bo.until(lambda: [each.text for each in bo.all(".seat-name")] == ["Jugador 1", "Jugador 2"])
    assert "Player 1" in ana.text("[data-seat='0'] .seat-name")


def test_a_player_who_starts_alone_is_you(ana: WebClient) -> None:
    """Where a name stands, and as the subject of sentences; a name that is chosen later is that of the next games."""
    ana.open()
    ana.click("#play-solo")
    ana.find(".hand-card")
    assert ana.text("[data-seat='0'] .seat-head") == "You"
    ana.click(".hand-card:not([aria-disabled])")
    ana.click("#act:not([aria-disabled])")
    ana.until(lambda: re.match("You play the [a-z]+ of [a-z]+[.]", ana.text("#news")))
    ana.click("#open-settings")
    ana.find("#own-name").send_keys(" Ana ")
    ana.open()
    ana.click("#play-solo")
    ana.until(lambda: ana.text("[data-seat='0'] .seat-head") == "Anayou")


def test_a_name_is_asked_once(ana: WebClient) -> None:
    """Before the first game with others; the settings and the form of a new game have it, to be changed."""
    ana.open()
    ana.click("#play-friend")
    ana.find("#asked-name").send_keys("Ana")
    ana.click("#yes")
    ana.until(lambda: "Ana" in ana.text(".invited-seats li"))
    ana.open_form()
    assert ana.find("#create-name").get_property("value") == "Ana"
    ana.click("#open-settings")
    assert ana.find("#own-name").get_property("value") == "Ana"
    ana.open("/#/today")
    ana.find("#today-friend")
    assert not ana.all("#day-name-2")


def test_public_games_to_join_come_first(ana: WebClient, server_url: str) -> None:
    """With who waits; then those to watch. Saved games are not among them."""
    new_game(server_url, {"name": "Cleo"}, {"open": True}, listed=True)
    new_game(server_url, {"name": "Dan"}, {"name": "Eva"}, listed=True)
    own = new_game(server_url, {"name": "Ana"}, {"open": True}, listed=True)
    save(ana, {own["game"]["id"]: saved(own, 0)})
    ana.open()
    ana.find("#public-games .game-list")
    groups = [each.text for each in ana.all("#public-games .game-list")]
    assert [each.text for each in ana.all("#public-games h3")] == ["Join", "Watch"]
    assert "Cleo: waiting for players\n2 players · 1 open seat" in groups[0]
    assert "Ana" not in groups[0]
    assert "Dan and Eva\n2 players · 0 of 12 enemies" in groups[1]
