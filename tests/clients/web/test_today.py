"""Today's deal in the web client: its page, the result, the statistics; and the end of any game."""

from __future__ import annotations

import json
import re
from datetime import date
from typing import Any

import httpx
import pytest
from browser import colours, console_messages, motion
from web_clients import WebClient

from regicide_arena.bots.planner import policy

pytestmark = pytest.mark.browser


def started(client: WebClient, button: str) -> str:
    """Start a game with today's deal. Returns its id."""
    client.open("/#/today")
    client.click(button)
    client.find(".hand-card, #link")
    return client.browser.current_url.rpartition("/")[2]


def give_up(client: WebClient) -> None:
    """Give the game of the page up by the API."""
    path = f"{client.server}/v1/games/{client.browser.current_url.rpartition('/')[2]}/give-up"
    bearer = {"Authorization": f"Bearer {client.tokens()[0]}"}
    httpx.post(path, json={"agree": True}, headers=bearer).raise_for_status()


def test_giving_up_says_that_the_game_counts(ana: WebClient) -> None:
    """And that the day counts in no streak."""
    started(ana, "#today-solo")
    ana.click("#ways")
    assert "It is your one try that counts for this deal" in ana.text("#question")
    ana.click("#no")


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
    """The pages lead to it, and to the running game; its end shows the result, also after a reload, and to copy."""
    ana.open()
    ana.click("#to-today")
    ana.click("#today-solo.main")
    ana.find(".hand-card")
    game = ana.browser.current_url.rpartition("/")[2]
    ana.open()
    assert "Continue" in ana.text("#to-today")
    ana.open("/#/today")
    assert ana.attributes("[data-continue='1']", "href") == [f"#/game/{game}"]
    ana.click("[data-continue='1']")
    view = play_out(ana)
    result = view["result"]
    ana.find("#day-ending #copy-result")
    assert ana.text(".ending-day") == f"{date.fromisoformat(view['deal']['date']):%A, %B %-d, %Y}"
    ana.open(f"/#/game/{game}")
    ana.find("#day-ending #copy-result")
    ana.click("#share-result")
    ana.click("#copy-result")
    assert f": {result['defeated']} of 12" in str(ana.find("#copied-result").get_attribute("value")).split("\n")[0]
    ana.open("/#/today")
    ana.find(".day-mode[data-players='1'] .day-result")
    ana.until(lambda: len(ana.all("body > .scenery .window.dark")) == result["defeated"])
    squares = len(ana.all(".squares .square:not(.standing)"))
    shown = figures(ana)
    assert (squares, shown["played"], shown["streak in days"]) == (result["defeated"], "1", "1")


def test_a_waiting_game_is_the_main_way_until_it_is_cancelled(ana: WebClient) -> None:
    """The page has one main button. A cancelled game does not count: another one can be started."""
    game = started(ana, "#today-friend")
    ana.open("/#/today")
    ana.find("[data-continue='2'].main")
    assert len(ana.all("#page .main")) == 1
    saved = json.loads(ana.browser.execute_script("return localStorage['regicide.games']"))
    bearer = {"Authorization": f"Bearer {saved[game]['owner']}"}
    httpx.delete(f"{ana.server}/v1/games/{game}", headers=bearer).raise_for_status()
    ana.open("/#/today")
    ana.find("#today-friend")
    ana.find("#today-solo.main")
    assert len(ana.all("#page .main")) == 1


def test_the_squares_of_enemies_that_stand_are_visible(ana: WebClient) -> None:
    """In both colour schemes, with a contrast of 3 to 1 (WCAG 2.2, 1.4.11)."""
    ana.open("/#/today")
    ana.find("#boards")
    ana.module("story/castle.ts", "document.querySelector('#boards').append(m.squares('x'))")
    contrasts = {}
    for scheme in ("light", "dark"):
        colours(ana.browser, scheme)
        contrasts[scheme] = ana.browser.execute_script(CONTRAST, ".square.standing", "#boards")
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


