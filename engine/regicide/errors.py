"""The errors of the rules, each a `ValueError`.

`IllegalAction` carries a position and is defined with it, in `regicide.position`. No message contains what a player may
not know, such as the seed: errors carry it as an attribute at most.
"""

from __future__ import annotations


class RegicideError(ValueError):
    """The base class of all errors of this library."""


class MalformedText(RegicideError):
    """A text that cannot be parsed."""


class MalformedCard(MalformedText):
    """A text that is not a card, or a list that names one card twice."""


class MalformedAction(MalformedText):
    """A text that is not an action in any position."""


class MalformedSeed(MalformedText):
    """A text that cannot be the seed of a deal."""


class MalformedNonce(MalformedText):
    """A text that cannot be the nonce of a commitment."""


class MalformedPosition(MalformedText):
    """A text that does not have the form of a position."""


class ImpossiblePosition(RegicideError):
    """A well-formed position that no game can reach."""


class ImpossibleGame(RegicideError):
    """A game that cannot be set up: an invalid number of players or first player."""


class ImpossibleView(RegicideError):
    """A view that no player can have in any game, or a value that is not a view."""


class GameOver(RegicideError):
    """An action in a game that has ended."""


class NoPreview(RegicideError):
    """A preview of an action that the view does not allow, or from a view of another seat or phase."""


class BrokenRecord(RegicideError):
    """A record that does not follow from its own seed and actions.

    `step` is 0 for the set-up, `n` for the n-th action, and None for an incident, the result or the form of the record.
    """

    def __init__(self, step: int | None, detail: str) -> None:
        where = "the record" if step is None else f"step {step}" if step else "the set-up"
        super().__init__(f"{where}: {detail}")
        self.step = step
        self.detail = detail


class MalformedRecord(BrokenRecord):
    """A record with a missing or malformed member."""

    def __init__(self, detail: str) -> None:
        super().__init__(None, f"malformed record ({detail})")
