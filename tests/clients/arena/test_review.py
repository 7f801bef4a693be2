"""`regicide-arena review`: what the actions of a finished game cost."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from resource import RUSAGE_CHILDREN, getrusage
from select import select
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from arenas import Arena, await_true
from browser import chromium, colours, width
from builders import position
from commands import Ended
from records import GAME, tampered

import regicide
from regicide import Action, Position, game_record, replay
from regicide_arena.bots.planner import FAST, Planner
from regicide_arena.bots.view_types import seat_view
from regicide_arena.review.chart import CURVE_PX, LEFT_PX, RIGHT_PX, TOP_PX, WIDTH_PX, review_chart
from regicide_arena.review.last_chance import last_chance
from regicide_arena.review.record import recorded_game
from regicide_arena.review.report import CONSOLE_WIDTH, print_review
from regicide_arena.review.review import Review, ReviewSearch, curve, enemies_to_fall, is_blunder, moment_text
from regicide_arena.runtime.console import output_console
from regicide_arena.words import action_text, ending
from regicide_kernel.solver import winning_line

QUICK = ("--rollouts", "4", "--workers", "1")
TURNS = 14
"""Actions of the short game: enough for every phase."""
SVG = "{http://www.w3.org/2000/svg}"


def short_game(players: int, seed: str = "review") -> dict[str, Any]:
    """The record of a game that is given up after some random actions."""
    dice, first = Random(seed), Position.new(seed, players)
    there, steps = first, []
    while len(steps) < TURNS and there.legal_actions:
        steps += replay(there, [dice.choice(there.legal_actions)])
        there = steps[-1].position
    return game_record(first, steps, reason=None if there.outcome else regicide.EndReason.GIVEN_UP)


LAST = position("5D,9H,2C / 4D", "KS", played="10H,10D,7C", discard="KC,KD,KH")
"""The last king has six points of health left: one action wins, and another one loses."""
WON = game_record(LAST, replay(LAST, [Action.parse("9H")]), dealt=False)
GAVE_AWAY = game_record(LAST, replay(LAST, [Action.parse("2C")]), dealt=False)

Write = Callable[[object], str]
Command = Callable[..., Ended]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a record, and returns the path."""

    def write(record: object) -> str:
        file = tmp_path / "record.json"
        file.write_text(json.dumps(record))
        return str(file)

    return write


@pytest.fixture
def reviewed(run: Command, write: Write) -> Callable[..., dict[str, Any]]:
    """The review of a record as JSON."""

    def reviewed(record: object, *arguments: str) -> dict[str, Any]:
        code, out, err = run("review", "--json", *QUICK, *arguments, write(record))
        found: dict[str, Any] = json.loads(out)
        number = len(found["moves"])
        assert (code, err.splitlines()[-1:]) == (0, [f"actions: {number} of {number}"] if number else [])
        return found

    return reviewed


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_action_is_reviewed(reviewed: Callable[..., dict[str, Any]], players: int) -> None:
    """Its cost is what the chance to win loses; forced actions are their own best action, and cost nothing."""
    record = short_game(players)
    game, moves = recorded_game(record, "here"), reviewed(record)["moves"]
    assert [(each["number"], each["seat"], each["action"]) for each in moves] == [
        (number, event["seat"], event["action"]) for number, event in enumerate(record["events"], 1)
    ]
    for move, each in zip(game.moves, moves, strict=True):
        assert each["cost"] == pytest.approx(max(0, each["won_before"] - each["won_after"]), abs=1e-6)
        assert {best["action"] for best in each["best"]} <= {str(action) for action in move.before.legal_actions}
        if len(move.before.legal_actions) == 1:
            assert (each["cost"], each["best"][0]["action"]) == (0, each["action"])


def test_the_best_action_costs_nothing(reviewed: Callable[..., dict[str, Any]]) -> None:
    """Its figures before and after are those of the same search."""
    [move] = reviewed(WON, "--rollouts", "100")["moves"]
    assert move["won_before"] == move["won_after"] == 1
    assert (move["cost"], move["best"][0]["won"], move["defeated_after"]) == (0, 1, 12)


