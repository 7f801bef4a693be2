"""The results of today's deal: what counts in a browser, and the text to share."""

from __future__ import annotations

from typing import Any

from web_modules import evaluated

RESULT = {"outcome": "lost", "grade": None, "falls": "xdx"}


def bot(agent: str, defeated: int | None, grade: str | None = None) -> dict[str, Any]:
    """The result of a bot; none while it plays."""
    outcome = None if defeated is None else "won" if grade else "lost"
    return {"agent": agent, "outcome": outcome, "defeated": defeated, "grade": grade}


def shared(*bots: dict[str, Any], **result: Any) -> list[str]:
    """The lines of the text to share."""
    deal = {"date": "2026-11-23", "players": 1}
    text = evaluated("today/result_panel.ts", "m.resultText(...given)", [deal, RESULT | result, bots, "URL"])
    lines: list[str] = text.split("\n")
    return lines


def test_the_three_best_bots_are_told() -> None:
    """By the enemies, then by the grade; those that play are left out, and without any there is no line."""
    bots = [
        bot("silver", 12, "silver"),
        bot("none", 0),
        bot("playing", None),
        bot("seven", 7),
        bot("gold", 12, "gold"),
    ]
    assert shared(*bots)[2:] == ["Bots: gold 12 🥇, silver 12 🥈, and seven 7", "URL"]
    assert shared(bot("none", 0))[2:] == ["Bots: none 0", "URL"]
    assert shared(bot("playing", None))[2:] == ["URL"]


def test_the_squares_are_in_three_ranks() -> None:
    """Exact kills differ; enemies that stand are dark. A grade has its medal."""
    assert shared()[:2] == ["Regicide 2026-11-23, solo: 3 of 12", "🟨🟩🟨⬛ ⬛⬛⬛⬛ ⬛⬛⬛⬛"]
    assert shared(grade="bronze", falls="x" * 12)[0] == "Regicide 2026-11-23, solo: 12 of 12 🥉"


KEPT = """(async () => {
    const storage = new Map(), asked = [];
    localStorage.getItem = (name) => storage.get(name) ?? null;
    localStorage.setItem = (name, text) => void storage.set(name, text);
    const event = (...exact) => ({ effects: exact.map((each) => ({ type: "defeat", exact: each })) });
    const pages = { 1: { items: [event(true), event()], next: 7 }, 7: { items: [event(false, true)], next: null } };
    globalThis.fetch = async (url) => {
        asked.push(url);
        return { ok: true, status: 200, headers: new Headers(), json: async () => pages[url.match(/after=(\\d+)/)[1]] };
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


def test_the_first_game_with_a_seat_counts() -> None:
    """All pages of its events are read, once; a game that is only watched and a later one count nothing."""
    found = evaluated("today/results.ts", f"await {KEPT}", None)
    assert [each["counts"] for each in found["told"]] == [False, True, False]
    assert all(each["result"] == RESULT for each in [*found["told"], found["again"]])
    assert (found["again"]["counts"], found["requests"], found["none"]) == (True, [6, 6], [None, None])
    assert found["stored"] == '{"2026-11-23/1":{"game":"first","result":{"outcome":"lost","grade":null,"falls":"xdx"}}}'


def entry(game: str, result: dict[str, Any] | None = None) -> dict[str, Any]:
    """What a browser has stored of a game, with its result if it is over."""
    return {"game": game} | ({"result": result} if result else {})


def test_a_streak_lasts_until_a_day_is_missed() -> None:
    """Today's deal may still be played. The days of the games, today, the streak, and the longest one."""
    cases: list[tuple[list[str], str, int, int]] = [
        ([], "2028-03-01", 0, 0),
        (["2028-02-28", "2028-02-29", "2028-03-01"], "2028-03-01", 3, 3),
        (["2028-02-28", "2028-02-29"], "2028-03-01", 2, 2),
        (["2028-02-28", "2028-02-29"], "2028-03-02", 0, 2),
        (["2026-12-30", "2026-12-31", "2027-01-01", "2027-02-01"], "2027-02-01", 1, 3),
    ]
    given = [(today, 12, {f"{date}/1": entry(date, RESULT) for date in dates}) for dates, today, _, _ in cases]
    told = evaluated("storage/statistics.ts", "given.map((each) => m.statistics(...each))", given)
    assert [(each["streak"], each["longest"]) for each in told] == [case[2:] for case in cases]


def test_both_kinds_of_a_day_count() -> None:
    """As one day; a game without a result counts nothing."""
    gold = {"outcome": "won", "grade": "gold", "falls": "x" * 12}
    entries = {"2026-11-23/1": entry("a", gold), "2026-11-23/2": entry("b", RESULT), "2026-11-22/1": entry("c")}
    told = evaluated("storage/statistics.ts", "m.statistics(...given)", ["2026-11-23", 12, entries])
    assert (told["played"], told["won"], told["streak"], told["grades"]["gold"]) == (2, 1, 1, 1)
    assert [number for number, count in enumerate(told["defeated"]) if count] == [3, 12]
