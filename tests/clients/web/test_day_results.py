"""The results of today's deal: what counts in a browser, and the text to share."""

from __future__ import annotations

from typing import Any

from web_modules import evaluated

RESULT = {"outcome": "lost", "grade": None, "falls": "xdx"}


def bot(agent: str, defeated: int | None, grade: str | None = None) -> dict[str, Any]:
    """The result of a bot; none while it plays."""
    outcome = None if defeated is None else "won" if grade else "lost"
    return {"agent": agent, "outcome": outcome, "defeated": defeated, "grade": grade}


def test_the_text_to_share_gives_nothing_away() -> None:
    """The day, a square for each enemy in three ranks, exact kills differ, a grade has its medal; the page of the deal.

    The three best bots are told, by the enemies, then by the grade; those that play are left out, and without any there
    is no line.
    """
    deal, won = {"date": "2026-11-23", "players": 1}, {"grade": "bronze", "falls": "x" * 12}
    three = [bot("seven", 7), bot("gold", 12, "gold")]
    three = [bot("silver", 12, "silver"), bot("none", 0), bot("playing", None), *three]
    cases: list[tuple[dict[str, str], list[dict[str, Any]]]]
    cases = [({}, three), (won, [bot("none", 0)]), ({}, [bot("playing", None)])]
    given = [[deal, RESULT | result, bots, "URL"] for result, bots in cases]
    first, medal, alone = evaluated("today/result_panel.ts", "given.map((each) => m.resultText(...each))", given)
    squares = "🟨🟩🟨⬛ ⬛⬛⬛⬛ ⬛⬛⬛⬛"
    bots = "Bots: gold 12 🥇, silver 12 🥈, and seven 7"
    assert first.split("\n") == ["Regicide 2026-11-23, solo: 3 of 12", squares, bots, "URL"]
    assert medal.split("\n")[::2] == ["Regicide 2026-11-23, solo: 12 of 12 🥉", "Bots: none 0"]
    assert alone.split("\n")[2:] == ["URL"]


KEPT = """(async () => {
    const storage = new Map(), asked = [];
    localStorage.getItem = (name) => storage.get(name) ?? null;
    localStorage.setItem = (name, text) => void storage.set(name, text);
    const event = (...exact) => ({ effects: exact.map((each) => ({ type: "defeat", exact: each })) });
    const pages = { 1: { items: [event(true), event()], next: 7 }, 7: { items: [event(false, true)], next: null } };
    globalThis.fetch = async (url) => {
        asked.push(url);
        return Response.json(pages[url.match(/after=(\\d+)/)[1]]);
    };
    const deal = { date: "2026-11-23", players: 1 }, result = { outcome: "lost", grade: null };
    const keep = (id, seated) => {
        if (seated) storage.set("regicide.games", JSON.stringify({ [id]: { tokens: { 0: "t" }, at: "2026" } }));
        return m.keepResult({ id, deal, result });
    };
    const told = [await keep("watched", false), await keep("first", true), await keep("second", true)];
    const requests = asked.length;
    const again = await keep("first", true);
    const none = [await m.keepResult({ id: "x", deal: null, result }), await m.keepResult({ id: "x", deal })];
    return { told, again, requests: [requests, asked.length], none, stored: storage.get("regicide.deals") };
})()"""


def test_the_end_of_a_lost_game_is_kept() -> None:
    """The enemy that stood, and whether the players gave up; of a game that was won neither."""
    won = {"result": {"outcome": "won", "grade": "gold", "reason": "last-king"}, "enemy": None}
    lost = {"result": {"outcome": "lost", "grade": None, "reason": "given-up"}, "enemy": {"card": "QH"}}
    base = {"id": "a", "deal": {"date": "2026-11-23", "players": 1}}
    script = """(async () => {
        globalThis.fetch = async () => Response.json({ items: [], next: null });
        localStorage.getItem = () => null;
        return Promise.all(given.map(async (each) => (await m.keepResult(each)).result));
    })()"""
    kept = evaluated("today/results.ts", f"await {script}", [base | won, base | lost])
    assert kept[0] == {"outcome": "won", "grade": "gold", "falls": ""}
    assert kept[1] == {"outcome": "lost", "grade": None, "falls": "", "givenUp": True, "enemy": "QH"}


def test_the_first_game_with_a_seat_counts() -> None:
    """All pages of its events are read, once; a game that is only watched and a later one count nothing."""
    found = evaluated("today/results.ts", f"await {KEPT}", None)
    assert [each["counts"] for each in found["told"]] == [False, True, False]
    assert all(each["result"] == RESULT for each in [*found["told"], found["again"]])
    assert (found["again"]["counts"], found["requests"], found["none"]) == (True, [6, 6], [None, None])
    assert found["stored"] == '{"2026-11-23/1":{"game":"first","result":{"outcome":"lost","grade":null,"falls":"xdx"}}}'


