"""The two backends of the kernel's one source: numba, or plain Python where numba is not installed.

A record has the fields of an annotated class, such as `game.turn` and `game.hands[seat]`. Integers have 64 bits with
numba, so the kernel's results stay below 2**63, as sets of 54 cards do.

The environment variable REGICIDE_KERNEL=plain selects plain Python.
"""

from __future__ import annotations

import os
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

IS_COMPILED: Final = os.environ.get("REGICIDE_KERNEL") != "plain" and find_spec("numba") is not None
"""Whether numba compiles the kernel here."""

if TYPE_CHECKING or not IS_COMPILED:
    from regicide_arena.kernel.plain_backend import (
        CACHE_FOLDER,
        column,
        compiled,
        copy,
        extended,
        integers,
        lowest,
        records,
        table,
    )
else:
    from regicide_arena.kernel.numba_backend import (
        CACHE_FOLDER,
        column,
        compiled,
        copy,
        extended,
        integers,
        lowest,
        records,
        table,
    )

__all__ = [
    "CACHE_FOLDER",
    "IS_COMPILED",
    "column",
    "compiled",
    "copy",
    "extended",
    "integers",
    "lowest",
    "records",
    "table",
]
