"""The backend of numba: records are NumPy's structured arrays. Functions are compiled when they are first called."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload_method

from regicide_arena.kernel.code_cache import CACHE_FOLDER, is_all_kept, keep_code
from regicide_arena.kernel.record import fields_of

__all__ = [
    "CACHE_FOLDER",
    "column",
    "compiled",
    "copy",
    "extended",
    "integers",
    "is_all_kept",
    "lowest",
    "records",
    "table",
    "write",
]


def compiled(function: Callable[..., Any]) -> Any:
    """Compile a function when it is first called, and keep the code for later processes.

    It returns numbers, never an array: a tuple with an array would be wrong without an error.
    No function of the kernel allocates memory, and its caller holds all arrays, so numba need not count references to
    them: each count is an atomic instruction, and all of them together took a third of a search.
    """
    dispatcher = numba.njit(function, nogil=True, error_model="numpy", _nrt=False)
    keep_code(function, dispatcher)
    return dispatcher


@intrinsic  # type: ignore[untyped-decorator, unused-ignore] # numba has no types
def _count_bits(_typing: Any, _cards: Any) -> Any:
    return types.int64(types.int64), lambda _, builder, __, args: builder.ctpop(args[0])


@intrinsic  # type: ignore[untyped-decorator, unused-ignore] # numba has no types
def _count_trailing_zeros(_typing: Any, _cards: Any) -> Any:
    is_zero_poison = ir.Constant(ir.IntType(1), 1)
    return types.int64(types.int64), lambda _, builder, __, args: builder.cttz(args[0], is_zero_poison)


@overload_method(types.Integer, "bit_count", strict=False)  # type: ignore[untyped-decorator, unused-ignore] # as above
def _bit_count(_cards: Any) -> Any:
    return lambda _cards: _count_bits(_cards)  # noqa: PLW0108 - numba compiles the lambda


@compiled
def lowest(cards: int) -> int:
    """Return the lowest card of a set that is not empty."""
    return _count_trailing_zeros(cards)  # type: ignore[no-any-return] # numba has no types


@compiled
def copy(records: Any, target: int, source: int) -> None:
    """Copy a record of an array to another place of it."""
    records[target] = records[source]


def write(record: Any, **fields: Any) -> None:
    """Set fields of a record, in a fraction of the time of its attributes; an array gets a list of its length."""
    for name, content in fields.items():
        record[name] = content


def records(kind: type, number: int) -> Any:
    """Return an array of records whose fields are 0."""
    return np.zeros(number, _dtype(kind)).view(np.recarray)


@cache
def _dtype(kind: type) -> Any:
    fields = [(field.name, field.dtype, (field.length,) if field.length else ()) for field in fields_of(kind)]
    assert not any(hasattr(np.record, field.name) for field in fields_of(kind)), "NumPy hides a field"  # noqa: S101
    return np.dtype(fields, align=True)


def integers(number: int) -> Any:
    """Return an array of zeros."""
    return np.zeros(number, "i8")


def table(rows: list[Any]) -> Any:
    """Return a constant array of integers or floats, or of rows of them."""
    return np.array(rows)


def extended(array: Any, more: Any) -> Any:
    """Return an array of the records of two arrays."""
    both = np.zeros(len(array) + len(more), array.dtype).view(np.recarray)  # `np.concatenate` makes another dtype
    both[: len(array)] = array
    both[len(array) :] = more
    return both


def column(array: Any, name: str) -> Any:
    """Return a field of all records of an array."""
    return array[name]
