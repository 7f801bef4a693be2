"""A game played here, on the engine, without a server: to measure bots, and to test them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import regicide
from regicide_arena.views import Bot, seen


class Played(NamedTuple):
    """A game that is over: its start, its steps, and how it ended."""

    first: regicide.Position
    steps: list[regicide.Step]
    outcome: regicide.Outcome


def play(bots: Sequence[Bot], seed: str, first_player: int = 0) -> Played:
    """Play one game to its end, a bot for each seat.

    Raises MalformedSeed or ImpossibleGame for a game that cannot be dealt, MalformedAction or IllegalAction for what a
    bot may not do, and whatever a bot raises.
    """
    first = regicide.Position.new(seed, len(bots), first_player)
    steps = list(_steps(first, bots))
    outcome = steps[-1].position.outcome
    assert outcome, "who can neither play nor yield has lost, so the steps end with the game"  # noqa: S101
    return Played(first, steps, outcome)


def _steps(position: regicide.Position, bots: Sequence[Bot]) -> Iterator[regicide.Step]:
    while position.outcome is None:
        action = bots[position.turn](seen(position, position.turn))
        [step] = regicide.replay(position, [regicide.Action.parse(action)])
        yield step
        position = step.position
