"""Bots that are made for a seed: one for each seat of each game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, cast

import pytest
from builders import position

import regicide
from regicide_arena.bots import uniform
from regicide_arena.catalogue import find
from regicide_arena.choosing import Chooser, OnError
from regicide_arena.making import MOST_GAMES, Entry, Seated, takes_seed
from regicide_arena.playing import play
from regicide_arena.views import Bot, View, by_the_rules, seen
from regicide_client import GameWish, Session

ROOT = Path(__file__).parents[3]


class Counting:
    """A bot that tells its seed, and how often it was asked."""

    def __init__(self, seed: str) -> None:
        self.seed, self.times = seed, count(1)

    def __call__(self, _: View) -> str:
        """What it has to tell."""
        return f"{self.seed}: {next(self.times)}"


class NeverMade:
    """A bot that cannot be made."""

    def __init__(self, seed: str) -> None:
        raise ZeroDivisionError(seed)


def by_keyword(*, seed: str) -> Bot:
    """A maker."""
    return lambda _: seed


def with_depth(depth: int, seed: str, **others: int) -> Bot:
    """A maker, once the depth is given."""
    return lambda _: f"{seed}, {depth} deep, {others}"


def choose(view: View, seed: str = "") -> str:
    """No maker, though it knows what a seed is."""
    return f"{view} {seed}"


MAKERS = [Counting, NeverMade, by_keyword, partial(with_depth, 3), partial(with_depth, depth=3), uniform.random_bot]


def no_bot(seed: str) -> None:
    """A maker that forgets to return."""


BOTS = [choose, Counting("made"), lambda *_: "yield", lambda **_: "yield", with_depth, print, dict, max]


@pytest.fixture
def seated() -> Seated:
    """Bots that count."""
    return Seated(Entry("here:Counting", Counting), "north")


def view_of(game: str, seat: int = 0) -> View:
    """A view of a game on a server."""
    return cast(View, {**seen(position("AC,8D,9C / 2C"), 0), "id": game, "you": seat})


@pytest.mark.parametrize("found", MAKERS)
def test_a_maker_has_one_parameter_that_is_named_seed(found: Callable[..., Any]) -> None:
    """Others need not be given."""
    assert takes_seed(found)


@pytest.mark.parametrize("found", BOTS)
def test_anything_else_is_a_bot(found: Callable[..., Any]) -> None:
    """For all seeds the same."""
    assert Entry("here:bot", found).make("north") is found


def test_a_maker_makes_a_bot_for_its_seed() -> None:
    """Whether or not its parameter is for keywords only."""
    makers = [Counting, by_keyword, partial(with_depth, 3)]
    said = [Entry("here:bot", maker).make("north")(view_of("g")) for maker in makers]
    assert said == ["north: 1", "north", "north, 3 deep, {}"]


def test_a_maker_that_makes_no_bot_is_told_so() -> None:
    """With what it made."""
    with pytest.raises(TypeError, match="here:bot makes no bot: something of the type NoneType cannot be called"):
        Entry("here:bot", no_bot).make("north")


def test_each_seat_of_each_game_has_a_bot_of_its_own(seated: Seated) -> None:
    """Made from the seed, the game and the seat; it remembers."""
    said = [seated(view_of(game, seat)) for game, seat in [("g", 0), ("g", 1), ("h", 0), ("g", 0)]]
    assert said == ["north/g/0: 1", "north/g/1: 1", "north/h/0: 1", "north/g/0: 2"]


def test_the_bots_of_a_game_that_is_over_are_forgotten(seated: Seated) -> None:
    """Those of other games are not."""
    for game in "gh":
        seated(view_of(game))
    seated.forget("g")
    assert [seated(view_of(game)) for game in "gh"] == ["north/g/0: 1", "north/h/0: 2"]


def test_bots_that_are_not_asked_for_long_are_forgotten(seated: Seated) -> None:
    """So many games are remembered, and those asked for lately are among them."""
    for game in ["first", "second", *map(str, range(MOST_GAMES - 2)), "first", "one more"]:
        seated(view_of(game))
    assert [seated(view_of(game)) for game in ("first", "second")] == ["north/first/0: 3", "north/second/0: 1"]


def test_a_bot_that_cannot_be_made_fails_at_its_turn(caplog: pytest.LogCaptureFixture) -> None:
    """As one that raises when it is asked: it is tried again, that is logged, and the policy holds."""
    chooser = Chooser(Seated(Entry("here:NeverMade", NeverMade), "north"), OnError.LEAVE)
    assert chooser(view_of("g")) is None
    assert caplog.text.count("ZeroDivisionError: north/g/0") == 2


@pytest.mark.parametrize("players", [1, 3])
def test_the_same_seed_chooses_alike_on_a_server_and_here(server: str, players: int) -> None:
    """At every step of a game, as both views say the same of the rules; ids, times and names do not count."""
    with Session(server) as session:
        created = session.create_game(GameWish(players=players, seed="alike"))
        view, here = created.game, regicide.start("alike", players)
        seats = [session.bearing(seat.token) for seat in created.seats]
        bots = Seated(Entry("random", uniform.random_bot), "north")
        while here.outcome is None:
            seat = here.turn
            theirs, ours = cast(View, seats[seat].look(view.id).to_dict()), seen(here, seat)
            assert by_the_rules(theirs) == by_the_rules(ours)
            action = bots(theirs)
            assert uniform.random_bot(f"north/{view.id}/{seat}")(ours) == action
            view = seats[seat].act(view, action)
            here = regicide.act(here, regicide.parse_action(action))


def test_the_maker_of_the_documentation_plays(tmp_path: Path) -> None:
    """As it stands there, by its name there; in the same way for the same seed."""
    program = (ROOT / "docs/examples/my_maker.py").read_text()
    assert "--seed TEXT my_maker.py:Bot" in (ROOT / "docs/bots.md").read_text()
    (tmp_path / "my_maker.py").write_text(program)
    entry = find(f"{tmp_path / 'my_maker.py'}:Bot")
    games = [play([entry.make(seed) for seat in range(2)], "alike").steps for seed in ("one", "one", "two")]
    assert games[0] == games[1] != games[2]
