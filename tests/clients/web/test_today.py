"""Today's deal in the web client: its page, the result, the statistics; and the end of any game."""

from __future__ import annotations

import json
import re
from typing import Any

import httpx
import pytest
from browser import colours, motion, requests
from web_clients import WebClient

from regicide_arena.bots.planner import policy

pytestmark = pytest.mark.browser

EXACT, DEFEATED = "🟨", "🟩"


def started(client: WebClient, button: str) -> str:
    """Start a game with today's deal. Returns its id."""
    client.open("/#/today")
    client.click(button)
    client.find(".hand-card, #link")
    return client.browser.current_url.rpartition("/")[2]


def give_up(client: WebClient) -> dict[str, Any]:
    """Give the game of the page up by the API. Returns the last view."""
    game = client.browser.current_url.rpartition("/")[2]
    path = f"{client.server}/v1/games/{game}/give-up"
    bearer = {"Authorization": f"Bearer {client.tokens()[0]}"}
    view: dict[str, Any] = httpx.post(path, json={"agree": True}, headers=bearer).raise_for_status().json()
    return view


def play_out(client: WebClient) -> dict[str, Any]:
    """Play the solo game of the page to its end by the API. Returns the last view."""
    path = f"{client.server}/v1/games/{client.browser.current_url.rpartition('/')[2]}"
    with httpx.Client(headers={"Authorization": f"Bearer {client.tokens()[0]}"}) as http:
        view: dict[str, Any] = http.get(path).json()
        while view["result"] is None:
            body = {"version": view["version"], "action": policy(view)}
            view = http.post(f"{path}/actions", json=body).raise_for_status().json()
    return view


def figures(client: WebClient) -> dict[str, str]:
    """The statistics of the page by name."""
    return dict(
        zip(
            (each.text for each in client.all(".figures dt")),
            (each.text for each in client.all(".figures dd")),
            strict=True,
        )
    )


def test_a_solo_game_counts_once(ana: WebClient) -> None:
    """The page leads to the running game; its end shows the result, also after a reload and in another tab."""
    game = started(ana, "#today-solo")
    ana.open("/#/today")
    assert ana.attributes("[data-continue='1']", "href") == [f"#/game/{game}"]
    ana.click("[data-continue='1']")
    result = play_out(ana)["result"]
    ana.find("#day-ending .squares")
    ana.open(f"/#/game/{game}")
    ana.find("#day-ending .squares")
    ana.open("/#/today")
    ana.find(".day-mode[data-players='1'] .day-result")
    squares = len(ana.all(".squares .square:not(.standing)"))
    shown = figures(ana)
    assert (squares, shown["played"], shown["streak in days"]) == (result["defeated"], "1", "1")


def test_the_page_has_one_main_button(ana: WebClient) -> None:
    """For the deal to play next: the solo deal, then the game that was begun, then the deal for two players."""
    ana.open("/#/today")
    ana.find("#today-solo.main")
    assert len(ana.all("#page .main")) == 1
    ana.click("#today-friend")
    ana.find("#link")
    ana.open("/#/today")
    ana.find("[data-continue='2'].main")
    assert len(ana.all("#page .main")) == 1


def test_the_squares_of_enemies_that_stand_are_visible(ana: WebClient) -> None:
    """In both colour schemes, with a contrast of 3 to 1 (WCAG 2.2, 1.4.11)."""
    ana.open("/#/today")
    ana.find("#statistics")
    ana.module("today/result_panel.ts", "document.querySelector('#statistics').append(m.squares('x'))")
    contrasts = {}
    for scheme in ("light", "dark"):
        colours(ana.browser, scheme)
        contrasts[scheme] = ana.browser.execute_script(CONTRAST, ".square.standing", "#statistics")
    assert min(contrasts.values()) >= 3, contrasts


CONTRAST = """
    const linear = (each) => (each /= 255) <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4;
    const luminance = (colour) => {
        const [red, green, blue] = colour.match(/[0-9.]+/g).map(linear);
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
    };
    const style = (selector) => getComputedStyle(document.querySelector(selector));
    const found = [style(arguments[0]).borderTopColor, style(arguments[1]).backgroundColor].map(luminance);
    return Math.max(...found) / Math.min(...found);
"""
"""The contrast of the border of an element with the ground of another one."""


