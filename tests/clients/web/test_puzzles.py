"""The puzzles of the week: their lines of play, a try, the verdict, and a start without the server."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Final

import pytest
from browser import SETTLE, width
from selenium.webdriver.common.keys import Keys
from servers import regicide_server, reserved_port
from web_clients import WebClient, await_offline_start
from web_modules import CLIENT, evaluated

from regicide import Action, Position, observe, previews, replay

POOL: Final = CLIENT / "puzzles"
FILE: Final = json.loads((POOL / "1.json").read_text("utf-8"))
WEEK: Final = [puzzle | {"kinds": FILE["kinds"]} for puzzle in FILE["puzzles"]]
LISTED: Final = sorted(WEEK, key=lambda puzzle: (puzzle["grade"], puzzle["players"]))
"""The puzzles in the order of the page."""
BOARDS: Final = """await (async () => {
    const { boards } = await own("regicide-client");
    const picked = ({ hand, seats, players, you, short, ...board }) => board;
    return given.map(({ puzzle, action, record }) =>
        [m.lineOf(puzzle, action).boards.map(picked), boards(record).map(picked)]);
})()"""
"""The boards of lines of play, and those of the positions of the engine."""

SHORT: Final = "✗ 8 of 20"
"""What the hand at the end of the longest refutation of the first puzzle has, and what it has to cover."""

Server = Callable[[], AbstractContextManager[str]]


def test_a_week_of_the_pool_begins_each_monday() -> None:
    """The page knows all weeks; after the last one the first one comes again. 5 January 1970 was a Monday."""
    weeks = sorted(int(file.stem) for file in POOL.iterdir())
    monday_ms, week_ms = 4 * 86_400_000, 7 * 86_400_000
    times = [monday_ms + week * week_ms for week in range(len(weeks) + 1)]
    found = evaluated("replay/puzzle_lines.ts", "[m.WEEKS, ...given.map(m.weekAt)]", [*times, monday_ms + week_ms - 1])
    assert found == [len(weeks), *weeks, 1, 1]


def record_of(puzzle: dict[str, Any], action: str) -> dict[str, Any]:
    """The record of a line of play, as the engine plays it from the deal."""
    start = Position.new(puzzle["seed"], puzzle["players"], puzzle["first"])
    *_, before = replay(start, map(Action.parse, puzzle["actions"].split(",")))
    line = [Action.parse(step.split(" ")[0]) for step in puzzle["lines"][action].split(";")]
    steps = [*replay(before.position, line)]
    outcome = steps[-1].position.outcome
    assert outcome is not None
    seats = [{"seat": seat, "name": None, "agent": None} for seat in range(puzzle["players"])]
    events = [{"version": number, **step.to_json()} for number, step in enumerate(steps, 2)]
    return {
        "seed": puzzle["seed"],
        "players": puzzle["players"],
        "seats": seats,
        "start": str(before.position),
        "events": events,
        "result": outcome.to_json(),
    }


def test_the_lines_of_play_show_the_boards_of_the_engine() -> None:
    """Every board of every line of a week, from the texts of the effects alone."""
    given = [
        {"puzzle": puzzle, "action": action, "record": record_of(puzzle, action)}
        for puzzle in WEEK
        for action in puzzle["lines"]
    ]
    pairs = evaluated("replay/puzzle_lines.ts", BOARDS, given)
    assert len(pairs) > 60
    for shown, expected in pairs:
        assert shown == expected


def test_the_actions_of_a_puzzle_have_the_previews_of_a_game() -> None:
    """Those of the engine for the view of the player to act, up to what the player draws; those that win say so."""
    views = []
    for puzzle in WEEK:
        start = Position.new(puzzle["seed"], puzzle["players"], puzzle["first"])
        *_, before = replay(start, map(Action.parse, puzzle["actions"].split(",")))
        views.append(observe(before.position, before.position.turn))
    expected: list[list[dict[str, Any]]] = [[{**each} for each in previews(view)] for view in views]
    shown = evaluated("replay/puzzle_lines.ts", "given.map((puzzle) => m.viewOf(puzzle, '').previews)", WEEK)
    assert sum(map(len, expected)) > 30
    for mine, theirs in zip(shown, expected, strict=True):
        by_action = {each["action"]: each for each in mine}
        for each in theirs:
            own = by_action[each["action"]]
            open_ones = {"drawn_cards"} | ({"covers", "outcome"} if sum(each["drawn"]) else set())
            assert {key: own[key] for key in each.keys() - open_ones} == {
                key: each[key] for key in each.keys() - open_ones
            }


TRIED: Final = """(() => {
    const storage = new Map([["regicide.puzzles", JSON.stringify(given)]]);
    localStorage.getItem = (name) => storage.get(name) ?? null;
    localStorage.setItem = (name, text) => void storage.set(name, text);
    for (const isSolved of [false, false, true, false]) m.noteTrial("new", isSolved);
    m.noteTrial("solved", false);
    m.noteTrial("missed", true);
    return m.trials();
})()"""


def test_tries_are_counted_until_a_puzzle_is_solved() -> None:
    """Also from what earlier releases have stored, which did not count them; what is damaged is left out."""
    stored = {"solved": "solved", "missed": "missed", "other": "missed", "damaged": "x", "number": 2}
    assert evaluated("storage/saved_puzzles.ts", TRIED, stored) == {
        "solved": {"isSolved": True, "tries": 1},
        "other": {"isSolved": False, "tries": 1},
        "new": {"isSolved": True, "tries": 3},
        "missed": {"isSolved": True, "tries": 2},
    }


@pytest.fixture
def server(valkey_url: str) -> Server:
    """A function that runs a server on a port that stays the same."""
    port = str(reserved_port())
    return lambda: regicide_server(REDIS_URL=valkey_url, PORT=port)


def wrong_action(puzzle: dict[str, Any]) -> str:
    """The legal action whose refutation is the longest."""
    wrong = {action: line for action, line in puzzle["lines"].items() if action != puzzle["solution"]}
    return max(wrong, key=lambda action: wrong[action].count(";"))


@pytest.mark.browser
def test_puzzles_are_missed_and_solved_also_without_the_server(ana: WebClient, server: Server) -> None:
    """A miss shows the refutation to its end, and can be tried again; what is solved stays so after a reload.

    The list and the counter tell which are solved at the first try.
    """
    first, second, *_ = LISTED
    with server() as ana.server:
        ana.open("/#/puzzles/1")
        ana.click("[data-puzzle='1']")
        ana.find(".seat:not([data-place=own]) .strip [data-card]")
        ana.act(wrong_action(first))
        assert ana.text("#verdict-title") == "✗ This loses"
        ana.press(Keys.END)
        ana.find(".laid-line > :last-child > [aria-current='true']")
        for size in ((360, 740), (740, 360), (1440, 900)):
            width(ana.browser, *size)
            assert ana.text(".seat.short > .seat-state") == SHORT
            assert ana.find(".seat.short > .seat-state").is_displayed(), size
        ana.click("#again-puzzle")
        ana.act(first["solution"])
        assert ana.text("#verdict-title") == "✓ This wins"
        assert ana.text("#puzzles-progress") == "1 of 12 solved, 0 at the first try"
        assert ana.text("[data-puzzle='1'] .puzzle-state") == "✓2"
        assert ana.attributes("[data-puzzle='1']", "aria-label")[0].endswith(", solved in 2 tries")
        ana.click("#more")
        ana.click("#copy-puzzle")
        assert ana.find("#copied-link").get_attribute("value") == f"{ana.server}/#/puzzles/1/1"
        assert f"#/puzzle?players={first['players']}&seed={first['seed']}&" in ana.attributes("#play-puzzle", "href")[0]
        ana.open("/#/puzzles/1/4")
        assert ana.attributes("[data-puzzle][aria-current]", "data-puzzle") == ["4"]
        await_offline_start(ana)
        ana.open("/#/puzzles/1")
        ana.find("[data-puzzle='1'] .solved")
    ana.open("/#/puzzles/1")
    assert ana.attributes("[data-puzzle][aria-current]", "data-puzzle") == ["2"]
    ana.act(wrong_action(second))
    ana.find("#puzzle-verdict.lost")
    ana.press(Keys.ENTER)  # the main button, "Try again", has the focus
    ana.act(second["solution"])
    ana.find("#puzzle-verdict.won")
    assert ana.text("#puzzles-progress").startswith("2 of 12")


@pytest.mark.browser
def test_a_button_of_a_telephone_opens_the_list(ana: WebClient, server: Server) -> None:
    """A puzzle that is chosen closes it."""
    with server() as ana.server:
        width(ana.browser, 360, 740)
        ana.open("/#/puzzles/1")
        ana.click(".puzzle-choice")
        ana.click("[data-puzzle='7']")
        ana.until(lambda: ana.text(".puzzle-choice").startswith("Puzzle 7"))
        assert not ana.all(".puzzle-menu:popover-open")


@pytest.mark.browser
@pytest.mark.parametrize("number", [3, 4])
def test_all_seats_are_on_a_telephone(ana: WebClient, server: Server, number: int) -> None:
    """Before the move and after the line of play that follows, of several partners; the page never scrolls."""
    with server() as ana.server:
        width(ana.browser, 360, 740)
        ana.open(f"/#/puzzles/1/{number}")
        ana.find(".puzzle-board .hand-card")
        for told in (False, True):
            if told:
                ana.act(wrong_action(LISTED[number - 1]))
                ana.find("#puzzle-verdict.lost")
            ana.browser.execute_async_script(SETTLE)
            seats = ana.boxes(".puzzle-board .seats .seat")
            assert len(seats) == LISTED[number - 1]["players"]
            assert [seat for seat in seats if seat["left"] < 0 or seat["right"] > 360] == []
            assert ana.browser.execute_script("return document.documentElement.scrollHeight") == 740
