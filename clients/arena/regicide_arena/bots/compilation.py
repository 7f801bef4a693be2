"""Compiles the kernel for the bots once, and not in several processes at the same time."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Final

from regicide import Position, parse_view
from regicide_arena.bots.search import MoveSearch, choose, kernel_numbers
from regicide_arena.bots.search_settings import SearchSettings
from regicide_arena.bots.view_types import seat_view
from regicide_kernel.backend import CACHE_FOLDER, is_all_kept
from regicide_kernel.cache import complete_folder, mark_complete

_FEW: Final = 16
"""Rollouts for all moves of a search."""
GROWING: Final = 1200
"""Rollouts enough for a tree that grows."""


@cache
def ensure_compiled() -> None:
    """Compile the kernel, or load it, or wait until another process has compiled it.

    The first compilation takes 7 to 10 seconds of CPU time, loading half a second.
    """
    if CACHE_FOLDER is None or complete_folder() == CACHE_FOLDER:
        _use_all_functions(_FEW)
        return
    with _locked(CACHE_FOLDER / "lock"):
        _use_all_functions(GROWING)
        if is_all_kept():
            with suppress(OSError):
                mark_complete(CACHE_FOLDER)


def _use_all_functions(rollouts: int) -> None:
    """Call all functions that planners call: each is compiled and kept, or loaded, when it is first called."""
    position = Position.new("compilation", 2)
    choose(position)
    settings = SearchSettings(rollouts=rollouts)
    search = MoveSearch(parse_view(seat_view(position, 0)), kernel_numbers(2), settings, "compilation")
    search.candidates()


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold an exclusive lock, which ends with the process (flock(2)); none if the file cannot be created."""
    with ExitStack() as held:
        with suppress(OSError):
            fcntl.flock(held.enter_context(path.open("w")), fcntl.LOCK_EX)
        yield