def test_a_result_whose_game_was_removed_is_not_entered(ana: WebClient) -> None:
    """The browser has no token of it any more."""
    started(ana, "#today-solo")
    give_up(ana)
    ana.open("/#/today")
    ana.find("#enter-result")
    ana.browser.execute_script("localStorage['regicide.games'] = '{}'")
    ana.open("/#/today")
    ana.find("#boards .own-place")
    assert (ana.all("#enter-result"), ana.text(".own-place")) == ([], "")


def test_two_tabs_start_one_game(ana: WebClient) -> None:
    """The button of a tab that was open before goes to the game of the other one."""
    ana.open("/#/today")
    ana.find("#today-solo")
    with ana.another_tab():
        game = started(ana, "#today-solo")
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
            return m.todayText();
        };
        const [solo, twos] = [`${date}/1`, `${date}/2`];
        const cases = [{}, { [solo]: over }, { [solo]: over, [twos]: running }, { [solo]: over, [twos]: over }];
        return cases.map(text);
    })()"""
    told = ana.module("today/tile.ts", script, RESULT)
    texts = ana.module("words/texts.ts", "['today.tile', 'today.continue', 'today.tile-done'].map((key) => m.t(key))")
    fresh, running, done = texts
    assert told == [fresh, done, running, done]


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
        client.find("#day-ending #copy-result")
        client.open("/#/today")
        client.find(".day-mode[data-players='2'] .day-result")
        assert figures(client)["played"] == "1"


def test_the_record_is_told_later(ana: WebClient) -> None:
    """The end says when, and shows no link before, nor does the history; all hands lie open at once.

    It leads to another game, which has other cards, so that it is not the main way on. If another
    game counts for the deal, it says so. No bot is offered in such a game, which can be given up.
    """
    started(ana, "#today-solo")
    hand = ana.hand()
    assert ana.text("#ways") == "Give up"
    assert ana.all("#hand-over") == []
    ana.browser.execute_script(NOTE_IN_PLACE, {"game": "another", "result": RESULT})
    give_up(ana)
    ana.find("#day-ending #copy-result")
    assert ana.module("words/texts.ts", "m.t('today.not-counted')") in ana.text("#day-ending")
    assert "You can watch the replay when" in ana.text("#ending")
    assert not ana.all("#to-replay")
    assert ana.attributes("[data-open-hand='0'] .open-card", "data-card") == hand
    ana.find("#rematch:not(.main)")
    assert ana.text("#rematch") == "Play another deal"
    ana.open("/#/history")
    ana.click(".history .game-list a")
    ana.find("#day-ending #copy-result")
    assert console_messages(ana.browser) == []


RESULT = {"outcome": "lost", "grade": None, "falls": "dx"}


def test_a_victory_is_celebrated(ana: WebClient, won_game: str) -> None:
    """In the colours of its grade, with the server's text, and without motion for those who want none.

    No enemy is left on the table.
    """
    grade = httpx.get(f"{ana.server}/v1/games/{won_game}").json()["result"]["grade"]
    grades = httpx.get(f"{ana.server}/v1/rules").json()["grades"]
    ana.browser.get(f"{ana.server}/icons/icon.svg")
    motion(ana.browser, "no-preference")
    for speed, moves in (("off", False), ("normal", True)):
        ana.set_speed(speed)
        ana.open(f"/#/game/{won_game}")
        ana.find(f".celebration.{grade} .victory-crown")
        assert bool(ana.all(".suit-rain")) is moves
    assert ana.text("#ending-title") == "The castle has fallen"
    assert ana.text(f".grade.{grade}").endswith(next(each["text"] for each in grades if each["grade"] == grade))
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
    """With its date, and then the page asks no more; a hidden page asks when it is visible again."""
    ana.needs_page_scripts()
    ana.open()
    hide = "window.hidden = true; Object.defineProperty(document, 'hidden', { get: () => window.hidden });"
    ana.browser.execute_script(MIDNIGHT + hide + "location.hash = '#/today'")
    ana.find(".day-date")
    ana.until(lambda: ana.browser.execute_script("return window.ticks") > 2)
    assert ana.browser.execute_script("return window.asked") == 1
    ana.browser.execute_script("window.hidden = false")
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
    """A deal for three players seats two others; a title has its number as a word."""
    ana.needs_page_scripts()
    ana.open("/#/today")
    assert ana.text(".day-mode[data-players='2'] h2") == "Two players"
    ana.open()
    ana.browser.execute_script(FOR_THREE + "location.hash = '#/today'")
    ana.click(".day-hero #today-friend")
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


def entries(client: WebClient) -> list[str]:
    """The names on the board of the page, in order."""
    return client.attributes(".board-table [data-entry]", "data-entry")


def test_friends_compare_their_results(ana: WebClient, bo: WebClient) -> None:
    """In a group by its link, which the browser of the friend keeps; the results stand there by a click, and go again.

    All games with deals have one owner, so that a week adds up its days.
    """
    started(ana, "#today-solo")
    play_out(ana)
    ana.find("#day-ending #copy-result")
    ana.click("#to-today")
    ana.click("#new-group")
    ana.find("#group-name").send_keys("Sunday & co")
    ana.click("#yes")
    ana.find(".day-board .qr-code")
    ana.find("#board-name").send_keys("Ana")
    ana.click("#enter-result")
    ana.until(lambda: entries(ana) == ["Ana"])
    link = str(ana.find(".day-board #link").get_attribute("value"))
    bo.open(link.removeprefix(ana.server))
    assert "You have joined Sunday & co" in bo.text("#joined-group")
    bo.until(lambda: entries(bo) == ["Ana"])
    assert "Play today's deal" in bo.text(".own-place")
    game = started(bo, "#today-solo")
    give_up(bo)
    bo.find("#day-ending #copy-result")
    bo.open("/#/today")
    bo.click(f"#board-{link.partition('/today/')[2].partition('?')[0]}")
    bo.find("#leave-group")
    bo.find("#board-name").send_keys("Bo")
    bo.click("#enter-result")
    bo.until(lambda: entries(bo) == ["Ana", "Bo"])
    assert [row.text.split()[0] for row in bo.all(".board-table tbody tr")] == ["1", "2"]
    assert bo.attributes(".board-table tr.own", "data-entry") == ["Bo"]
    assert bo.text("#own-place") == "Your rank: 2 of 2"
    assert len(bo.all(".board-table .own .square.standing")) == 12
    bo.click("#board-week")
    bo.until(lambda: len(bo.all(".board-week")) == 2)
    assert not bo.all(".board-replay")
    bo.click("#board-day")
    bo.click("#withdraw-result")
    bo.until(lambda: entries(bo) == ["Ana"])
    twos = started(bo, "#today-friend")
    saved = json.loads(bo.browser.execute_script("return localStorage['regicide.games']"))
    assert saved[twos]["owner"] == saved[game]["owner"]
    bo.open("/#/today")
    bo.click("#board-public")
    bo.until(lambda: not bo.all("#leave-group"))


def test_a_link_leaves_a_player_the_own_groups(ana: WebClient) -> None:
    """If there is no room for another one; a group is told from everyone by its number, and can be left."""
    smile = "%F0%9F%98%80"
    ana.open(f"/#/today/{'0' * 20}?name=Everyone{smile}%E2%80%AE")
    assert "You have joined Everyone\U0001f600." in ana.text("#joined-group")
    own = [f"{number}" * 20 for number in range(9)]
    stored = json.dumps([{"key": key, "name": f"{'a' * 39}\ud83d"} for key in own])
    ana.browser.execute_script("localStorage['regicide.groups'] = arguments[0]", stored)
    ana.open(f"/#/today/{'x' * 20}?name=Others")
    assert "keeps 9 groups" in ana.text("#joined-group")
    assert ana.attributes("#board-public, #board-public ~ button", "id") == [f"board-{key}" for key in ["public", *own]]
    ana.find(".board-content p.quiet")
    assert not ana.all("#new-group")
    ana.click(f"#board-{own[0]}")
    ana.click("#leave-group")
    ana.click("#yes")
    ana.find("#new-group")
    assert ana.text(f"#board-{own[1]}").startswith("1. aaa")
    assert console_messages(ana.browser) == []


def test_a_long_board_is_shown_in_parts(ana: WebClient) -> None:
    """With the bots among people, one's own entry below, and replays of a day that is over; for a week on each day.

    Before one's own result of today there are no bots on the boards that include it.
    """
    ana.needs_page_scripts()
    ana.open()
    ana.browser.execute_script(LONG_BOARD + "location.hash = '#/today'")
    ana.click("#board-yesterday")
    ana.until(lambda: len(ana.all(".board-replay")) == 3)
    assert entries(ana) == ["n1", "greedy", "n2", "n7"]
    assert ana.attributes(".board-replay", "href")[0] == f"#/replay/{1:020}"
    assert ana.text("#own-place") == "Your rank: 7 of 7"
    ana.click("#more-entries")
    ana.until(lambda: entries(ana) == ["n1", "greedy", "n2", "n3", "n7", "random"])
    assert ana.attributes(".board-table tr.own", "data-entry") == ["n7"]
    assert not ana.all("#more-entries")
    ana.click("#board-week")
    ana.find(".board-week .board-day:first-child .board-replay")
    assert entries(ana) == ["n1", "n2", "n7"]
    assert len(ana.all(".board-week .none")) == 3 * 6


def test_the_board_of_yesterday_stands_for_one_that_is_empty(ana: WebClient) -> None:
    """Until a person is on that of today; before any results, there is nothing to choose among boards."""
    ana.open("/#/today")
    ana.find(".day-board.bare #new-group")
    assert not ana.all("#board-day")
    assert "After your own game, you see the bots here" in ana.text(".board-empty")
    ana.needs_page_scripts()
    ana.open()
    ana.browser.execute_script(LONG_BOARD + EMPTY_TODAY + "location.hash = '#/today'")
    ana.find("#board-yesterday[aria-pressed=true]")
    ana.until(lambda: entries(ana)[:2] == ["n1", "greedy"])
    ana.click("#board-day")
    ana.find(".board-empty")


EMPTY_TODAY = """
    const sendLong = window.fetch, day = new Date().toISOString().slice(0, 10);
    window.fetch = async (url, options) => {
        const response = await sendLong(url, options);
        const isOfToday = String(url).includes("/v1/boards/public") && String(url).includes(`date=${day}`);
        const told = isOfToday && { ...(await response.json()), items: [], next: null, entry: null };
        return told ? Response.json(told) : response;
    };
