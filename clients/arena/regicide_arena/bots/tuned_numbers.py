"""The tuned numbers of the policy and the estimates: a file for each number of players, written by `tuning`."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, NamedTuple

from regicide_arena.kernel.estimate import Estimator, estimator_of
from regicide_arena.kernel.weights import PolicyWeights, Weights, weights_record

FOLDER: Final = files("regicide_arena.bots") / "tuned"


class Numbers(NamedTuple):
    """The numbers of a search in the form of the kernel, which only reads them."""

    weights: Weights
    estimator: Estimator


@cache
def tuned_numbers(players: int, folder: Path | None = None) -> dict[str, Any]:
    """Read the file of tuned numbers for a number of players, of the package if no folder is given. Raises OSError."""
    contents: dict[str, Any] = json.loads(((folder or FOLDER) / f"{players}.json").read_text("utf-8"))
    return contents


@cache
def kernel_numbers(players: int, folder: Path | None = None) -> Numbers:
    """Return the tuned numbers for a number of players.

    Raises OSError, and ValueError for a file with too many or too few numbers.
    """
    contents = tuned_numbers(players, folder)
    weights = weights_record(PolicyWeights(**contents["policy"]))
    return Numbers(weights, estimator_of(contents))
