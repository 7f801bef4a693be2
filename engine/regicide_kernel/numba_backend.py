"""The backend of numba: records are NumPy's structured arrays. Functions are compiled when they are first called.

Compiled code is kept in a cache whose faults only cost time: numba's own refuses folders that it cannot write, and
raises for damaged files and full disks.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any, ClassVar, Final

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator
from numba.core.cgutils import get_item_pointer, raw_memcpy
from numba.extending import intrinsic, overload_method
from numba.np.arrayobj import make_array

from regicide_kernel.cache import cache_folder
from regicide_kernel.record import fields_of

CACHE_FOLDER: Final = cache_folder()
"""Where compiled code is kept; None if it cannot be kept."""

_not_kept: Final[list[OSError]] = []
"""The errors of this process."""
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


def is_all_kept() -> bool:
    """Whether all code that this process has compiled is kept."""
    return not _not_kept


class _Locator(UserProvidedCacheLocator):  # type: ignore[misc, unused-ignore] # numba has no types
    """Finds the files of a function in `CACHE_FOLDER`."""

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        self._py_file = file
        self._lineno = function.__code__.co_firstlineno

    def ensure_cache_path(self) -> None:
        """Check nothing: code may be loaded from a folder that cannot be written."""

    def get_cache_path(self) -> str:
        """Return the folder."""
        return str(CACHE_FOLDER)

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> _Locator:
        """Return the locator for a function of a file."""
        return cls(function, file)


class _Files(CompileResultCacheImpl):  # type: ignore[misc, unused-ignore] # numba has no types
    _locator_classes: ClassVar = [_Locator]


class _CodeCache(FunctionCache):  # type: ignore[misc, unused-ignore] # numba has no types
    """The compiled code of a function."""

    _impl_class = _Files

    def load_overload(self, signature: Any, context: Any) -> Any:
        """Return the code for a signature; None if it is missing or damaged."""
        try:
            return super().load_overload(signature, context)
        except Exception:  # noqa: BLE001 - bytes that are not a pickle raise errors of many kinds
            with suppress(OSError):
                self.flush()
            return None

    def save_overload(self, signature: Any, code: Any) -> None:
        """Keep the code for a signature, if the folder has room and can be written."""
        try:
            super().save_overload(signature, code)
        except OSError as error:
            _not_kept.append(error)


def compiled(function: Callable[..., Any]) -> Any:
    """Compile a function when it is first called, and keep the code for later processes.

    It returns numbers, never an array: a tuple with an array would be wrong without an error.
    No function of the kernel allocates memory, and its caller holds all arrays, so numba need not count references to
    them: each count is an atomic instruction, and all of them together took a third of a search.
    A private function is compiled only as a part of the functions that call it: on its own, numba would optimize it,
    and all that it calls, once more, and make wrappers for Python. The kernel has nothing that numba rewrites, such as
    expressions of arrays.
    """
    inline = "always" if function.__name__.startswith("_") else "never"
    options = {"inline": inline, "no_cfunc_wrapper": True, "no_rewrites": True, "nogil": True, "error_model": "numpy"}
    dispatcher = numba.njit(**options, _nrt=False)(function)
    template = dispatcher.get_call_template
    # otherwise a call with a constant, such as 0, would compile the function once more
    dispatcher.get_call_template = lambda args, kws: template(tuple(map(types.unliteral, args)), kws)
    if CACHE_FOLDER:
        dispatcher._cache = _CodeCache(function)  # noqa: SLF001 - as `enable_caching` does with numba's own
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


@intrinsic  # type: ignore[untyped-decorator, unused-ignore] # numba has no types
def _copy_item(_typing: Any, array: Any, _target: Any, _source: Any) -> Any:
    """Copy the bytes of a record at once: for an assignment, LLVM gets each of them as a value of its own."""

    def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        items = make_array(array)(context, builder, args[0])
        places = [get_item_pointer(context, builder, array, items, [place]) for place in args[1:]]
        raw_memcpy(builder, *places, ir.Constant(ir.IntType(64), array.dtype.size), 1)
        return context.get_dummy_value()

    return types.none(array, types.intp, types.intp), generate


@compiled
def copy(records: Any, target: int, source: int) -> None:
    """Copy a record of an array to another place of it."""
    _copy_item(records, target, source)


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
