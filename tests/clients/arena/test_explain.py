"""`regicide-arena explain`: the advice of a bot in a view."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from builders import after, position
from commands import Ended

import regicide
from regicide_arena.bots.advice import ADVISER_SEED
from regicide_arena.bots.planner import FAST, Planner
from regicide_arena.bots.view_types import seat_view
from regicide_arena.protocol.advice import advice_of, advised_actions

SOLO = position("8D,4C,3S,5H,6S,7C")
THREE = position("8D,4C,3S,5H,X1 / 2C,9H / 3C,10S")
POSITIONS = {"play": SOLO, "suffer": after(THREE, "4C"), "appoint": after(THREE, "X1")}
LOST = after(position("8D,3C,2C / 4C", "QD", tavern="4H,10S", rest="discard"), "2C")

Write = Callable[..., str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes the view of a seat, by default the one to act, and returns the path."""

    def write(there: regicide.Position, seat: int | None = -1, **changed: object) -> str:
        file = tmp_path / "view.json"
        file.write_text(json.dumps({**regicide.observe(there, there.turn if seat == -1 else seat), **changed}))
        return str(file)

    return write


@pytest.fixture
def actions(run: Callable[..., Ended]) -> Callable[..., list[dict[str, Any]]]:
    """The advice in its JSON, of `planner-fast`."""
    return lambda *arguments: json.loads(run("explain", "--json", "--bot", "planner-fast", *arguments).out)["actions"]


@pytest.fixture
def message(run: Callable[..., Ended]) -> Callable[..., str]:
    """The error message: one line, before the traceback of a bot."""

    def explain(*arguments: str) -> str:
        code, out, err = run("explain", *arguments)
        line, *trace = err.splitlines()
        assert (code, out, trace[:1]) == (2, "", ["Traceback (most recent call last):"] if trace else [])
        return line.removeprefix("regicide-arena: ")

    return explain


def rows(table: str) -> list[list[str]]:
    """The cells of a table's rows."""
    return [re.sub("[│%]", " ", line).split() for line in table.splitlines() if line.startswith("│")]


@pytest.mark.parametrize("there", POSITIONS.values(), ids=POSITIONS)
def test_it_is_the_advice_of_the_bot(
    actions: Callable[..., list[dict[str, Any]]], write: Write, there: regicide.Position
) -> None:
    """In each phase the same as questions to house bots are answered, which are made from the same seed."""
    view = seat_view(there, there.turn)
    assert actions(write(there)) == advised_actions(advice_of(Planner(ADVISER_SEED, FAST), view).actions, view)


@pytest.mark.parametrize(("bot", "has_figures"), [("planner-fast", True), ("planner,rollouts=50", False)])
def test_the_table_has_a_row_for_each_action(
    run: Callable[..., Ended], write: Write, bot: str, has_figures: bool
) -> None:
    """With the figures of the JSON; a dash stands for none, as of too few rollouts."""
    found = json.loads(run("explain", "--json", "--bot", bot, write(THREE)).out)["actions"]
    output = run("explain", "--bot", bot, write(THREE)).out
    heads = [head.strip() for head in output.splitlines()[1].strip(" ┃").split("┃")]
    assert heads == ["action", "won", "enemies", "search"]
    assert [(row[0], row[1] == "-", row[3]) for row in rows(output)] == [
        (each["action"], each["won"] is None, f"{each['share']:.0%}".rstrip("%")) for each in found
    ]
    assert {each["won"] is not None for each in found} == {has_figures}


SAYING = """
import json, sys
for line in sys.stdin:
    print(json.dumps({"type": "greeting", "version": 1, "advises": True}), flush=True)
    actions = json.loads(sys.stdin.readline())["view"]["legal_actions"]
    print(json.dumps({"type": "advice", "actions": [{"action": actions[0], "share": 1}]}), flush=True)
"""


def test_a_program_gives_advice(run: Callable[..., Ended], write: Write, tmp_path: Path) -> None:
    """Figures that it leaves out are null."""
    (tmp_path / "bot.py").write_text(SAYING)
    ended = run("explain", "--json", "--bot", f"exec:{sys.executable} {tmp_path}/bot.py", write(SOLO))
    [action] = json.loads(ended.out)["actions"]
    assert action == {"action": "4C", "won": None, "defeated": None, "share": 1.0}


@pytest.mark.parametrize(
    ("code", "why"),
    [
        (
            "def bot(view): return view['legal_actions'][0]",
            "gives no advice: expected a bot with a method consider(view)",
        ),
        (
            "class bot(Base):\n def consider(self, view): return []",
            "gives no advice: InvalidAdvice: invalid advice []: expected a list of",
        ),
        (
            "class bot:\n def __init__(self, seed): raise KeyError(seed)\n def consider(self, view): pass",
            "gives no advice: KeyError: 'adviser'",
        ),
        ("def bot(seed): raise KeyError(seed)", "cannot be made: KeyError: 'adviser'"),
    ],
)
def test_a_bot_without_advice_is_refused(
    message: Callable[..., str], write: Write, tmp_path: Path, code: str, why: str
) -> None:
    """It has no method for it, gives wrong answers, or fails."""
    base = "class Base:\n def __init__(self, seed): pass\n def __call__(self, view): pass\n"
    (tmp_path / "mine.py").write_text(base + code)
    bot = f"{tmp_path}/mine.py:bot"
    assert message("--bot", bot, write(THREE)).startswith(f"{bot} {why}")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "invalid JSON in standard input: Expecting value"),
        pytest.param("[" * 100_000, "invalid JSON in standard input: ", id="too deep"),
        ("[]", "no view in standard input: expected the response of GET /v1/games/{id} to the seat to act"),
        ('{"code": "unknown-game"}', "no view in standard input: "),
        ('{"phase": "play"}', ""),
        ('{"phase": ["play"], "players": {}}', ""),
    ],
)
def test_invalid_views(message: Callable[..., str], monkeypatch: pytest.MonkeyPatch, text: str, why: str) -> None:
    """The message says what is wrong."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert message().startswith(why)


def test_a_view_that_contradicts_itself(message: Callable[..., str], write: Write) -> None:
    """The message has the member."""
    assert message(write(THREE, tavern_size=3)).startswith("tavern_size is 3, but follows from the rest as ")


@pytest.mark.parametrize(
    ("there", "seat", "why"),
    [
        (THREE, None, "this is the view of a spectator: expected the view of seat 0, whose turn it is"),
        (THREE, 2, "this is the view of seat 2: expected the view of seat 0, whose turn it is"),
        (LOST, 0, "the game is over: expected a view of a game in progress"),
        (LOST, None, "the game is over: expected a view of a game in progress"),
    ],
)
def test_a_view_in_which_there_is_nothing_to_choose(
    message: Callable[..., str], write: Write, there: regicide.Position, seat: int | None, why: str
) -> None:
    """The message says which view is expected."""
    assert message(write(there, seat)) == why
