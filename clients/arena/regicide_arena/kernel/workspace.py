"""Room for intermediate results: each function says what it leaves there."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from regicide_arena.kernel.record import Record
from regicide_arena.kernel.sizes import (
    FEATURES,
    HIDDEN_UNITS,
    MAX_INPUTS,
    MAX_MOVES,
    MAX_PARTS,
    MAX_SUBSETS,
    OUTPUTS,
)

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
