"""Bots made from seeds: one for each seat of each game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from bot_games import play_game, view_of

from regicide_arena.bots import uniform
from regicide_arena.bots.loader import BotFactory, takes_seed
from regicide_arena.bots.registry import find_bot
from regicide_arena.bots.view_types import Bot, View

ROOT = Path(__file__).parents[3]


class Counting:
    """A bot that returns its seed, and how often it was called."""

    def __init__(self, seed: str) -> None:
        self.seed, self.times = seed, count(1)

    def __call__(self, _: View) -> str:
        """Return both."""
        return f"{self.seed}: {next(self.times)}"


class NeverMade:
    """A bot whose constructor raises."""

    def __init__(self, seed: str) -> None:
        raise ZeroDivisionError(seed)


def by_keyword(*, seed: str) -> Bot:
    """Makes a bot from a seed."""
    return lambda _: seed


def with_depth(depth: int, seed: str, **others: int) -> Bot:
    """Makes a bot once the depth is bound."""
    return lambda _: f"{seed}, {depth} deep, {others}"


def choose(view: View, seed: str = "") -> str:
    """A bot with an optional parameter `seed`."""
    return f"{view} {seed}"


MAKERS = [Counting, NeverMade, by_keyword, partial(with_depth, 3), partial(with_depth, depth=3), uniform.random_bot]


def no_bot(seed: str) -> None:
    """Makes nothing."""


BOTS = [choose, Counting("made"), lambda *_: "yield", lambda **_: "yield", with_depth, print, dict, max]


@pytest.mark.parametrize("found", MAKERS)
def test_a_maker_has_one_parameter_that_is_named_seed(found: Callable[..., Any]) -> None:
    """Further parameters have defaults."""
    assert takes_seed(found)


@pytest.mark.parametrize("found", BOTS)
def test_anything_else_is_a_bot(found: Callable[..., Any]) -> None:
    """It is returned as it is for every seed."""
    assert BotFactory("here:bot", found).make("north") is found


def test_a_maker_makes_a_bot_for_its_seed() -> None:
    """The parameter may be keyword-only."""
    makers = [Counting, by_keyword, partial(with_depth, 3)]
    answers = [BotFactory("here:bot", maker).make("north")(view_of("g")) for maker in makers]
    assert answers == ["north: 1", "north", "north, 3 deep, {}"]


def test_a_maker_that_makes_no_bot_is_refused() -> None:
    """The error has the type of the result."""
    with pytest.raises(TypeError, match="here:bot made a NoneType: expected a function of a view"):
        BotFactory("here:bot", no_bot).make("north")


def test_the_maker_of_the_documentation_is_reproducible() -> None:
    """The same seed gives the same game, another seed another one."""
    factory = find_bot("docs/examples/my_maker.py:Bot", ROOT)
    assert "--bot-seed TEXT my_maker.py:Bot" in (ROOT / "docs" / "bots.md").read_text()
    games = [play_game([factory.make(seed) for seat in range(2)], "alike").steps for seed in ("one", "one", "two")]
    assert games[0] == games[1] != games[2]
