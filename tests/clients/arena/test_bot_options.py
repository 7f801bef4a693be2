"""Options of bots: in the text of a bot, in its greeting, and set before its games."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from bot_programs import SEAT, VIEW, bot_program
from commands import Ended

from regicide import Position
from regicide_arena.bots import split_options
from regicide_arena.bots.planner import Planner
from regicide_arena.bots.registry import BotNotFound
from regicide_arena.bots.search_settings import SearchSettings
from regicide_arena.bots.view_types import seat_view
from regicide_arena.commands.options import entrant
from regicide_arena.protocol.messages import Option
from regicide_arena.protocol.player import BotPlayer
from regicide_arena.protocol.programs import is_own, program_of, require_bot

BOTS = """
from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Annotated

if TYPE_CHECKING:
    from nowhere import Seed

def made(
    seed,
    *,
    depth: Annotated[int, "moves ahead"] = 2,
    fast=False,
    share: float = 0.5,
    title="",
    limit=inf,
    numbers=None,
    seconds=1.0,
):
    if depth < 0:
        raise ValueError("depth is negative")
    return lambda view: repr((depth, fast, share, title))

def choose(view, other=1, *, last=False):
    return view["legal_actions"][-last]

class Adviser:
    def __init__(self, seed: Seed, *, won: Annotated[float, "its promise"] = 0.5):
        self.action, self.won, self.defeated, self.share = "yield", won, None, 1

    def __call__(self, view):
        return "yield"

    def consider(self, view):
        return [self]
"""
SPEAKER = """
place = 0

def hello(message):
    write("greeting", version=1, options=[{"name": "place", "default": 0}])

def set_options(message):
    global place
    place = message["options"]["place"]
    if place > 1:
        write("failed", what="there is no such place")
    else:
        write("ready")

def choose(message):
    write("chosen", action=message["view"]["legal_actions"][place])
