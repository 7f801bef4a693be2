"""numba's cache of the compiled code of a function, whose faults only cost time.

numba's own refuses folders that it cannot write, and raises for damaged files and full disks.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, ClassVar, Final

from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator

from regicide_arena.kernel.cache import cache_folder

CACHE_FOLDER: Final = cache_folder()
"""Where compiled code is kept; None if it cannot be kept."""

_not_kept: Final[list[OSError]] = []
"""The errors of this process."""


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


class CodeCache(FunctionCache):  # type: ignore[misc, unused-ignore] # numba has no types
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


def keep_code(function: Callable[..., Any], dispatcher: Any) -> None:
    """Let a dispatcher of numba keep and load the compiled code of its function."""
    if CACHE_FOLDER:
        dispatcher._cache = CodeCache(function)  # noqa: SLF001 - as `enable_caching` does with numba's own