def test_the_result_gives_nothing_away(ana: WebClient) -> None:
    """A line with the day, one square for each enemy, the page of the deal."""
    started(ana, "#today-solo")
    defeated = play_out(ana)["defeated"]
    ana.click("#copy-result")
    text = str(ana.find("#copied-result").get_attribute("value"))
    first, squares, *rest = text.split("\n")
    assert re.fullmatch(rf"Regicide \d{{4}}-\d\d-\d\d, solo: {defeated} of 12( [🥇🥈🥉])?", first)
    assert squares.count(EXACT) + squares.count(DEFEATED) == defeated
    assert len(squares.replace(" ", "")) == 12
    assert rest[-1] == f"{ana.server}/#/today"
    assert not re.search(r"[♥♦♣♠]|game/", text)


def test_the_home_page_leads_to_the_deal(ana: WebClient) -> None:
    """And says that a game of it runs."""
    ana.open()
    ana.click("#home-today a")
    ana.click("#today-solo")
    ana.find(".hand-card")
    ana.open()
    assert "Continue" in ana.text("#home-today")


def test_a_result_that_was_missed_is_found(ana: WebClient) -> None:
    """If the page was closed before the end, and its entry was lost: by the page of the deal."""
    started(ana, "#today-solo")
    path, token = f"{ana.server}/v1/games/{ana.browser.current_url.rpartition('/')[2]}", ana.tokens()[0]
    ana.browser.get(f"{ana.server}/icons/icon.svg")
    ana.browser.execute_script("localStorage.removeItem('regicide.deals')")
    httpx.post(f"{path}/give-up", json={"agree": True}, headers={"Authorization": f"Bearer {token}"}).raise_for_status()
    ana.open("/#/today")
    assert len(ana.find(".squares").find_elements("css selector", ".standing")) == 12
    assert figures(ana)["played"] == "1"


def test_a_double_click_starts_one_game(ana: WebClient) -> None:
    """The page then leads to this game."""
    ana.open("/#/today")
    ana.find("#today-solo")
    requests(ana.browser)
    ana.browser.execute_script("const solo = document.querySelector('#today-solo'); solo.click(); solo.click()")
    ana.find(".hand-card")
    game = ana.browser.current_url.rpartition("/")[2]
    ana.browser.back()
    ana.find("[data-continue='1']")
    ana.browser.execute_script("document.querySelector('[data-continue]').click()")
    ana.find(".hand-card")
    assert ana.browser.current_url.endswith(game)
    assert [url for url in requests(ana.browser) if url.endswith("/v1/games")] == [f"{ana.server}/v1/games"]


def test_two_tabs_start_one_game(ana: WebClient) -> None:
    """The button of a tab that was open before goes to the game of the other one."""
    ana.open("/#/today")
    ana.find("#today-solo")
    first = ana.browser.current_window_handle
    ana.browser.switch_to.new_window("tab")
    game = started(ana, "#today-solo")
    ana.browser.close()
    ana.browser.switch_to.window(first)
    ana.click("#today-solo")
    ana.find(".hand-card")
    assert ana.browser.current_url.endswith(game)


def test_the_home_page_says_what_was_played(ana: WebClient) -> None:
    """A game that runs comes before the result of another."""
    ana.open()
    script = """(() => {
        const date = m.todayByClock(), over = { game: "x", result: a[0] }, running = { game: "y" };
        const text = (entries) => {
            localStorage.setItem("regicide.deals", JSON.stringify(entries));
            return m.todayTile().querySelector("span").textContent;
        };
        const [solo, twos] = [`${date}/1`, `${date}/2`];
        const cases = [{}, { [solo]: over }, { [solo]: over, [twos]: running }, { [solo]: over, [twos]: over }];
        return cases.map(text);
    })()"""
    told = ana.module("today/tile.ts", script, RESULT)
    texts = ana.module("words/texts.ts", "['today.tile', 'today.continue', 'today.tile-done'].map((key) => m.t(key))")
    fresh, running, done = texts
    assert told == [fresh, done, running, done]


