"""Links to the steps of a replay, playing on from one, and puzzles."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, quote, urlencode

import httpx
import pytest
from browser import width
from house_bot_answers import answer, reviewed_moves, show_awake
from players import BOTS_KEY, LOSING, SEED
from selenium.webdriver.support.select import Select
from web_clients import WebClient, new_game, play

import regicide
from regicide_api.services.agents import house_token

pytestmark = pytest.mark.browser


PHONE_PX = (360, 740)
ACTIONS = [regicide.Action.parse(action) for action in LOSING]


def open_replay(client: WebClient, game: str, place: str = "") -> None:
    """Open a replay, and wait for it."""
    client.open(f"/#/replay/{game}{place}")
    client.find("#step")


def view_of(client: WebClient) -> dict[str, Any]:
    """What a spectator sees of the open game."""
    client.until(lambda: "#/game/" in client.browser.current_url)
    client.find(".area-own .hand-card, .area-own .task")
    game = client.browser.current_url.rpartition("/")[2]
    view: dict[str, Any] = httpx.get(f"{client.server}/v1/games/{game}").raise_for_status().json()
    return view


def puzzle(**fields: object) -> str:
    """The path of a puzzle's link, encoded as any program can."""
    return f"/#/puzzle?{urlencode(fields, quote_via=quote)}"


def test_the_address_follows_the_steps(ana: WebClient, lost_game: str) -> None:
    """And leads to them. Links add to the history, steps do not.

    In a new tab, because a full history drops the entries of scripts.
    """
    with ana.another_tab():
        for place in ("/move-3", "#move-3"):
            open_replay(ana, lost_game, place)
            assert ana.text("#step") == "Move 3 of 5"
            assert ana.attributes(".move [aria-current]", "href") == [f"#/replay/{lost_game}/move-3"]
        open_replay(ana, lost_game)
        ana.click("[data-move='4'] a")
        ana.until(lambda: ana.text("#step") == "Move 4 of 5")
        ana.click("#next")
        ana.until(lambda: ana.browser.current_url.endswith("/move-5"))
        ana.click("[data-move='2'] a")
        ana.until(lambda: ana.text("#step") == "Move 2 of 5")
        for forth, step in ((False, "Move 5 of 5"), (False, "Start"), (True, "Move 5 of 5"), (True, "Move 2 of 5")):
            ana.browser.forward() if forth else ana.browser.back()
            ana.until(lambda step=step: ana.text("#step") == step)


def test_one_person_plays_on_for_all_players(ana: WebClient, lost_game: str) -> None:
    """From the step, without a cover between the turns; without bots this is the only way, and needs no menu."""
    open_replay(ana, lost_game, "/move-1")
    ana.click("#study")
    view = view_of(ana)
    assert (view["given_actions"], view["version"], view["phase"]) == (1, 2, "suffer")
    ana.act(LOSING[1])
    ana.until(lambda: ana.text(".actor") == "You act for Player 2")
    ana.act(LOSING[2])
    ana.until(lambda: "Suffer" in ana.text("#task"))


def test_bots_have_the_other_seats(ana: WebClient, bots_url: str) -> None:
    """The seat to act is suggested."""
    ana.server = bots_url
    ana.open(puzzle(players=2, seed=SEED, actions=",".join(LOSING[:2])))
    ana.click("#study")
    assert Select(ana.find("#study-seat")).first_selected_option.text == "Player 2"
    Select(ana.find("#bot-choice")).select_by_value("greedy")
    ana.click("#study-bots")
    assert [seat["agent"] for seat in view_of(ana)["seats"]] == ["greedy", None]


def test_a_costly_move_of_ones_own_is_tried_again(ana: WebClient, advised_url: str) -> None:
    """From the position before it, first with the bot that the game had."""
    created = new_game(advised_url, players=2, seed=SEED, seats=[{"agent": "greedy"}, {"name": "Ana"}])
    created["seats"] = [{"token": house_token(BOTS_KEY, "greedy")}, *created["seats"]]
    game = created["game"]["id"]
    play(advised_url, created, LOSING)
    ana.server = advised_url
    ana.sit(created, 1)
    show_awake(advised_url, "planner-fast")
    open_replay(ana, game, "/move-2")
    ana.click("#do-review")
    record = httpx.get(f"{advised_url}/v1/games/{game}/record").json()
    answer(advised_url, "planner-fast", moves=reviewed_moves(record, {1: 0.04, 3: 0.22}))
    ana.find("#curve svg")
    assert ana.text("#study") == "Try this move again"
    for step, label in (
        (1, "Play on from here"),
        (2, "Try this move again"),
        (3, "Play on from here"),
        (2, "Try this move again"),
    ):
        ana.click("#next" if ana.text("#step") < f"Move {step + 1} of 5" else "#previous")
        ana.until(lambda step=step: ana.text("#step") == f"Move {step + 1} of 5")
        assert ana.text("#study") == label
    ana.click("#study")
    assert Select(ana.find("#study-seat")).first_selected_option.text == "Ana"
    ana.click(".study-way:first-child > #study-bots.main")
    view = view_of(ana)
    assert (view["given_actions"], [seat["agent"] for seat in view["seats"]]) == (2, ["greedy", None])


