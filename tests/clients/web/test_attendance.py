"""Players who are there, and players who are missing."""

from __future__ import annotations

import re
import time

import httpx
import pytest
from browser import requests, width
from players import SEED
from web_clients import WebClient, created_game, play
from web_modules import evaluated

from regicide_api.core.tokens import hash_token
from regicide_api.storage.game_store import Store
from regicide_api.storage.values import HeldSeat

pytestmark = pytest.mark.browser

TWO_MINUTES_MS = 125_000


def test_a_missing_player_is_named_with_the_ways_out(ana: WebClient, server_url: str, valkey_url: str) -> None:
    """If it is the turn of the player; the notice can be closed."""
    game = created_game(server_url, 2, SEED)
    gone_at = round(1000 * time.time()) - TWO_MINUTES_MS
    holder = hash_token(game["seats"][1]["token"])[:16]
    Store(valkey_url).sightings.write([HeldSeat(game["game"]["id"], 1, holder)], gone_at, 600)
    play(server_url, game, ["9S", "-AD"])
    ana.sit(game, 0)
    ana.until(lambda: re.search("Player 2 has been away for [23] minutes", ana.text("#absence")))
    assert re.fullmatch("away for [23] minutes", ana.text("[data-seat='1'] .presence"))
    for size in ((360, 740), (740, 360), (1440, 900)):
        width(ana.browser, *size)
        boxes = ana.boxes("#task, #absence p, #absence-ways, .hand-card")
        assert all(box["top"] >= 0 and box["bottom"] <= size[1] for box in boxes)
        [task, text] = ana.boxes("#task, #absence p")
        assert task["bottom"] <= text["top"] + 1
        assert len(ana.boxes(".dock #absence")) == 1
    ana.click("#absence-ways")
    assert len(ana.all("dialog.ways[open]")) == 1
    ana.click("#close-ways")
    ana.click("#absence-wait")
    ana.until(lambda: ana.all("#absence") == [])


def test_a_player_to_come_is_named_before_the_first_action(ana: WebClient, server_url: str) -> None:
    """In the line of the news; not while another player acts. In a solo game, the page does not ask who is there."""
    solo, game = created_game(server_url, 1, SEED), created_game(server_url, 2, SEED)
    requests(ana.browser)
    ana.sit(solo, 0)
    ana.find(".hand-card")
    ana.sit(game, 0)
    ana.find(".seat .presence[data-presence=not-yet]")
    asked = [url for url in requests(ana.browser) if url.endswith("/presence")]
    assert {*asked} == {f"{server_url}/v1/games/{game['game']['id']}/presence"}
    ana.until(lambda: "Waiting for Player 2." in ana.text(".news #absence"))
    ana.act("9S")
    ana.until(lambda: ana.text("#task").startswith("Suffer"))
    assert ana.all("#absence") == []
    ana.act("AD")
    ana.until(lambda: "Waiting for Player 2." in ana.text(".area-own #absence"))


def test_each_seat_of_a_device_is_there_for_the_others(ana: WebClient, server_url: str) -> None:
    """Not for its first seat alone."""
    game = created_game(server_url, 3, SEED)
    path = f"{server_url}/v1/games/{game['game']['id']}/presence"
    ana.sit(game, 0, 1)
    ana.until(lambda: present(path) == [True, True, False])


def present(path: str) -> list[bool]:
    """Whether the holder of each seat is present."""
    return [seat["present"] for seat in httpx.get(path).raise_for_status().json()["seats"]]


ATTENDED = """(async () => {
    let hidden = false, open = 0;
    const turn = () => new Promise((done) => setTimeout(done)), tokens = ["a", "b", "c"];
    Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
    globalThis.fetch = async (_, { signal }) => {
        open++;
        return new Promise((_, fail) => signal.addEventListener("abort", () => (open--, fail(signal.reason))));
    };
    const count = async (wanted) => { while (open !== wanted) await turn(); return open; };
    const seats = [0, 1, 2, 3].map((seat) => ({ seat, held: true, agent: null }));
    const tabs = ["one", "two"].map((id) => new m.Attendance(id)), counts = [];
    const own = tokens.map((token, seat) => ({ seat, token }));
    tabs.forEach((tab) => tab.update({ version: 1, status: "active", seats }, own));
    counts.push(await count(2));
    const show = (visible) => ((hidden = !visible), document.dispatchEvent(new Event("visibilitychange")));
    show(false);
    counts.push(await count(0));
    show(true);
    counts.push(await count(2));
    tabs[0].close();
    counts.push(await count(0), await count(2));
    tabs[1].close();
    counts.push(await count(0));
    return [counts, (await navigator.locks.query()).pending.length];
})()"""


def test_the_further_seats_are_there_in_one_visible_tab(ana: WebClient) -> None:
    """Of two that want it; the other one follows when the first one leaves."""
    ana.needs_page_scripts()
    ana.open()
    assert ana.module("server/attendance.ts", ATTENDED) == [[2, 0, 2, 0, 2, 0], 0]


ABSENCES = """(async () => {
    const { signal } = await own("ui/signals.ts"), [settled, mine] = [signal(null), signal([0])];
    const presences = new m.Presences(mine), isOwner = signal(false);
    const area = new m.AbsenceArea({ settled, own: mine, isOwner }, presences);
    const seats = [0, 1].map((seat) => ({ seat, name: null, held: true, agent: null, stand_in: null }));
    const shown = (awayMs, version) => {
        const now = Date.parse("2026-11-23T12:00:00Z"), at = (ms) => new Date(ms).toISOString();
        const away = { present: false, seen_at: at(now - awayMs) };
        presences.update({ now: at(now), seats: [{ present: true, seen_at: null }, away] });
        settled.value = { status: "active", turn: 1, version, seats };
        return Boolean(area.element.querySelector("#absence"));
    };
    const told = [shown(59_999, 2), shown(60_000, 2), shown(125_000, 2)];
    area.element.querySelector("#absence-wait").click();
    return [...told, shown(60_000, 2), shown(185_000, 2), shown(185_000, 3)];
})()"""


def test_a_player_is_missed_after_a_minute(ana: WebClient) -> None:
    """A closed notice comes back for another turn alone, not when the time goes on."""
    ana.open()
    assert ana.module("table/attendance.ts", ABSENCES) == [False, True, True, False, False, True]


WATCHED = """(async () => {
    let hidden = true, onVisible = () => {}, onTimer = () => {};
    const asked = [], turn = () => new Promise((done) => setImmediate(done));
    Object.defineProperty(document, "hidden", { get: () => hidden });
    document.addEventListener = (_, listener) => (onVisible = listener);
    globalThis.fetch = async (url) => (asked.push(url), new Response("{}", { headers: {} }));
    globalThis.setTimeout = (call) => (onTimer = call);
    const watch = new m.PresenceWatch(() => {}), counts = [];
    const count = async (act) => (await act(), await turn(), await turn(), counts.push(asked.length));
    await count(() => watch.watch({ id: "g", again: true, state: "" }));
    await count(() => ((hidden = false), onVisible()));
    await count(() => onTimer());
    await count(() => ((hidden = true), onTimer()));
    await count(() => ((hidden = false), onVisible()));
    return counts;
})()"""


def test_a_hidden_page_does_not_ask_who_is_there() -> None:
    """It asks when it is visible again, and then from time to time."""
    assert evaluated("server/presence.ts", f"await {WATCHED}", None) == [0, 1, 2, 2, 3]
