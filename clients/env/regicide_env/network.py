"""Networks that rate actions: what a trained policy needs to play, without the library that has trained it."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple, Self
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from regicide_kernel import numbered_moves, observations

Numbers = NDArray[np.floating[Any]]
NUMBERS: Final = observations.NUMBERS
ACTIONS: Final = numbered_moves.NUMBERS


class Layer(NamedTuple):
    """A fully connected layer."""

    weights: Numbers
    """Of the shape (inputs, outputs)."""
    biases: Numbers


class Network:
    """Fully connected layers with ReLU between them, from the numbers of an observation to a rating of each action.

    Attributes:
        layers: the layers, from the first one.
    """

    def __init__(self, layers: Sequence[Layer]) -> None:
        """Raises ValueError for layers that do not follow on each other, or with other inputs or outputs."""
        shapes = [layer.weights.shape for layer in layers]
        sizes = [NUMBERS, *(len(layer.biases) for layer in layers)]
        if not layers or shapes != [*pairwise(sizes)] or sizes[-1] != ACTIONS:
            raise ValueError(f"layers have the shapes {shapes}: expected {NUMBERS} inputs and {ACTIONS} outputs")
        self.layers = [Layer(layer.weights.astype("f4"), layer.biases.astype("f4")) for layer in layers]

    @classmethod
    def load(cls, file: str | Path) -> Self:
        """Read a file that `save` has written. Raises OSError, and ValueError for other files."""
        try:
            with np.load(file, allow_pickle=False) as arrays:
                layers = [Layer(arrays[f"weights{n}"], arrays[f"biases{n}"]) for n in range(len(arrays.files) // 2)]
            return cls(layers)
        except (ValueError, TypeError, KeyError, EOFError, BadZipFile, zlib.error):
            expected = f"layers from {NUMBERS} inputs to {ACTIONS} outputs that Network.save has written"
            raise ValueError(f"{file} holds no network: expected {expected}") from None

    def save(self, file: str | Path) -> None:
        """Write a file NAME.npz, a zip of arrays of NumPy, with half the precision.

        Raises OSError, and ValueError for another name, or for numbers beyond that precision, which ends at 65,504.
        """
        if Path(file).suffix != ".npz":
            raise ValueError(f"cannot write {file}: expected a name that ends in .npz")
        arrays = {f"{name}{n}": array for n, layer in enumerate(self.layers) for name, array in layer._asdict().items()}
        for name, array in arrays.items():
            if not (abs(array) <= np.finfo("f2").max).all():
                raise ValueError(f"{name} has numbers that are not finite, or above {np.finfo('f2').max:.0f}")
        np.savez_compressed(file, **{name: array.astype("f2") for name, array in arrays.items()})

    def ratings(self, observations: Numbers) -> Numbers:
        """Rate every action, legal or not: shape (…, 345) for observations of the shape (…, 535)."""
        found = observations
        for layer in self.layers[:-1]:
            found = np.maximum(found @ layer.weights + layer.biases, 0)
        return found @ self.layers[-1].weights + self.layers[-1].biases

    def choose(self, observations: Numbers, masks: NDArray[Any]) -> NDArray[np.int64]:
        """Return the legal action with the highest rating, for each observation."""
        chosen: NDArray[np.int64] = np.where(masks, self.ratings(observations), -np.inf).argmax(axis=-1)
        return chosen
