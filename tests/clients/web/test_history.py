"""The history of a device's games in the web client: achievements, figures, its file, and its page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest
from players import LOSING, SEED
from selenium.webdriver.common.by import By
from web_clients import WebClient, created_game, play
from web_modules import evaluated

DAY: Final = "2026-11-0{}T12:00:00Z"


def game(at: int = 1, **members: Any) -> dict[str, Any]:
    """A won game of two of a day in November."""
    known = {"players": 2, "outcome": "won", "reason": "last-king", "grade": None, "falls": "d" * 12, "turns": 40}
    return {"at": DAY.format(at), "feats": [], "deal": None, "practice": False, "bot": None} | known | members


def history(*games: dict[str, Any]) -> dict[str, Any]:
    """Games by ids: 1, 2 and so on in 20 digits."""
    return {f"{number:020}": each for number, each in enumerate(games, 1)}


def story(**members: Any) -> dict[str, Any]:
    """A story in which nothing is worth remembering."""
    return {"turns": 50, "plays": [], "falls": [], "strikes": []} | members


def fall(enemy: str, *, exact: bool = False) -> dict[str, Any]:
    """A fall of an enemy."""
    return {"number": 9, "seat": 0, "enemy": enemy, "exact": exact}


def a_play(cards: str, enemy: str = "JC") -> dict[str, Any]:
    """A play against an enemy."""
    return {"number": 8, "seat": 0, "cards": cards.split("+"), "amount": 9, "enemy": enemy}


WON: Final = {"outcome": "won", "players": 2, "grade": None, "hands": [["2C"], ["3C"]]}
LOST: Final = {"outcome": "lost", "players": 3, "grade": None, "hands": [[], [], []]}


@pytest.mark.parametrize(
    ("view", "told", "feats"),
    [
        (WON, story(), {"victory"}),
        (LOST, story(), set()),
        (WON | {"players": 1, "grade": "gold"}, story(), {"victory", "gold"}),
        (WON | {"players": 4}, story(plays=[a_play("X1")]), {"victory", "four-players"}),
        (WON | {"players": 3}, story(plays=[a_play("5C")]), {"victory", "no-jester"}),
        (WON | {"hands": [["2C"], []]}, story(), {"victory", "last-card"}),
        (WON, story(turns=32), {"victory", "swift"}),
        (LOST, story(turns=32, falls=[fall("KC", exact=True)], plays=[a_play("2C", "KC")] * 2), {"exact-king"}),
        (LOST, story(falls=[fall("JC", exact=True)] * 6), {"exact-six"}),
        (LOST, story(falls=[fall("JC", exact=True)] * 5), set()),
        (LOST, story(falls=[fall("KH")], plays=[a_play("AC+KC", "KH")]), {"single-blow"}),
        (LOST, story(falls=[fall("QH")], plays=[a_play("KC", "QH")]), set()),
        (LOST, story(plays=[a_play("2C+2D+2H+2S")]), {"four-cards"}),
        (LOST, story(plays=[a_play("AC+AD")]), {"companions"}),
        (LOST, story(strikes=[{"number": 3, "enemy": "KC", "amount": 0}]), {"wall"}),
        (LOST, story(strikes=[{"number": 3, "enemy": "QC", "amount": 0}]), set()),
    ],
)
def test_a_feat_has_its_rule(view: Any, told: Any, feats: set[str]) -> None:
    """Each from the view and the story of one game."""
    assert set(evaluated("history/achievements.ts", "m.featsOf(given[0], given[1])", [view, told])) == feats


def test_achievements_name_the_first_game_that_earned_them() -> None:
    """A streak the third win in a row, all tables the last of them; practice and games of a bot earn none."""
    games = history(
        game(3, feats=["victory"], players=1),
        game(1, feats=["victory"], practice=True),
        game(1, feats=["victory"], bot="greedy"),
        game(2, feats=["victory"], players=4),
        game(4, outcome="lost", players=3),
        *(game(at, players=at - 3) for at in (5, 6, 7)),
    )
    earned = evaluated("history/achievements.ts", "m.achievements(given).filter(({ game }) => game)", games)
    numbers = {each["name"]: int(each["game"]) for each in earned}
    assert numbers == {"victory": 4, "streak": 8, "every-table": 7}


def test_achievements_tell_how_near_games_came() -> None:
    """Where that can be counted, and until they are earned."""
    games = history(
        game(1, outcome="lost", falls="dxxxd", players=4, turns=20),
        game(2, feats=["victory"]),
        game(3, outcome="lost", falls="xdd", players=1),
    )
    expression = "m.achievements(given).map(({ name, progress }) => [name, progress?.done, progress?.needed])"
    near = {name: (done, needed) for name, done, needed in evaluated("history/achievements.ts", expression, games)}
    assert near["victory"] == near["wall"] == (None, None)
    assert (near["gold"], near["four-players"], near["exact-six"]) == ((3, 12), (5, 12), (3, 6))
    assert (near["streak"], near["every-table"]) == ((0, 3), (1, 4))


def test_figures_leave_practice_out() -> None:
    """By number of players, with the fastest win and the wins in a row."""
    games = history(
        game(1, falls="dx" * 6),
        game(2, turns=31),
        game(3, outcome="lost", falls="xd", turns=9),
        game(4, turns=None, players=1, grade="silver"),
        game(5, turns=5, practice=True),
        game(5, turns=6, bot="greedy"),
    )
    figures = evaluated("history/achievements.ts", "[null, 2, 1].map((each) => m.figures(given, each))", games)
    assert [(each["played"], each["won"], each["fastest"]) for each in figures] == [
        (4, 3, 31),
        (3, 2, 31),
        (1, 1, None),
    ]
    assert (figures[0]["exact"], figures[0]["longest"]) == (7, 2)
    assert figures[2]["grades"] == [0, 1, 0]


def file(games: Any, **members: Any) -> str:
    """The content of a file with these games."""
    return json.dumps({"format": "regicide-history", "version": 1, "games": games} | members)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("{", ["no-history", 0]),
        ('{"format": "another"}', ["no-history", 0]),
        (file(None), ["no-history", 0]),
        (file([]), ["no-history", 0]),
        (file({}, version=-5), ["no-history", 0]),
        (file({}, version=2), ["later-version", 0]),
        (file(history(game(), game(players=5))), ["damaged", 2]),
        (file(history(game(falls="d" * 13))), ["damaged", 1]),
        (file({"x": game()}), ["damaged", 1]),
        (file(history(game(), game(partners=["Puck"], enemy="JD"), game(partners=[1]))), ["damaged", 3]),
        (file(history(game(enemy="10D"))), ["damaged", 1]),
    ],
)
def test_another_file_is_refused_with_the_reason(text: str, fault: list[Any]) -> None:
    """And the number of the first game that cannot be read."""
    expression = "((read) => { try { read() } catch ({ reason, number }) { return [reason, number] } })"
    assert evaluated("storage/history.ts", f"{expression}(() => m.parsedHistory(given))", text) == fault


DAMAGED: Final = [
    *(game() | {"at": at} for at in (5, ["2026-11-01"], "2026", "+275760-09-13T00:00:00.000Z", "2026-13-01T00:00:00Z")),
    *(game(enemy=["KS"]), game(falls=["x"]), game(outcome=["won"]), game(players="2"), game(players=[2])),
    *(game(grade="gold"), game(grade=["gold"]), game(outcome="lost", players=1, grade="gold"), game(reason="x" * 99)),
    *(game(turns=1e308), game(turns=-1), game(turns=[1]), game(feats=["<b>"]), game(feats=["victory"] * 101)),
    *(game(deal="zzzz"), game(bot="<b>"), game(practice=0), game(partners=["x" * 201]), game(partners=["x"] * 4)),
]
"""Games that cannot be."""


def test_a_file_with_a_damaged_game_is_refused() -> None:
    """Whatever is wrong in it."""
    whole = [game(), game(players=1, grade="gold")]
    expression = "given.map((text) => { try { return !m.parsedHistory(text) } catch ({ reason }) { return reason } })"
    texts = [file(history(each)) for each in (*whole, *DAMAGED)]
    assert evaluated("storage/history.ts", expression, texts) == [False] * len(whole) + ["damaged"] * len(DAMAGED)


@pytest.mark.browser
def test_the_history_opens_with_damaged_games(ana: WebClient, tmp_path: Path) -> None:
    """Without them; a file for which the browser has no room changes nothing."""
    damaged = history(game(), *DAMAGED)
    ana.open()
    ana.browser.execute_script("localStorage['regicide.history'] = arguments[0]", json.dumps(damaged))
    ana.open("/#/history")
    ana.find("#history-file")
    assert ana.attributes(".history .game-list [data-game]", "data-game") == [f"{1:020}"]
    ana.browser.execute_script(FILL_STORAGE)
    more = {f"{number:020}": game(partners=["x" * 200]) for number in range(100, 200)}
    import_file(ana, tmp_path / "history.json", file(more), "This browser has no room")
    assert ana.attributes(".history .game-list [data-game]", "data-game") == [f"{1:020}"]


FILL_STORAGE = """
    for (let size = 2 ** 22; size >= 1024; size /= 2)
        try { localStorage[`other-${size}`] = "x".repeat(size) } catch {}