def test_a_second_game_is_told_not_to_count(ana: WebClient) -> None:
    """At its end, if another game counts for the deal."""
    started(ana, "#today-solo")
    ana.browser.execute_script(NOTE_IN_PLACE, {"game": "another", "result": RESULT})
    give_up(ana)
    ana.find("#day-ending .squares")
    assert ana.module("words/texts.ts", "m.t('today.not-counted')") in ana.text("#day-ending")


NOTE_IN_PLACE = """
    const deals = JSON.parse(localStorage["regicide.deals"]);
    for (const key of Object.keys(deals)) deals[key] = arguments[0];
    localStorage["regicide.deals"] = JSON.stringify(deals);
"""


def test_a_friend_plays_by_a_link(ana: WebClient, bo: WebClient) -> None:
    """The game counts for both."""
    game = started(ana, "#today-friend")
    seat = httpx.post(f"{ana.server}/v1/games/{game}/seats/1", json={"name": "Bo"}).raise_for_status().json()
    bo.sit({"game": seat["game"], "seats": {1: seat["seats"][0]}}, 1)
    give_up(ana)
    give_up(bo)
    for client in (ana, bo):
        client.find("#day-ending .squares")
        client.open("/#/today")
        client.find(".day-mode[data-players='2'] .day-result")
        assert figures(client)["played"] == "1"


def test_the_record_is_told_later(ana: WebClient) -> None:
    """The end says when, and shows no link before; all hands lie open at once.

    It leads to a new game with the same players, which has other cards, so that it is not the main way on.
    """
    started(ana, "#today-solo")
    hand = ana.hand()
    give_up(ana)
    ana.find("#ending")
    assert "You can watch the replay when" in ana.text("#ending")
    assert not ana.all("#to-replay")
    assert ana.attributes("[data-open-hand='0'] .open-card", "data-card") == hand
    ana.find("#rematch:not(.main)")
    assert ana.text("#rematch") == "New game with the same players"


def test_a_cancelled_game_does_not_count(ana: WebClient) -> None:
    """Another one can be started."""
    game = started(ana, "#today-friend")
    saved = json.loads(ana.browser.execute_script("return localStorage['regicide.games']"))
    bearer = {"Authorization": f"Bearer {saved[game]['owner']}"}
    httpx.delete(f"{ana.server}/v1/games/{game}", headers=bearer).raise_for_status()
    ana.open("/#/today")
    ana.find("#today-friend")


RESULT = {"outcome": "lost", "grade": None, "falls": "dx"}


def test_a_victory_is_celebrated(ana: WebClient, won_game: str) -> None:
    """In the colours of its grade, and without motion for those who want none; no enemy is left on the table."""
    ana.browser.get(f"{ana.server}/icons/icon.svg")
    motion(ana.browser, "no-preference")
    for speed, moves in (("off", False), ("normal", True)):
        ana.set_speed(speed)
        ana.open(f"/#/game/{won_game}")
        ana.find(".celebration:is(.gold, .silver, .bronze) .victory-crown")
        assert bool(ana.all(".suit-rain")) is moves
    assert ana.text("#enemy") == "The castle has fallen"
    assert ana.text("#played") == ""


def test_the_page_shows_its_statistics_without_the_server(ana: WebClient) -> None:
    """And the deal as soon as the server responds."""
    ana.needs_page_scripts()
    ana.open()
    ana.browser.execute_script(
        "localStorage['regicide.deals'] = arguments[0]", json.dumps({"2026-11-22/1": {"game": "x", "result": RESULT}})
    )
    ana.browser.execute_script(UNREACHABLE + "location.hash = '#/today'")
    ana.find(".figures")
    ana.find("[role=alert]")
    assert figures(ana)["played"] == "1"
    ana.browser.execute_script("window.fetch = window.send")
    ana.click("#again")
    ana.find("#today-solo")
    assert not ana.all("[role=alert]")