"""


LONG_BOARD = """
    const send = window.fetch;
    const entry = (rank, name, agent, monday) => ({
        ...{ rank, name, agent, defeated: 1, won: 0, turns: 9, seconds: 3725 },
        results: [{
            ...{ date: monday, outcome: "lost", grade: null, exact: [true], turns: 9, seconds: 3725 },
            game: agent ? null : String(rank).padStart(20, "0"),
        }],
    });
    window.fetch = async (url, ...rest) => {
        const path = String(url);
        if (!path.includes("/v1/boards/")) return send(url, ...rest);
        const asked = new URL(path).searchParams;
        const day = new Date(asked.get("date"));
        if (asked.get("week") === "true") day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
        const of = (rank, name, agent = null) => entry(rank, name, agent, day.toISOString().slice(0, 10));
        const isFirst = !asked.has("cursor");
        const content = {
            ...{ date: asked.get("date"), total: 7, next: isFirst ? "2" : null },
            ...{ items: isFirst ? [of(1, "n1"), of(2, "n2")] : [of(3, "n3"), of(7, "n7")], entry: of(7, "n7") },
            bots: [of(2, "greedy", "greedy"), of(9, "random", "random")],
        };
        return new Response(JSON.stringify(content), { headers: { "Content-Type": "application/json" } });
    };
"""