GROUPS = """(() => {
    const storage = new Map();
    const [getItem, setItem] = [(name) => storage.get(name) ?? null, (name, text) => storage.set(name, text)];
    globalThis.localStorage = { getItem, setItem };
    const key = (number) => String(number).padStart(22, "k");
    const rooms = [];
    for (let number = 0; number < 9; number++) {
        rooms.push(m.hasRoomForGroup());
        m.saveGroup({ key: key(number), name: `g${number}` });
    }
    rooms.push(m.hasRoomForGroup());
    m.forgetGroup(key(5));
    const kept = m.groups().map(({ name }) => name);
    const [name] = storage.keys();
    const some = [{ key: "short", name: "a" }, { key: key(1) }, null, { key: key(1), name: "b" }];
    const damaged = ["x", 7, { "0": { key: "k" } }, some];
    const read = damaged.map((value) => (storage.set(name, JSON.stringify(value)), m.groups().length));
    return [rooms, kept, read, ["public", "", key(1), "a/b".padEnd(22, "c")].map(m.isGroupKey)];
})()"""


def test_a_browser_keeps_some_groups() -> None:
    """Nine, in their order; what is damaged in the storage is left out."""
    rooms, kept, read, keys = evaluated("storage/groups.ts", GROUPS, None)
    assert rooms == [True] * 9 + [False]
    assert kept == ["g0", "g1", "g2", "g3", "g4", "g6", "g7", "g8"]
    assert (read, keys) == ([0, 0, 0, 1], [False, False, True, False])


def test_bots_stand_among_people_without_a_rank() -> None:
    """Each before the first person who is not better; on a part of a board only those whose place is known."""
    people = [{"rank": rank, "name": name} for rank, name in ((1, "a"), (1, "b"), (3, "c"))]
    bots = [{"rank": rank, "name": name} for rank, name in ((1, "top"), (3, "mid"), (4, "low"))]
    orders, weeks = evaluated(
        "today/board_section.ts",
        "[[true, false].map((whole) => m.ranked(...given, whole).map(({ name }) => name)), "
        "['2026-11-23', '2026-11-29', '2027-01-01'].map(m.weekOf)]",
        [people, bots],
    )
    assert orders == [["top", "a", "b", "mid", "c", "low"], ["top", "a", "b", "mid", "c"]]
    assert [(week[0], week[6]) for week in weeks] == [("2026-11-23", "2026-11-29")] * 2 + [("2026-12-28", "2027-01-03")]


def entry(game: str, result: dict[str, Any] | None = None) -> dict[str, Any]:
    """What a browser has stored of a game, with its result if it is over."""
    return {"game": game} | ({"result": result} if result else {})


def test_a_streak_lasts_until_a_day_is_missed() -> None:
    """Today's deal may still be played. The days of the games, today, the streak, and the longest one.

    Both kinds of a day count, as one day; a game without a result counts nothing, and one that was given up no day.
    """
    cases: list[tuple[list[str], str, int, int]] = [
        ([], "2028-03-01", 0, 0),
        (["2028-02-28", "2028-02-29", "2028-03-01"], "2028-03-01", 3, 3),
        (["2028-02-28", "2028-02-29"], "2028-03-01", 2, 2),
        (["2028-02-28", "2028-02-29"], "2028-03-02", 0, 2),
        (["2026-12-30", "2026-12-31", "2027-01-01", "2027-02-01"], "2027-02-01", 1, 3),
    ]
    given_up = {"2026-11-22/1": entry("a", RESULT), "2026-11-23/1": entry("b", RESULT | {"givenUp": True})}
    gold = {"outcome": "won", "grade": "gold", "falls": "x" * 12}
    both = {"2026-11-23/1": entry("a", gold), "2026-11-23/2": entry("b", RESULT), "2026-11-22/1": entry("c")}
    given = [(today, 12, {f"{date}/1": entry(date, RESULT) for date in dates}) for dates, today, _, _ in cases]
    given.append(("2026-11-23", 12, both))
    given.append(("2026-11-23", 12, given_up))
    *told, day, left = evaluated("today/statistics_panel.ts", "given.map((each) => m.statistics(...each))", given)
    assert [(each["streak"], each["longest"]) for each in told] == [case[2:] for case in cases]
    assert (left["played"], left["streak"], left["longest"]) == (2, 1, 1)
    assert (day["played"], day["won"], day["streak"], day["grades"]["gold"]) == (2, 1, 1, 1)
    assert [number for number, count in enumerate(day["defeated"]) if count] == [3, 12]