UNREACHABLE = """
    window.send = window.fetch;
    window.fetch = (url, ...rest) =>
        String(url).endsWith("/today") ? Promise.reject(new TypeError()) : window.send(url, ...rest);
    Object.defineProperty(navigator, "onLine", { get: () => false });
"""


def test_the_next_deal_takes_the_place_of_one_that_is_over(ana: WebClient) -> None:
    """With its date, and then the page asks no more."""
    ana.needs_page_scripts()
    ana.open()
    ana.browser.execute_script(MIDNIGHT + "location.hash = '#/today'")
    ana.until(lambda: "2031" in ana.text(".day-date"))
    ticks = ana.browser.execute_script("return window.ticks")
    ana.until(lambda: ana.browser.execute_script("return window.ticks") > ticks + 2)
    assert ana.browser.execute_script("return window.asked") == 2


MIDNIGHT = """
    const [send, repeat] = [window.fetch, window.setInterval];
    window.asked = window.ticks = 0;
    window.setInterval = (call, ms) => repeat(() => (window.ticks++, call()), ms / 1000);
    window.fetch = async (url, ...rest) => {
        const response = await send(url, ...rest);
        if (!String(url).endsWith("/today")) return response;
        const next = { date: "2031-01-02", ends_at: "2031-01-03T00:00:00Z" };
        const told = { ...(await response.json()), ...(window.asked++ ? next : { ends_at: "2020-01-01T00:00:00Z" }) };
        return new Response(JSON.stringify(told), { headers: { "Content-Type": "application/json" } });
    };
"""


def test_the_page_counts_down_to_the_next_deal(ana: WebClient) -> None:
    """In hours and minutes, and says what becomes of a game at midnight."""
    ana.open("/#/today")
    ana.until(lambda: re.fullmatch(r"Next deal in (\d+ hr)? ?(\d+ min)?[.]", ana.text("#next-deal")))
    assert "it counts for its own day" in ana.text(".today")
    minutes = [1, 60, 61, 192, 1440, 0.2, -5]
    told = ana.module("words/texts.ts", "a[0].map((each) => m.formatCountdown(each * 60_000))", minutes)
    assert told == ["1 min", "1 hr", "1 hr 1 min", "3 hr 12 min", "24 hr", "1 min", "1 min"]


def test_the_numbers_of_players_come_from_the_server(ana: WebClient) -> None:
    """A deal for three players gets a panel of its own, which seats two others."""
    ana.needs_page_scripts()
    ana.open()
    ana.browser.execute_script(FOR_THREE + "location.hash = '#/today'")
    ana.find(".day-mode[data-players='3']")
    assert ana.text(".day-mode[data-players='3'] h2") == "3 players"
    assert ana.attributes(".day-mode", "data-players") == ["3"]
    ana.click("#today-friend")
    ana.until(lambda: ana.browser.execute_script("return window.wish") is not None)
    assert json.loads(ana.browser.execute_script("return window.wish"))["seats"] == [
        {"name": None},
        *[{"open": True}] * 2,
    ]


FOR_THREE = """
    const send = window.fetch;
    window.wish = null;
    window.fetch = async (url, options) => {
        if (options?.method === "POST" && String(url).endsWith("/v1/games")) window.wish = options.body;
        const response = await send(url, options);
        if (!String(url).endsWith("/today")) return response;
        const told = { ...(await response.json()), deals: [{ players: 3, bots: [] }] };
        return new Response(JSON.stringify(told), { headers: { "Content-Type": "application/json" } });
    };
"""


def test_a_hidden_page_does_not_ask_for_the_next_deal(ana: WebClient) -> None:
    """It asks when it is visible again."""
    ana.needs_page_scripts()
    ana.open()
    hide = "window.hidden = true; Object.defineProperty(document, 'hidden', { get: () => window.hidden });"
    ana.browser.execute_script(MIDNIGHT + hide + "location.hash = '#/today'")
    ana.find(".day-date")
    ana.until(lambda: ana.browser.execute_script("return window.ticks") > 2)
    assert ana.browser.execute_script("return window.asked") == 1
    ana.browser.execute_script("window.hidden = false")
    ana.until(lambda: "2031" in ana.text(".day-date"))
