"""Control of Python's cyclic garbage collector where its passes cost time and find nothing."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_freeze_depth = 0


@contextmanager
def frozen_gc() -> Iterator[None]:
    """Freeze the objects that exist now, so that the collector skips them; contexts may be nested.

    Most of them belong to imported modules; the statistics libraries are large.
    """
    global _freeze_depth  # noqa: PLW0603 - the collector's state is global, and freezing does not nest
    if not _freeze_depth:
        gc.freeze()
    _freeze_depth += 1
    try:
        yield
    finally:
        _freeze_depth -= 1
        if not _freeze_depth:
            gc.unfreeze()


@contextmanager
def gc_disabled() -> Iterator[None]:
    """Disable the collector, and restore its state afterwards.

    A search allocates tens of thousands of objects without cycles. With the collector, one move in a hundred of a
    planner takes 30 to 60 milliseconds more.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