"""
EXEC = f"exec:{sys.executable} -I -S program.py"
MISSPELT = "bots.py:made,dept=3"
VIEW_FILE = "view.json"

pytestmark = pytest.mark.usefixtures("bots")


@pytest.fixture(autouse=True)
def _program(bots: Path) -> None:
    bot_program(bots, SPEAKER)


@pytest.mark.parametrize(
    ("text", "plain", "options"),
    [
        ("planner,rollouts=100", "planner", {"rollouts": "100"}),
        ("a/b.py:f,depth=2,title=", "a/b.py:f", {"depth": "2", "title": ""}),
        ("mine=planner,url=http://x:1/?a=b", "mine=planner", {"url": "http://x:1/?a=b"}),
        ("exec:./bot --fast x=1,depth=2", "exec:./bot --fast x=1", {"depth": "2"}),
        ("exec:./bot 'x=1,y=2'", "exec:./bot 'x=1,y=2'", {}),
        ("exec:./bot 'x=1,y=2',depth=2", "exec:./bot 'x=1,y=2'", {"depth": "2"}),
        ("planner,rollouts", "planner,rollouts", {}),
    ],
)
def test_options_end_the_text_of_a_bot(text: str, plain: str, options: dict[str, str]) -> None:
    """Quotation marks keep an argument that looks like them."""
    assert split_options(text) == (plain, options)


@pytest.mark.parametrize(
    ("text", "name", "bot"),
    [
        ("planner,rollouts=100", "planner", "planner,rollouts=100"),
        ("quick=planner,rollouts=100", "quick", "planner,rollouts=100"),
        ("a/b.py:f,depth=2", "f", "a/b.py:f,depth=2"),
        ("exec:bots/mine,depth=2", "mine", "exec:bots/mine,depth=2"),
        ("mine=exec:./bot a=b,depth=2", "mine", "exec:./bot a=b,depth=2"),
    ],
)
def test_the_name_of_an_entrant_has_no_options(text: str, name: str, bot: str) -> None:
    """They stay in what stands for its bot."""
    assert entrant(text) == (name, bot)


def test_a_bot_in_python_has_its_parameters_as_options() -> None:
    """Those that are given by name alone, with a value that JSON knows; a text in the annotation describes each."""
    made, choose, adviser, none = (
        require_bot(text).options for text in ("bots.py:made", "bots.py:choose", "bots.py:Adviser", "random")
    )
    assert [str(each) for each in made] == ["depth=2", "fast=false", "share=0.5", "title="]
    assert (made[0].about, made[1].about) == ("moves ahead", "")
    assert (choose, adviser, none) == ([Option("last", default=False)], [Option("won", 0.5)], [])


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("bots.py:made", "(2, False, 0.5, '')"),
        ("bots.py:made,depth=3,fast=true,share=1,title=a=b", "(3, True, 1.0, 'a=b')"),
        ("bots.py:choose", "yield"),
        ("bots.py:choose,last=true", "5C"),
        (EXEC, "yield"),
        (f"{EXEC},place=1", "5C"),
    ],
)
def test_a_bot_has_the_options_that_are_set(text: str, action: str) -> None:
    """Also in a process that has replaced another one."""
    with closing(BotPlayer(program_of(text))) as player:
        assert player.choose(SEAT, VIEW) == action
        player.end_process()
        assert player.choose(SEAT, VIEW) == action


def test_advice_follows_the_options() -> None:
    """The bot that is asked has them, too."""
    with closing(BotPlayer(program_of("bots.py:Adviser,won=0.25"), asks=("advice",))) as player:
        assert player.advise(VIEW).actions[0].won == 0.25


@pytest.mark.parametrize(("options", "types"), [("", []), (",place=1", ["set_options"])])
def test_options_that_are_not_set_are_no_message(options: str, types: list[str]) -> None:
    """A program without options hears nothing of them."""
    require_bot(f"{EXEC}{options}")
    read = [json.loads(line)["type"] for line in Path("messages").read_text().splitlines()]
    assert read == ["hello", *types, "stop"]


MADE = "expected depth=2, fast=false, share=0.5, title="


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (MISSPELT, f"takes no option 'dept': {MADE}; did you mean 'depth'?"),
        ("bots.py:made,seconds=3", f"takes no option 'seconds': {MADE}"),
        ("bots.py:choose,other=3", "takes no option 'other': expected last=false"),
        ("greedy,depth=3", "takes no option 'depth': expected none"),
        ("bots.py:made,depth=1.5", "takes no depth=1.5: expected an integer, such as depth=2"),
        ("bots.py:made,depth=", "takes no depth=: expected an integer, such as depth=2"),
        ("bots.py:made,fast=1", "takes no fast=1: expected true or false, such as fast=false"),
        ("bots.py:made,share=inf", "takes no share=inf: expected a number, such as share=0.5"),
        ("bots.py:made,share=\ud800", "takes no share=\ud800: expected a number"),
        ("bots.py:made,title=\ud800", "takes no title=\ud800: expected a text"),
        ("bots.py:made,depth=-1", "cannot be made: ValueError: depth is negative ("),
        ("planner-fast,rollouts=0", "cannot be made: ValueError: SearchSettings: rollouts is 0: expected an integer"),
        (f"{EXEC},plaice=1", "takes no option 'plaice': expected place=0; did you mean 'place'?"),
        (f"{EXEC},place=true", "takes no place=true: expected an integer, such as place=0"),
    ],
)
def test_options_are_refused(text: str, message: str) -> None:
    """Before a game; the message says what the bot takes."""
    with pytest.raises(BotNotFound) as raised:
        require_bot(text)
    assert str(raised.value).startswith(f"{text} {message}")


def test_a_program_refuses_a_value() -> None:
    """With what it says."""
    with pytest.raises(BotNotFound, match=r"^there is no such place$"):
        require_bot(f"{EXEC},place=2")


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", MISSPELT],
        ["bench", MISSPELT],
        ["tournament", "--entrant", f"mine={MISSPELT}"],
        ["play", "--agent", "mine", MISSPELT],
        ["explain", VIEW_FILE, "--bot", MISSPELT],
    ],
)
def test_all_commands_take_options(run: Callable[..., Ended], arguments: list[str]) -> None:
    """And refuse them with the same message, as `ladder` does, which runs some of these commands."""
    Path(VIEW_FILE).write_text(json.dumps(seat_view(Position.new("north", 2), 0)))
    ended = run(*arguments)
    message = f"regicide-arena: {MISSPELT} takes no option 'dept': {MADE}; did you mean 'depth'?"
    assert (ended.code, ended.out, ended.err.splitlines()[-1]) == (2, "", message)


def test_a_tournament_keeps_the_options(run: Callable[..., Ended]) -> None:
    """Its definition has them, and another value is another tournament."""
    first, last = ("bots.py:choose", "bots.py:choose,last=true")
    begin = ["tournament", "--commitment", "--entrant", f"first={first}", "--entrant"]
    assert run(*begin, f"last={last}").code == 0
    cup = json.loads(Path("tournament", "cup.json").read_text())
    assert cup["cup"]["entrants"] == {"first": first, "last": last}
    assert cup["codes"]["first"] != cup["codes"]["last"]
    assert run(*begin, f"last={last}").code == 0
    other = run(*begin, "last=bots.py:choose,last=false")
    assert (other.code, f"entrants: there first={first}, last={last}, here " in other.err) == (2, True)


def test_a_planner_has_a_budget() -> None:
    """It plays as one of that budget."""
    view = seat_view(Position.new("north", 2), 0)
    with closing(BotPlayer(program_of("planner,rollouts=20"))) as player:
        assert player.choose(SEAT, view) == Planner(SEAT.seed, SearchSettings(rollouts=20))(view)
    assert (is_own("planner"), is_own("planner,rollouts=20")) == (True, False)
