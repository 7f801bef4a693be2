"""Room for intermediate results: each function says what it leaves there."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from regicide_arena.kernel.record import Record

MAX_MOVES: Final = 260
"""More than the legal moves of any position: all subsets of 8 cards, and the flip."""

_Moves: TypeAlias = Annotated[list[int], 260]
_Ratings: TypeAlias = Annotated[list[float], 260]
_Subsets: TypeAlias = Annotated[list[int], 256]
_Parts: TypeAlias = Annotated[list[int], 32]
_PartWorths: TypeAlias = Annotated[list[float], 32]
_Features: TypeAlias = Annotated[list[float], 34]
_Inputs: TypeAlias = Annotated[list[int], 96]
_Units: TypeAlias = Annotated[list[float], 32]
_Logits: TypeAlias = Annotated[list[float], 4]


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