def test_the_end_has_no_way_to_play_on(ana: WebClient, lost_game: str) -> None:
    """And no puzzle; a step before it has both, on the first screen of a phone."""
    open_replay(ana, lost_game, "/move-5")
    width(ana.browser, *PHONE_PX)
    ana.click("#more")
    displayed = {button: ana.find(button).is_displayed() for button in ("#study", "#copy-step", "#copy-puzzle")}
    assert displayed == {"#study": False, "#copy-step": True, "#copy-puzzle": False}
    ana.click("#previous")
    ana.until(lambda: ana.find("#study").is_displayed() and ana.find("#copy-puzzle").is_displayed())
    study = ana.find("#study").rect
    assert study["y"] + study["height"] <= PHONE_PX[1]


def test_a_puzzle_link_has_the_whole_beginning(ana: WebClient, bo: WebClient, won_game: str) -> None:
    """Another browser shows the position before the last action, and starts the game from there, without a menu."""
    record = httpx.get(f"{ana.server}/v1/games/{won_game}/record").json()
    steps = len(record["events"])
    open_replay(ana, won_game, f"/move-{steps - 1}")
    ana.click("#more")
    ana.click("#copy-puzzle")
    link = ana.find("#copied-link").get_attribute("value")
    assert link.startswith(f"{ana.server}/#/puzzle?players=1&seed={quote(record['seed'], safe='/')}&first=0&actions=")
    bo.open(link.removeprefix(bo.server))
    assert "1 enemy is left." in bo.text("#puzzle")
    shown = bo.attributes(".puzzle-hand [data-card]", "data-card")
    bo.click("#study")
    assert view_of(bo)["given_actions"] == steps - 1
    bo.find(".hand-card")
    assert bo.hand() == shown
    bo.act(record["events"][-1]["action"])
    bo.find("#ending.won")


def test_a_game_that_began_at_a_position_is_studied_at_its_positions(ana: WebClient) -> None:
    """No actions from a deal lead there."""
    first, second, *_ = [step.position for step in regicide.replay(regicide.Position.new(SEED, 2), ACTIONS)]
    created = new_game(ana.server, players=2, position=str(first))
    play(ana.server, created, LOSING[1:])
    open_replay(ana, created["game"]["id"], "/move-1")
    ana.click("#more")
    ana.click("#copy-puzzle")
    link = ana.find("#copied-link").get_attribute("value")
    assert parse_qs(link.partition("?")[2]) == {"players": ["2"], "position": [str(second)], "seat": ["1"]}
    ana.open(link.removeprefix(ana.server))
    assert ana.text("#puzzle").count("Next to act: Player 2.")


FAULTY_LINKS = {
    "/#/puzzle": "It needs a seed or a position.",
    puzzle(seed=SEED): "The part “players” is missing.",
    puzzle(players=2, seed=SEED, seat=2): "The part “seat” is “2”; expected a number from 0 to 1.",
    "/#/puzzle?players=2&seed=%C3": "The part “seed” is damaged.",
    puzzle(players=2, seed=SEED, actions="9S,2H"): "Action 2: ",
    puzzle(players=2, position="phase=play"): "The part “position”: ",
    puzzle(players=2, seed="x" * 5000): "The part “seed”: ",
    puzzle(players=1, seed="x", actions=",".join(3000 * ["flip"])): "It has 3000 actions; 1000 are possible.",
    puzzle(players=1, seed="x", actions="flop"): "",
}


def test_a_link_that_begins_no_game_gets_a_message(ana: WebClient) -> None:
    """It names the part that is wrong, and each sentence ends with one full stop."""
    for link, fault in FAULTY_LINKS.items():
        ana.open(link)
        assert ana.text("#puzzle-fault").startswith(f"No game can begin with this link. {fault}")
        assert re.search(r"[^.][.]$", ana.text("#puzzle-fault"))
