"""Several devices of one player: a code and its link, the games on the other device, and the end of a device."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from browser import console_messages
from selenium.webdriver.support.select import Select
from shared_http import HTTP
from web_clients import WebClient, new_game, post
from web_modules import CLIENT

pytestmark = pytest.mark.browser

DECODER = Path(__file__).parents[2] / "support" / "qr_decoder.mjs"
CODE = re.compile("[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}")


def shown_code(client: WebClient) -> str:
    """The code that a page shows for another device."""
    client.open("/#/devices")
    client.click("#get-code")
    return client.text("#pairing-code")


def saved(client: WebClient) -> dict[str, Any]:
    """The saved games."""
    games: dict[str, Any] = json.loads(client.browser.execute_script("return localStorage['regicide.games'] ?? '{}'"))
    return games


def take(client: WebClient, name: str) -> None:
    """Take the games of the code in the form."""
    client.find("#device-name").clear()
    client.find("#device-name").send_keys(name)
    client.click("#take")
    client.find("[data-game]")


def play_first_card(client: WebClient) -> None:
    """Play the first card of the hand."""
    card = client.find(".hand-card").get_attribute("data-card")
    client.act(str(card))
    client.until(lambda: card not in client.attributes(".hand-card", "data-card"))


def test_a_player_goes_on_with_another_device(ana: WebClient, bo: WebClient) -> None:
    """By the link of the QR code: the game is in the list there, and is played; the first device ends the other one."""
    game = ana.create()
    code = shown_code(ana)
    assert CODE.fullmatch(code)
    assert ana.find("#code-left").text.startswith("Valid for 4:")
    ana.find(".qr-code path")
    [box], [dark] = ana.attributes(".qr-code", "viewBox"), ana.attributes(".qr-code path", "d")
    content = json.dumps({"size": int(str(box).split()[2]), "dark": dark})
    command = ["node", str(DECODER), str(CLIENT)]
    url = subprocess.run(command, input=content, capture_output=True, text=True, check=True).stdout.strip()
    assert url == f"{ana.server}/#/devices/{code}"

    bo.open(url.removeprefix(bo.server))
    assert bo.find("#take-code").get_attribute("value") == code
    assert bo.browser.current_url == f"{bo.server}/#/devices"
    take(bo, "Telephone")
    tokens = [each[game]["tokens"] for each in (saved(ana), saved(bo))]
    assert (tokens[0].keys(), {*tokens[0].values()} & {*tokens[1].values()}) == (tokens[1].keys(), set())
    bo.click(f"[data-game='{game}'] a")
    play_first_card(bo)

    ana.until(lambda: ana.find("#share-status").text == "Telephone has your games now.")
    assert ana.all("#pairing-code") == []
    lines = "return [...document.querySelectorAll('.device-list li')].map((each) => each.innerText.split('\\n'))"
    own, other = ana.browser.execute_script(lines)
    assert (own, other[0], other[-1]) == (["This device", "1 game"], "Telephone", "End")
    ana.click("li:not([data-device=this]) button")
    ana.click("#yes")
    ana.until(lambda: len(ana.all(".device-list li")) == 1)
    bo.until(lambda: bo.all(".hand-card") == [] and "not yours" in bo.find("#alerts").text)
    ana.open(f"/#/game/{game}")
    ana.find(".hand-card")
    assert console_messages(ana.browser) == []
    assert [message for message in console_messages(bo.browser) if "403" not in message] == []


def test_a_code_is_typed(ana: WebClient, bo: WebClient) -> None:
    """In lower case, with spaces; a wrong one is explained, and another device gets nothing by one that was used."""
    game = ana.create()
    code = shown_code(ana)
    bo.open("/#/devices")
    bo.find("#take-code").send_keys("0000-0000-0000")
    bo.click("#take")
    bo.until(lambda: "The code is not valid" in bo.text("#alerts"))
    assert saved(bo) == {}
    bo.find("#take-code").clear()
    bo.find("#take-code").send_keys(code.lower().replace("-", " "))
    take(bo, "Laptop")
    assert [*saved(bo)] == [game]
    bo.open(f"/#/devices/{code}")
    bo.click("#take")
    bo.until(lambda: "The code is not valid" in bo.text("#alerts"))


def test_a_device_that_takes_games_again_stays_one(ana: WebClient, bo: WebClient) -> None:
    """Its former keys end; and so do those of the first device that takes its games back from another one."""
    first = ana.create()
    for name in ("Telephone", "Pocket telephone"):
        code = shown_code(ana)
        bo.open(f"/#/devices/{code}")
        take(bo, name)
        second = ana.create()
    assert {*saved(bo)} == {*saved(ana)} - {second}
    ana.open("/#/devices")
    ana.find("li:not([data-device=this])")
    assert [each.text.splitlines()[0] for each in ana.all(".device-list li")] == ["This device", "Pocket telephone"]
    code = shown_code(bo)
    before = saved(ana)[first]["tokens"]
    ana.open(f"/#/devices/{code}")
    take(ana, "Desktop")
    assert saved(ana)[first]["tokens"] != before
    ana.open(f"/#/game/{first}")
    play_first_card(ana)
    bo.open("/#/devices")
    bo.find("li:not([data-device=this])")
    assert [each.text.splitlines()[0] for each in bo.all(".device-list li")] == ["This device", "Desktop"]


def code_for(server: str, *games: dict[str, Any]) -> str:
    """A code for the first seats of games that the API has created."""
    shared = [{"id": each["game"]["id"], "tokens": [each["seats"][0]["token"]]} for each in games]
    answer = HTTP.post(f"{server}/v1/devices/pairings", json={"games": shared}).raise_for_status()
    code: str = answer.json()["code"]
    return code


def test_taken_games_leave_a_device_its_own(ana: WebClient) -> None:
    """They get the room that is left; those that are over are known to be so, and the page says how many have none."""
    own = ana.create()
    games = [new_game(ana.server, players=1) for _ in range(50)]
    for each in games[1:]:
        post(ana.server, each, 0, "give-up", agree=True)
    ana.open(f"/#/devices/{code_for(ana.server, *games)}")
    ana.find("#device-name").send_keys("Telephone")
    ana.click("#take")
    ana.until(lambda: ana.text("#take-status").startswith("1 game has no room here"))
    kept = saved(ana)
    assert (len(kept), own in kept, games[0]["game"]["id"] in kept) == (50, True, True)
    assert sorted(each["seen"]["status"] for each in kept.values()) == ["active"] * 2 + ["lost"] * 48


def test_the_first_devices_of_games_are_ended_one_by_one(ana: WebClient) -> None:
    """They may be different ones."""
    games = [new_game(ana.server, players=players) for players in (1, 2)]
    ana.open(f"/#/devices/{code_for(ana.server, *games)}")
    take(ana, "Telephone")
    ana.open("/#/devices")
    ana.until(lambda: len(ana.all(".device-list li")) == 3)
    ana.click(f"[id='end-{games[0]['game']['id']}']")
    ana.click("#yes")
    ana.until(lambda: len(ana.all(".device-list li")) == 2)
    bearers = [{"Authorization": f"Bearer {each['seats'][0]['token']}"} for each in games]
    urls = [f"{ana.server}/v1/games/{each['game']['id']}/devices" for each in games]
    assert [HTTP.get(url, headers=bearer).status_code for url, bearer in zip(urls, bearers, strict=True)] == [401, 200]


def test_the_page_is_reached_from_the_settings(ana: WebClient) -> None:
    """In each language; a device without games shows no code."""
    ana.open()
    Select(ana.find("#language")).select_by_value("it")
    ana.until(lambda: ana.find("#open-settings").get_attribute("title") == "Impostazioni")
    ana.click("#open-settings")
    ana.click("#to-devices")
    ana.until(lambda: ana.text("#page h1") == "Le mie partite su un altro dispositivo")
    assert (ana.all("#get-code"), ana.find("#settings").is_displayed()) == ([], False)
