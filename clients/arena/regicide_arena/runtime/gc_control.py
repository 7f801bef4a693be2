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