def test_an_action_that_gives_the_win_away_is_a_blunder(reviewed: Callable[..., dict[str, Any]]) -> None:
    """The action that wins is named as the better one."""
    first = reviewed(GAVE_AWAY)["moves"][0]
    assert first["won_before"] == 1
    assert is_blunder(first)
    assert "play 2♣; better: play " in moment_text(first, ["Ana (seat 0)", "seat 1"])


def test_a_review_uses_views_only(reviewed: Callable[..., dict[str, Any]]) -> None:
    """Each action has the figures of a planner that gets the mover's view and nothing else."""
    record = short_game(3)
    planner = Planner("adviser", FAST._replace(rollouts=4))
    for move, each in zip(recorded_game(record, "here").moves, reviewed(record)["moves"], strict=True):
        considered, after = planner.review(seat_view(move.before, move.seat), move.action)
        assert (each["won_before"], each["won_after"]) == (round(considered[0].won, 4), round(after.won, 4))


def reviewed_as(record: Any, costs: dict[int, float]) -> Review:
    """A review in which actions have these costs by their numbers; the chance before each one is another."""
    best = [{"action": "yield", "won": None, "defeated": None, "share": 1.0}]
    moves: list[Any] = [
        {
            "number": number,
            "seat": event["seat"],
            "action": event["action"],
            "won_before": 0.9 - number / 100,
            "won_after": 0.9 - number / 100 - costs.get(number, 0),
            "cost": costs.get(number, 0),
            "best": best,
        }
        for number, event in enumerate(record["events"], 1)
    ]
    return Review(recorded_game(record, "here"), ReviewSearch("planner-fast", 4, "adviser"), moves)


def test_the_curve_has_the_chance_after_each_action_and_the_certain_end() -> None:
    """Before the first action it has the chance before it; an end without an action is certain, too."""
    found = reviewed_as(short_game(2), {1: 0.2, 3: 0.3})
    assert curve(found)[:4] == pytest.approx([0.89, 0.69, 0.88, 0.57])
    assert (curve(found)[-1], len(curve(found))) == (0, len(found.moves) + 1)
    assert curve(reviewed_as(WON, {1: 0.5})) == pytest.approx([0.89, 1])


def test_marks_of_a_chart_are_on_its_curve() -> None:
    """At the point of their actions, numbered from the costliest one."""
    found = reviewed_as(short_game(2), {4: 0.2, 6: 0.3})
    root = ET.fromstring(review_chart(found))
    wide, shares = WIDTH_PX - LEFT_PX - RIGHT_PX, curve(found)
    places = [
        (LEFT_PX + wide * step / len(found.moves), TOP_PX + CURVE_PX * (1 - share)) for step, share in enumerate(shares)
    ]
    paths = [[*map(float, re.findall(r"[\d.]+", each.get("d") or ""))] for each in root.iter(f"{SVG}path")]
    marks = [each for each in root.iter(f"{SVG}text") if "fill: var(--paper)" in (each.get("style") or "")]
    marked = {each.text: (float(each.get("x") or 0), float(each.get("y") or 0)) for each in marks}
    assert marked == {"1": pytest.approx(places[6], abs=4), "2": pytest.approx(places[4], abs=4)}
    assert [x for place in places for x in place] in [pytest.approx(path, abs=0.1) for path in paths]


def test_an_enemy_falls_with_the_action_that_defeats_it() -> None:
    """Other actions defeat none."""
    record = game_record(LAST, replay(LAST, [Action.parse("9H")]), dealt=False)
    assert enemies_to_fall(reviewed_as(record, {})) == ["K♠"]
    assert set(enemies_to_fall(reviewed_as(GAVE_AWAY, {}))) == {""}


