"""The beginning of a game: the first position, and the actions that were played before the game was created."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple

import regicide
from regicide import Action, Message, Position, Step
from regicide_api.core.work import in_parts
from regicide_api.domain.event import Event, EventType

MAX_GIVEN_ACTIONS: Final = 1000
"""The most actions that a game may begin with: the longest games have some 300."""
MAX_POSITION_LENGTH: Final = 2000
"""Characters of the text of a position: the longest, of a game of four with a pool for each card, has some 700."""


class BeginningKind(StrEnum):
    """Where a game begins: at its deal, after actions that were played already, or at a position."""

    DEAL = "deal"
    ACTIONS = "actions"
    POSITION = "position"


class RefusedAction(ValueError):
    """An action, by its number from 0, that a game cannot begin with."""

    def __init__(self, number: int, fault: str) -> None:
        super().__init__(fault)
        self.number, self.fault = number, fault


class Beginning(NamedTuple):
    """The first position of a game, whether the seed dealt it, and the steps that were played already."""

    first: Position
    is_dealt: bool = True
    steps: Sequence[Step] = ()

    @property
    def position(self) -> Position:
        """The position after the steps."""
        return self.steps[-1].position if self.steps else self.first

    def events(self, at_ms: int) -> list[Event]:
        """The steps as events of one time."""
        return [Event(EventType.ACTION, step.seat, str(step.action), at_ms) for step in self.steps]


def after_actions(first: Position, actions: Sequence[str]) -> Beginning:
    """The beginning with these actions from a dealt position on, each checked as if it were acted.

    Raises RefusedAction if an action is malformed, illegal, or ends the game.
    """
    steps: list[Step] = []
    for number, text in enumerate(in_parts(actions)):
        try:
            steps += regicide.replay(steps[-1].position if steps else first, [Action.parse(text)])
        except regicide.RegicideError as error:
            raise RefusedAction(number, error.args[0]) from error
        if steps[-1].position.is_over:
            raise RefusedAction(number, Message("the game ends with this action: a game begins before its end"))
    return Beginning(first, steps=steps)


def at_position(text: str) -> Beginning:
    """The beginning at the position with this text, for which there is no deal.

    Raises MalformedPosition, or ImpossiblePosition for a position that no game can reach, or at which one ends.
    """
    first = Position.parse(text)
    if first.is_over:
        raise regicide.ImpossiblePosition(Message("the game is over in this position: expected one before its end"))
    return Beginning(first, is_dealt=False)
