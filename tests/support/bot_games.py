"""Games of bots on the engine, and views as a server sends them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, cast

from builders import position

import regicide
from regicide_arena.bots.view_types import Bot, View, seat_view


class PlayedGame(NamedTuple):
    """A game that is over: its steps, and its outcome."""

    steps: list[regicide.Step]
    outcome: regicide.Outcome


def play_game(bots: Sequence[Bot], seed: str, first_player: int = 0) -> PlayedGame:
    """Play a game to its end, with a bot for each seat."""
    steps = list(_steps(regicide.Position.new(seed, len(bots), first_player), bots))
    outcome = steps[-1].position.outcome
    assert outcome
    return PlayedGame(steps, outcome)


def view_of(game: str, seat: int = 0) -> View:
    """The view of a seat in a game on a server."""
    return cast("View", {**seat_view(position("AC,8D,9C / 2C"), 0), "id": game, "you": seat})


def _steps(first: regicide.Position, bots: Sequence[Bot]) -> Iterator[regicide.Step]:
    there = first
    while there.outcome is None:
        action = bots[there.turn](seat_view(there, there.turn))
        [step] = regicide.replay(there, [regicide.Action.parse(action)])
        yield step
        there = step.position