"""


@pytest.mark.browser
def test_a_finished_game_enters_the_history_once(ana: WebClient, tmp_path: Path) -> None:
    """Also after a reload; another one that the device has saved is taken in. The page exports and imports a file.

    An import adds games, and changes none that are there.
    """
    created = created_game(ana.server, 2, SEED)
    played = created["game"]["id"]
    play(ana.server, created, LOSING)
    ana.sit(created, 0)
    for _ in range(2):
        ana.open(f"/#/game/{played}")
        ana.find("#ending [data-fact=standing]")
    ana.open()
    ana.click("#to-history")
    ana.find(f".history [data-game='{played}']")
    noted = json.loads(ana.browser.execute_script("return localStorage['regicide.history']"))
    assert {name: (each["outcome"], each["turns"]) for name, each in noted.items()} == {played: ("lost", 3)}
    assert [(each["partners"], each["enemy"]) for each in noted.values()] == [(["Player 2"], "JD")]
    row = ana.text(f"[data-game='{played}']")
    assert all(part in row for part in ("With Player 2", "Lost to the jack of diamonds", "3 turns")), row
    ana.browser.execute_script("localStorage.removeItem('regicide.history')")
    ana.browser.refresh()
    ana.find(f".history [data-game='{played}']")
    assert ana.attributes(".history .game-list a", "href") == [f"#/replay/{played}"]
    names = evaluated("history/achievements.ts", "m.achievements(given).map(({ name }) => name)", {})
    assert sorted(ana.attributes(".achievements li", "data-feat")) == sorted(names)
    ana.needs_page_scripts()
    ana.browser.execute_script(KEEP_TEXT)
    ana.click("#export")
    saved = json.loads(ana.until(lambda: ana.browser.execute_script("return window.saved")))
    assert (saved["format"], saved["version"], list(saved["games"])) == ("regicide-history", 1, [played])
    other = game(feats=["victory", "exact-king"])
    changed = saved["games"][played] | {"outcome": "won"}
    path = tmp_path / "history.json"
    import_file(ana, path, "{}", "This file is not a history of Regicide.")
    taken = file({played: changed, "0" * 20: other})
    import_file(ana, path, taken, "1 game added. 1 game was here already.")
    ana.find("[data-feat='exact-king'].earned a[href$='/00000000000000000000']")
    now = json.loads(ana.browser.execute_script("return localStorage['regicide.history']"))
    assert {name: each["outcome"] for name, each in now.items()} == {played: "lost", "0" * 20: "won"}
    assert ana.all("[data-feat='gold'].earned") == []


def import_file(client: WebClient, path: Path, content: str, told: str) -> None:
    """Import a file, and wait for what the page says about it."""
    path.write_text(content)
    client.browser.find_element(By.ID, "history-file").send_keys(str(path))
    client.until(lambda: client.text("#file-said").startswith(told), told)


KEEP_TEXT = """
    const url = URL.createObjectURL;
    URL.createObjectURL = (file) => (file.text().then((text) => (window.saved = text)), url(file));
"""
