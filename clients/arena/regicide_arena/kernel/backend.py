"""The two backends of the kernel's one source: numba, or plain Python where numba is not installed.

A record has the fields of an annotated class, such as `game.turn` and `game.hands[seat]`. Integers have 64 bits with
numba, so the kernel's results stay below 2**63, as sets of 54 cards do.

The environment variable REGICIDE_KERNEL selects a backend: `numba`, or `plain` for plain Python.
"""

from __future__ import annotations

import os
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

_AVAILABLE: Final = find_spec("numba") is not None and os.environ.get("NUMBA_DISABLE_JIT", "0") == "0"
_CHOSEN: Final = os.environ.get("REGICIDE_KERNEL") or ("numba" if _AVAILABLE else "plain")
if _CHOSEN not in {"numba", "plain"}:
    raise ValueError(f"REGICIDE_KERNEL is {_CHOSEN!r}: expected numba or plain")

IS_COMPILED: Final = _CHOSEN == "numba"
"""Whether numba compiles the kernel here."""

if TYPE_CHECKING or not IS_COMPILED:
    from regicide_arena.kernel.plain_backend import (
        CACHE_FOLDER,
        column,
        compiled,
        copy,
        extended,
        integers,
        is_all_kept,
        lowest,
        records,
        table,
        write,
    )
else:
    from regicide_arena.kernel.numba_backend import (
        CACHE_FOLDER,
        column,
        compiled,
        copy,
        extended,
        integers,
        is_all_kept,
        lowest,
        records,
        table,
        write,
    )

__all__ = [
    "CACHE_FOLDER",
    "IS_COMPILED",
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
