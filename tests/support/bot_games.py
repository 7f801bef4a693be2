"""Whole games of bots on the engine, without a server."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import regicide
from regicide_arena.bots.view_types import Bot, seat_view


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


def _steps(position: regicide.Position, bots: Sequence[Bot]) -> Iterator[regicide.Step]:
    while position.outcome is None:
        action = bots[position.turn](seat_view(position, position.turn))
        [step] = regicide.replay(position, [regicide.Action.parse(action)])
        yield step
        position = step.position
