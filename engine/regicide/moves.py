"""The moves of a simulation: actions as numbers, and the phases in which they mean something.

A move is the set of the cards that are played or discarded, the seat that is appointed, `YIELD_MOVE` or `FLIP_MOVE`;
the phase says which.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from regicide.actions import FLIP, YIELD, Action, Kind, appoint, discard, play
from regicide.rulebook import Phase

Move: TypeAlias = int

YIELD_MOVE: Final = 0
FLIP_MOVE: Final = -1

PLAY: Final = 0
SUFFER: Final = 1
APPOINT: Final = 2
OVER: Final = 3

PHASE_NUMBERS: Final = {Phase.PLAY: PLAY, Phase.SUFFER: SUFFER, Phase.APPOINT: APPOINT, Phase.OVER: OVER}


def action_of(move: Move, phase: int) -> Action:
    """The action that a move is in a phase in which it can be taken."""
    if move == FLIP_MOVE:
        return FLIP
    if phase == PLAY:
        return play(move) if move else YIELD
    return discard(move) if phase == SUFFER else appoint(move)


def move_of(action: Action) -> Move:
    """The move that an action is, in its phase."""
    if action.kind is Kind.FLIP:
        return FLIP_MOVE
    return action.seat if action.kind is Kind.APPOINT else action.cards
