"""Damaged and full storage of the browser: the pages work without what they cannot read or write."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from browser import Browser, console_messages
from selenium.webdriver.support.select import Select
from web_clients import WebClient
from web_modules import evaluated

STORED = """
    const items = { ...given.items };
    globalThis.localStorage = items;
    Object.defineProperties(items, {
        getItem: { value: (name) => items[name] ?? null },
        setItem: { value: (name, text) => {
            const others = Object.entries(items).filter(([other]) => other !== name).join("").length;
            if (others + name.length + text.length > (given.room ?? 10_000)) throw new Error("QuotaExceededError");
            items[name] = text;
        } },
        removeItem: { value: (name) => delete items[name] },
    });
"""


def read(module: str, expression: str, room: int = 10_000, **items: str) -> Any:
    """The value of an expression with a module and these items in the storage, which has room for some characters."""
    program = f"(() => {{ {STORED} return {expression}; }})()"
    named = {f"regicide.{name}": text for name, text in items.items()}
    return evaluated(module, program, {"items": named, "room": room})


def test_a_damaged_game_is_left_out() -> None:
    """If its tokens are readable, what it last looked like alone; none of a storage that is damaged as a whole."""
    looks = ["5", '{"status": "won"}', "null", '{"status": "won", "seats": [null]}', "[]"]
    kept = '{"tokens": {"0": "t"}, "at": "2026-11-22"'
    games = ",".join(f'"{number}": {kept}, "seen": {look}}}' for number, look in enumerate(looks))
    games += ',"x": 5, "y": {"tokens": 3, "at": "2026"}, "z": null, "w": {}'
    texts = [f"{{{games}}}", "null", "[1]", "{"]
    readable = [[str(number), {"tokens": {"0": "t"}, "at": "2026-11-22"}] for number in range(len(looks))]
    assert read_each("storage/saved_games.ts", "games", texts, "m.savedGames()") == [readable, [], [], []]


def read_each(module: str, name: str, texts: list[str], expression: str) -> list[Any]:
    """The value of an expression for each text of an item."""
    each = f"given.texts.map((text) => (localStorage['regicide.{name}'] = text, {expression}))"
    found: list[Any] = evaluated(module, f"(() => {{ {STORED} return {each}; }})()", {"items": {}, "texts": texts})
    return found


def test_damaged_results_are_left_out() -> None:
    """The statistics are those of the others."""
    deals = [
        "null",
        "5",
        '{"2026-11-22/1": null}',
        '{"2026-11-22/1": {"game": "x", "result": {"outcome": "won"}}}',
        '{"2026-11-22/1": {"game": "x", "result": null}}',
        '{"2026-11-22/1": {"game": "x", "result": {"outcome": "won", "grade": null, "falls": []}}}',
        '{"garbage/1": {"game": "x", "result": {"outcome": "won", "grade": null, "falls": "x"}}}',
        '{"2026-13-45/1": {"game": "x", "result": {"outcome": "won", "grade": null, "falls": "x"}}}',
    ]
    told = read_each("today/statistics_panel.ts", "deals", deals, 'm.statistics("2026-11-23", 12)')
    entry = 'm.dayEntry({ date: "2026-11-22", players: 1 }) ?? null'
    assert read_each("storage/statistics.ts", "deals", deals, entry) == [None] * len(deals)
    assert [(each["played"], each["longest"]) for each in told] == [(0, 0)] * len(deals)


CREATED = '{ game: { id: "g", status: "active", seats: [] }, seats: [{ seat: 0, token: "secret" }], owner: null }'


def test_a_game_without_room_opens_all_the_same() -> None:
    """The page knows its tokens until it is closed, and that they are not stored; storing them raises no error."""
    note = 'm.noteGame({ date: "2026-11-22", players: 1 }, "g") ?? null'
    assert read("storage/statistics.ts", note, room=5) is None
    expression = f'(m.saveGame({CREATED}), [[...m.tokensOf("g")], m.isUnstored("g")])'
    assert read("storage/saved_games.ts", expression, room=20) == [[[0, "secret"]], True]


def test_a_game_takes_the_room_of_the_last_answers() -> None:
    """Those of the server, which it gives again."""
    expression = f'(m.saveGame({CREATED}), [m.isUnstored("g"), Object.keys(localStorage)])'
    told = read("storage/saved_games.ts", expression, room=300, **{"last.game.x": "x" * 250})
    assert told == [False, ["regicide.games"]]


def test_games_that_go_on_stay_when_there_are_too_many() -> None:
    """The oldest finished game gives way to a new one."""
    over = {"status": "lost", "players": 1, "turn": None, "defeated": 0, "updated_at": "2026", "seats": []}
    finished = {
        str(number): {"tokens": {"0": "x"}, "at": f"2026-02-{number}", "seen": over} for number in range(50, 99)
    }
    games = {"on": {"tokens": {"0": "x"}, "at": "2026-01-01"}, **finished}
    expression = f'(m.saveGame({CREATED}), Object.keys(JSON.parse(localStorage["regicide.games"])))'
    kept = read("storage/saved_games.ts", expression, room=20_000, games=json.dumps(games))
    assert {*kept} == games.keys() - {"50"} | {"g"}


def test_the_name_of_a_group_is_visible() -> None:
    """Also a damaged one that is stored: without controls, halves of characters and too many marks, and cut at 40."""
    smile = "\U0001f600"
    names = {
        "\u202eenoyrevE\x07\u200b": "enoyrevE",
        " Sunday \n & co ": "Sunday & co",
        "a" * 39 + smile * 2: "a" * 39 + smile,
        "a\ud83d": "a",
        "e" + "\u0301" * 9: "e" + "\u0301" * 4,
        "\U0001f469\u200d\U0001f680 \u2764\ufe0f": "\U0001f469\u200d\U0001f680 \u2764\ufe0f",
        "\u200b\u2066": "k" * 16,
    }
    stored = [json.dumps([{"key": "k" * 16, "name": name}]) for name in names]
    found = read_each("storage/groups.ts", "groups", stored, "m.groups().map(({ name }) => name)")
    assert found == [[name] for name in names.values()]
    damaged = ['[{"key": ["kkkkkkkkkkkkkkkk"], "name": "x"}]', "[null]", "{}", '[{"key": "k", "name": "x"}]']
    assert read_each("storage/groups.ts", "groups", damaged, "m.groups()") == [[]] * len(damaged)


def test_a_damaged_tutorial_begins_anew() -> None:
    """The home page offers its beginning, too."""
    tutorials = [
        "null",
        "5",
        '{"id": "x"}',
        '{"id": "x", "tokens": ["a", "b"], "step": "1", "steps": 9}',
        '{"id": "x", "tokens": [null, "b"], "step": 1, "steps": 9}',
        '{"id": "x", "tokens": [], "step": 1, "steps": 9}',
    ]
    found = read_each("storage/saved_tutorial.ts", "tutorial", tutorials, "[m.savedTutorial(), m.unfinishedStep()]")
    assert found == [[None, None]] * len(tutorials)


FIRST_OF_A_DAY = """(() => {
    const deal = { date: "2026-11-23", players: 1 }, [lost, won] = ["lost", "won"].map((outcome) =>
        ({ outcome, grade: null, falls: outcome === "won" ? "xxxxxxxxxxxx" : "dx" }));
    m.noteGame(deal, "first");
    m.noteGame(deal, "second");
    m.noteResult(deal, "second", won);
    m.noteResult(deal, "first", lost);
    m.noteResult(deal, "first", won);
    m.forgetDayGame(deal, "first");
    return m.dayEntry(deal);
})()"""


def test_the_first_game_of_a_day_counts() -> None:
    """A later one changes nothing; nor does a broken storage."""
    counted = read("storage/statistics.ts", FIRST_OF_A_DAY, deals="{broken")
    assert (counted["game"], counted["result"]["outcome"]) == ("first", "lost")


LISTENED = """(() => {
    const told = [], stop = m.onPreference("sound", (value) => told.push(value));
    m.setPreference("sound", true);
    stop();
    m.setPreference("sound", false);
    return [told, localStorage["regicide.preferences"]];
})()"""


def test_a_preference_has_listeners() -> None:
    """They get each new value; the stored members of a later version stay."""
    told, stored = read("storage/preferences.ts", LISTENED, preferences='{"later": 1}')
    assert (told, json.loads(stored)) == ([True], {"later": 1, "sound": False})


def test_a_stored_value_counts_if_the_preference_can_have_it() -> None:
    """Else its default, as of a broken storage."""
    stored = {"{}": ["normal", True], '{"speed": "off", "sound": false}': ["off", False]}
    damaged = [json.dumps({"speed": speed, "sound": "slow"}) for speed in (True, "warp", "toString", None)]
    stored |= {text: ["normal", True] for text in (*damaged, "null", "5", "{broken")}
    found = read_each("storage/preferences.ts", "preferences", [*stored], "['speed', 'sound'].map(m.preference)")
    assert found == [*stored.values()]


def test_a_full_storage_loses_nothing_before_the_page_is_closed() -> None:
    """The page knows what it could not store, in place of what is stored."""
    expression = '(m.setPreference("speed", "slow"), [m.preference("speed"), localStorage["regicide.preferences"]])'
    stored = '{"speed": "fast"}'
    assert read("storage/preferences.ts", expression, room=5, preferences=stored) == ["slow", stored]


@contextmanager
def blocked_storage(browser: Browser) -> Iterator[None]:
    """A browser whose pages may not access their storage."""
    added: Any = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": BLOCK})
    try:
        yield
    finally:
        browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)


BLOCK = """
    const get = () => { throw new DOMException("Access is denied for this document.", "SecurityError") };
    for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get });
"""


@pytest.mark.browser
def test_a_page_works_without_storage(ana: WebClient, bo: WebClient) -> None:
    """Until it is closed: a friend sits down and acts with a new language, and reads that the game is not stored."""
    game = ana.create("link")
    with blocked_storage(bo.browser):
        bo.open(f"/#/game/{game}")
        bo.find("#sit-name").send_keys("Bo")
        bo.click("[data-take='1']")
        bo.find(".hand-card")
        assert "full or blocked" in bo.text("#unstored")
        ana.act("yield")
        bo.click(".hand-card:not([aria-disabled])")
        Select(bo.find("#language")).select_by_value("it")
        bo.until(lambda: bo.attributes("html", "lang") == ["it"])
        bo.find(".hand-card")
        bo.click(".brand")
        bo.find("[data-game]")
        bo.click("#to-tutorial")
        bo.click("#coach-next")
        assert console_messages(bo.browser) == []