def test_a_seat_has_its_mean_cost(capsys: pytest.CaptureFixture[str]) -> None:
    """And the number of its blunders."""
    found = reviewed_as(short_game(1), {1: 0.2, 2: 0.015})
    print_review(found, output_console(CONSOLE_WIDTH))
    out = capsys.readouterr().out
    mean = 21.5 / len(found.moves)
    assert f"seat 0: {len(found.moves)} actions, {mean:.2f} points each on average, 1 blunder\n" in out
    assert "Chances are estimates, and costs are in percentage points.\n" in out


def test_a_lost_game_has_its_last_chance(
    reviewed: Callable[..., dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    """The line wins from before the action that left it, and none is found after it; a won game has no such place."""
    assert reviewed(WON)["last_chance"] is None
    assert reviewed(GAVE_AWAY)["last_chance"] == {"number": 1, "line": ["9H"]}
    print_review(reviewed_as(GAVE_AWAY, {}), output_console(CONSOLE_WIDTH))
    said = " ".join(capsys.readouterr().out.split())
    assert "could last be won before move 1, by a line that begins with: play 9♥. seat 0 chose: play 2♣." in said
    game = recorded_game(short_game(2), "here")
    found = last_chance(game)
    assert found is not None
    there = found.move.before
    for action in found.line:
        there = regicide.apply(there, action)
    assert there.outcome is not None
    assert there.outcome.won
    assert [winning_line(move.before) for move in game.moves[found.move.number :]] == [None] * (
        len(game.moves) - found.move.number
    )


@pytest.mark.costly
def test_a_seed_has_the_same_review_in_any_number_of_processes(reviewed: Callable[..., dict[str, Any]]) -> None:
    """Another seed has another one."""
    before = getrusage(RUSAGE_CHILDREN)
    alone, other = (reviewed(short_game(2), *options) for options in ((), ("--seed", "another")))
    assert getrusage(RUSAGE_CHILDREN) == before
    shared = reviewed(short_game(2), "--workers", "2")
    assert getrusage(RUSAGE_CHILDREN).ru_utime > before.ru_utime
    assert alone == shared
    assert alone["moves"] != other["moves"]


def test_the_search_is_part_of_the_json(reviewed: Callable[..., dict[str, Any]]) -> None:
    """The bot, the number of rollouts and the seed; the game and the versions if a server wrote the record."""
    record = {**short_game(2), "id": "7Q2"}
    record["events"] = [{**event, "version": number + 1} for number, event in enumerate(record["events"], 1)]
    found = reviewed(record, "--bot", "planner", "--seed", "here")
    assert {name: found[name] for name in ("game", "agent", "status", "rollouts", "seed", "expires_at")} == {
        "game": "7Q2",
        "agent": "planner",
        "status": "ready",
        "rollouts": 4,
        "seed": "here",
        "expires_at": None,
    }
    assert [each["version"] for each in found["moves"]] == [number + 1 for number in range(1, len(found["moves"]) + 1)]


def test_open_cards_add_a_chance(reviewed: Callable[..., dict[str, Any]]) -> None:
    """All cards are open in it, so that it may differ from what the seat knew."""
    moves = reviewed(GAVE_AWAY, "--open-cards")["moves"]
    assert moves[0]["won_open"] == 1
    assert "won_open" not in reviewed(GAVE_AWAY)["moves"][0]


def test_a_table_has_the_seats_and_the_blunders(run: Command, write: Write) -> None:
    """The name of a seat is that of its player or agent; control characters are escaped."""
    seats = [{"seat": 0, "name": "A\x1bna", "agent": None}, {"seat": 1, "name": None, "agent": "greedy"}]
    _, out, _ = run("review", *QUICK, write({**GAVE_AWAY, "seats": seats}))
    row = next(line for line in out.splitlines() if line.startswith("│ 1 "))
    assert re.search(r"A\\x1bna \(seat 0\) │ play 2♣ .* 100% .* \?\? ", row)
    assert "1 blunder\n" in out
    assert "Move 1, A\\x1bna (seat 0): play 2♣; better: play " in out


def test_a_name_stays_on_its_line(run: Command, write: Write) -> None:
    """A line break in it is escaped; of a long one, as many characters are shown as a name on a server has."""
    seats = [{"seat": 0, "name": "Ana\nThe game was won"}, {"seat": 1, "name": "x" * 200_000}]
    _, out, _ = run("review", *QUICK, write({**short_game(2), "seats": seats}))
    assert not any(line.startswith("The game was won") for line in out.splitlines())
    assert "Ana\\nThe game was won (seat 0): " in out
    assert f"\n{'x' * 39}… (seat 1): " in out


def test_games_without_costly_actions(run: Command, write: Write) -> None:
    """A note says so; there is no table of a game without actions."""
    first = Position.new("nothing", 2)
    gave_up = game_record(first, [], reason=regicide.EndReason.GIVEN_UP)
    _, out, _ = run("review", *QUICK, write(gave_up))
    assert out.splitlines() == [
        "The game was lost with 0 of 12 enemies defeated: the game was given up.",
        "No action cost anything that the estimates can tell.",
    ]
    assert "No action cost anything" in run("review", *QUICK, write(WON))[1]


def test_a_game_that_the_clock_ended(run: Command, write: Write) -> None:
    """Its actions are reviewed; the end is named."""
    there = Position.new("clock", 2)
    steps = [*replay(there, there.legal_actions[:1])]
    code, out, _ = run("review", *QUICK, write(game_record(there, steps, reason=regicide.EndReason.TIMEOUT)))
    assert code == 0
    assert "The game was lost with 0 of 12 enemies defeated: the time was up." in out


@pytest.mark.parametrize(
    ("action", "text"),
    [
        ("AC+5C", "play A♣+5♣"),
        ("X1", "play jester"),
        ("-10S-2H", "discard 10♠ 2♥"),
        ("yield", "yield"),
        ("flip", "flip a jester"),
        (">1", "appoint Bo"),
    ],
)
def test_actions_are_words(action: str, text: str) -> None:
    """With the symbols of the suits."""
    assert action_text(action, ["Ana", "Bo"]) == text


@pytest.mark.parametrize("reason", regicide.EndReason)
def test_every_end_has_words(reason: regicide.EndReason) -> None:
    """None of them is the code of the protocol."""
    assert ending(reason)
    assert reason.value not in ending(reason)


HOLDS_NOT = "the record in standard input does not hold: "
OVER = "the game in standard input is not over: expected the record of a finished game"


UNUSABLE = {
    "nothing": ("", "invalid JSON in standard input: Expecting value"),
    "a list": ("[]", "no record in standard input: expected the response of GET /v1/games/{id}/record"),
    "a view": ('{"phase": "play"}', "no record in standard input: expected the response"),
    "a line without a record": ('{"record": null}', "no record in standard input: expected the response"),
    "a member missing": ('{"events": []}', "no record in standard input: malformed record (there is no 'seed')"),
    "another seat": (json.dumps(tampered("events", 3, "seat", 0)), HOLDS_NOT),
    "another seed": (json.dumps(tampered("seed", "another")), HOLDS_NOT),
    "unknown rules": (
        json.dumps({**GAME, "beginning": "legacy"}),
        f"{HOLDS_NOT}the set-up: beginning is 'legacy', expected ",
    ),
    "not over": (json.dumps({**WON, "events": [], "result": None}), OVER),
}


MALFORMED = "no record in standard input: malformed record "
UNUSABLE |= {
    where: (json.dumps(WON | members), f"{MALFORMED}(Expected `{expected}`, got `{got}` - at `$.{where}`)")
    for where, members, expected, got in [
        ("seats", {"seats": {"a": 1}}, "array | null", "object"),
        ("seats[0].seat", {"seats": [{"seat": [0]}]}, "int", "array"),
        ("seats[1].name", {"seats": [{"seat": 0}, {"seat": 1, "name": 7}]}, "str | null", "int"),
        ("id", {"id": 7}, "str | null", "int"),
        ("events[0].version", {"events": [{**WON["events"][0], "version": True}]}, "int | null", "bool"),
    ]
}


@pytest.mark.parametrize(("content", "why"), UNUSABLE.values(), ids=UNUSABLE)
def test_unusable_records(run: Command, monkeypatch: pytest.MonkeyPatch, content: str, why: str) -> None:
    """The message says what is wrong."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content.encode())))
    code, out, err = run("review", *QUICK, "-")
    assert (code, out) == (2, "")
    assert err.startswith(f"regicide-arena: {why}")


def test_a_line_of_the_records_of_a_server(reviewed: Callable[..., dict[str, Any]]) -> None:
    """The record is its member."""
    assert reviewed({"id": "7Q2", "record": WON, "problem": None})["moves"] == reviewed(WON)["moves"]


def test_a_chart_in_a_folder_that_is_not_there(run: Command, write: Write) -> None:
    """The message comes before the review."""
    code, out, err = run("review", write(WON), "--chart", "nowhere/chart.svg")
    assert (code, out, err) == (2, "", "regicide-arena: cannot write nowhere/chart.svg: nowhere is not a folder\n")


def test_ctrl_c_ends_it(tmp_path: Path) -> None:
    """It prints no table and no traceback."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = os.open(pipe, os.O_RDWR)  # from before: a pipe without a writer is empty
    os.write(writer, json.dumps(short_game(4)).encode())
    running = Arena("review", pipe, "--bot", "planner-deep", "--workers", "2", directory=tmp_path)
    await_true(lambda: not select([writer], [], [], 0)[0] or running.process.poll() is not None)
    os.close(writer)
    running.process.send_signal(signal.SIGINT)
    assert (running.ended(), running.output) == (130, "")


@pytest.fixture
def chart(run: Command, write: Write, tmp_path: Path) -> Path:
    """The chart of a game, with names that need escaping."""
    seats = [{"seat": 0, "name": "<b>$x$&", "agent": None}, {"seat": 1, "name": "Bo", "agent": None}]
    file = tmp_path / "chart.svg"
    code, _, err = run("review", *QUICK, "--open-cards", "--chart", str(file), write({**GAVE_AWAY, "seats": seats}))
    assert (code, err.splitlines()[-1]) == (0, f"chart: {file}")
    return file


def test_a_chart_tells_the_costliest_moments_in_words(chart: Path) -> None:
    """As text in the picture, and as its description."""
    root = ET.parse(chart).getroot()
    text = " ".join("".join(each.itertext()) for each in root.iter(f"{SVG}text"))
    sentence = "Move 1, <b>$x$& (seat 0): play 2♣; better: play "
    assert f"1. {sentence}" in text
    assert sentence in (root.findtext(f"{SVG}desc") or "")
    assert "dashed: with all cards open" in text


@pytest.mark.costly
def test_a_chart_is_legible_on_telephone_and_desk(chart: Path) -> None:
    """It fills a telephone, and has a greatest width; its colours follow the preferred scheme."""
    with chromium() as browser:
        for pixels, scheme, widest in ((390, "light", 390), (1440, "dark", 760)):
            width(browser, pixels)
            colours(browser, scheme)
            browser.get(chart.as_uri())
            box = "const box = document.documentElement.getBoundingClientRect(), view = visualViewport;"
            shown, scale = browser.execute_script(f"{box} return [box.width, outerWidth / innerWidth]")
            assert shown == pytest.approx(widest, abs=1) or shown * 390 / 980 == pytest.approx(390, abs=1)
            script = (
                "return [...document.querySelectorAll('text')].map(each => each.getBoundingClientRect().right"
                " / document.documentElement.getBoundingClientRect().width)"
            )
            assert max(browser.execute_script(script)) <= 1.01
            ink = browser.execute_script("return getComputedStyle(document.querySelector('svg')).backgroundColor")
            assert (sum(map(int, re.findall(r"\d+", ink)[:3])) > 380) is (scheme == "light")
            assert scale > 0
