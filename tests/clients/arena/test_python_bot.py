"""Bots in Python speak the bot protocol by an adapter."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from bot_programs import SEAT, VIEW

from regicide_arena.bots.advice import InvalidAdvice
from regicide_arena.bots.failures import BotEnded, BotRaised
from regicide_arena.protocol.advice import advised_actions, rated_action
from regicide_arena.protocol.messages import Advice, Considered, Estimate, NewGame, Rating
from regicide_arena.protocol.player import BotPlayer
from regicide_arena.protocol.programs import program_of, require_bot

BOTS = """
import os, signal, sys

__version__, __author__ = "1.2", "Ana"

def first(view):
    return view["legal_actions"][0]

first.deterministic = True

def prints(view):
    print("hello")
    os.write(1, b"hello")
    sys.__stdout__.write("hello")
    os.system("echo hello")
    return first(view)

def reads(view):
    assert (sys.stdin.read(), os.read(0, 1), os.popen("cat").read()) == ("", b"", "")
    return first(view)

def forks(view):
    os.fork()
    return first(view)

def interrupted(view):
    for number in (signal.SIGINT, signal.SIGTERM):
        os.kill(os.getpid(), number)
    return first(view)

def exits(view):
    sys.exit(3)

def exits_hard(view):
    os._exit(3)

def raises(view):
    raise ValueError("\\ud800 out of ideas")

def returns_none(view):
    return None

def hurried(view, *, seconds=None):
    return str(seconds)

class Hurried:
    def __init__(self, seed):
        pass

    def __call__(self, view, seconds=0):
        return str(seconds)

def returns_text(view):
    class Text(str):
        def __str__(self):
            return "5C"
    return Text("yield")

class Seeded:
    def __init__(self, seed):
        self.seed, self.asked = seed, 0

    def __call__(self, view):
        self.asked += 1
        return f"{self.seed} {self.asked}"

class Adviser:
    def __init__(self, seed):
        self.action, self.won, self.defeated, self.share = seed, 0.123456, None, 1

    def __call__(self, view):
        return view["legal_actions"][0]

    def consider(self, view):
        return [self]

    def review(self, view, action):
        return [self], self
"""
ANSWERS = {
    "first": "yield",
    "prints": "yield",
    "reads": "yield",
    "forks": "yield",
    "interrupted": "yield",
    "returns_text": "yield",
    "Seeded": "north 1",
}
ERRORS: dict[str, tuple[type[Exception], str]] = {
    "exits": (BotRaised, "SystemExit: 3 (/bots.py, line 32)"),
    "exits_hard": (BotEnded, "ended its process: exit code 3"),
    "raises": (BotRaised, r"ValueError: \ud800 out of ideas (/bots.py, line 38)"),
    "returns_none": (BotRaised, "TypeError: the bot returned None: expected a text, one of the legal actions"),
    "missing": (BotRaised, "no function 'missing' in bots.py: expected first, prints, "),
}


@pytest.fixture
def python_bot(bots: Path) -> Iterator[Callable[[str], BotPlayer]]:
    """Makes a player of a function in `bots.py`."""
    players: list[BotPlayer] = []

    def make(name: str) -> BotPlayer:
        players.append(BotPlayer(program_of(f"bots.py:{name}", bots), None, ("play", "advice")))
        return players[-1]

    yield make
    for each in players:
        each.close()


@pytest.mark.parametrize("name", ANSWERS)
def test_a_bot_in_python_uses_its_streams(
    python_bot: Callable[[str], BotPlayer], capfd: pytest.CaptureFixture[str], name: str
) -> None:
    """Its answer is what it returns, as text; what it prints goes to the log. Signals to all do not end it."""
    player = python_bot(name)
    assert player.choose(SEAT, VIEW) == ANSWERS[name]
    player.close()
    assert capfd.readouterr().err.count("hello") == (4 if name == "prints" else 0)


@pytest.mark.parametrize("name", ERRORS)
def test_an_error_of_a_bot_in_python(bots: Path, python_bot: Callable[[str], BotPlayer], name: str) -> None:
    """It has its line, and the traceback of the bot alone."""
    error, message = ERRORS[name]
    with pytest.raises(error) as raised:
        python_bot(name).choose(SEAT, VIEW)
    assert str(raised.value).replace(str(bots), "").startswith(message)
    if isinstance(raised.value, BotRaised) and raised.value.where:
        assert f"in {name}" in raised.value.traceback
        assert "python_bot.py" not in raised.value.traceback


@pytest.mark.parametrize("name", ["hurried", "Hurried"])
def test_a_parameter_has_the_seconds_for_the_action(python_bot: Callable[[str], BotPlayer], name: str) -> None:
    """None without a limit."""
    player = python_bot(name)
    assert [player.choose(SEAT, VIEW, limit_s) for limit_s in (None, 60.5)] == ["None", "60.5"]


def test_each_seat_has_a_bot_of_its_own(python_bot: Callable[[str], BotPlayer]) -> None:
    """Made from its seed, until its game is over."""
    player = python_bot("Seeded")
    said = [player.choose(NewGame(game, 0, 1, game), VIEW) for game in "ghg"]
    player.over("g")
    said += [player.choose(NewGame(game, 0, 1, game), VIEW) for game in "gh"]
    assert said == ["g 1", "h 1", "g 2", "g 1", "h 2"]


@pytest.mark.usefixtures("bots")
def test_the_greeting_of_a_bot_in_python() -> None:
    """It says what the module and the function say of themselves."""
    first, adviser = (require_bot(f"bots.py:{name}", asks=["play", "advice"]) for name in ("first", "Adviser"))
    assert (first.name, first.release, first.author, first.deterministic) == ("bots.py:first", "1.2", "Ana", True)
    assert (first.advises, first.reviews, adviser.advises, adviser.reviews) == (False, False, True, True)
    assert not adviser.deterministic


def test_the_advice_of_a_bot_in_python(python_bot: Callable[[str], BotPlayer]) -> None:
    """Its figures are those of messages; the answers of the API have them rounded."""
    considered, view = Considered(0.123456, action="adviser", share=1), {"legal_actions": ["adviser"]}
    player = python_bot("Adviser")
    assert player.advise(VIEW) == Advice([considered])
    assert player.review(VIEW, "yield") == Rating([considered], Estimate(0.123456))
    assert advised_actions([considered], view) == [  # type: ignore[arg-type] # a view that has the actions alone
        {"action": "adviser", "won": 0.1235, "defeated": None, "share": 1}
    ]


def test_a_rating_without_a_figure_is_invalid() -> None:
    """It is refused by the organiser."""
    considered = [Considered(0.5, 6, action="yield", share=0.5)]
    with pytest.raises(InvalidAdvice, match="a figure of the rating is null: expected a number"):
        rated_action(Rating(considered, Estimate(0.5)), VIEW)  # type: ignore[arg-type] # as above
