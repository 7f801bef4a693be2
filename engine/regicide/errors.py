"""What can be wrong, told apart by whose fault it is.

No message names anything that a player may not know: a position holds the seed, so an error carries it as an attribute
at most, never in its text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from regicide.legality import Refusal
    from regicide.position import Position


class RegicideError(ValueError):
    """The base of all errors of the rules."""


class MalformedText(RegicideError):
    """A text that stands for nothing: the writer's fault."""


class MalformedCard(MalformedText):
    """A text that is no card, or names one card twice."""


class MalformedAction(MalformedText):
    """A text that is no action in any position."""


class MalformedSeed(MalformedText):
    """A text that cannot be the seed of a deal."""


class MalformedPosition(MalformedText):
    """A text that does not have the form of a position."""


class ImpossiblePosition(RegicideError):
    """A position in good form that no game can be in."""


class ImpossibleGame(RegicideError):
    """A game that cannot be set up: no such number of players, no such seat."""


class ImpossibleView(RegicideError):
    """A view that nobody can have in any game, or what is no view."""


class IllegalAction(RegicideError):
    """An action that the rules do not allow here: the player's fault. `refusal` says why."""

    def __init__(self, position: Position, refusal: Refusal) -> None:
        super().__init__(refusal.detail)
        self.position = position
        self.refusal = refusal


class GameOver(RegicideError):
    """An action in a game that has ended."""


class BrokenRecord(RegicideError):
    """A record that does not follow from its own seed and actions.

    `step` is 0 for the set-up, `n` for the n-th action, and None for the result or the form of the whole.
    """

    def __init__(self, step: int | None, detail: str) -> None:
        where = "the record" if step is None else f"step {step}" if step else "the set-up"
        super().__init__(f"{where}: {detail}")
        self.step = step
        self.detail = detail


class MalformedRecord(BrokenRecord):
    """A record that lacks what every record has, or has it in another form."""

    def __init__(self, detail: str) -> None:
        super().__init__(None, f"not in the form of a record ({detail})")
