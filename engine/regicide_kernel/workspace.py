"""Room for intermediate results: each function says what it leaves there.

Compiled code writes beyond an array that is too small, without an error.
"""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from regicide.rulebook import FULL_HAND
from regicide_kernel.record import Record

MAX_HAND: Final = max(FULL_HAND.values())
MAX_SUBSETS: Final = 1 << MAX_HAND
MAX_MOVES: Final = MAX_SUBSETS + 4
"""At least the legal moves of any position: all subsets of a hand, and the flip."""
MAX_PARTS: Final = 32
"""More than the attack of any enemy."""

FEATURES: Final = 34
REGRESSION_FEATURES: Final = 30
"""The features that the regressions weigh, the first of all."""
HIDDEN_UNITS: Final = 32
OUTPUTS: Final = 4
MAX_INPUTS: Final = 96
"""At least the inputs of the value network that are 1 at the same time, and inputs that fill the last group of four."""

_Moves: TypeAlias = Annotated[list[int], MAX_MOVES]
_Ratings: TypeAlias = Annotated[list[float], MAX_MOVES]
_Subsets: TypeAlias = Annotated[list[int], MAX_SUBSETS]
_Parts: TypeAlias = Annotated[list[int], MAX_PARTS]
_PartWorths: TypeAlias = Annotated[list[float], MAX_PARTS]
_Features: TypeAlias = Annotated[list[float], FEATURES]
_Inputs: TypeAlias = Annotated[list[int], MAX_INPUTS]
_Units: TypeAlias = Annotated[list[float], HIDDEN_UNITS]
_Logits: TypeAlias = Annotated[list[float], OUTPUTS]


class Workspace(Record):
    """Room for the computations of one game at a time."""

    moves: _Moves
    ratings: _Ratings
    """The rating of each move."""
    candidates: _Moves
    """The best moves, the best first."""
    priors: _Ratings
    """The prior of each candidate, or the rating from which it is computed."""
    sets: _Subsets
    """Sets of cards, such as the subsets of a hand."""
    values: _Subsets
    """The value of each set."""
    least_worth: _PartWorths
    """The least worth that covers each part of an attack."""
    cheapest: _Parts
    """The cards with that worth."""
    features: _Features
    inputs: _Inputs
    """The numbers of the inputs of the value network that are 1."""
    hidden: _Units
    """Its hidden layer."""
    errors: _Units
    """The derivatives of the loss by the hidden layer, while it is trained."""
    logits: _Logits
