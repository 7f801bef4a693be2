"""How much a process has to do, and that it begins nothing new when that is too much.

Whoever plays is served, however long it takes; new games and new agents can wait, and would make it longer for all.
"""

from __future__ import annotations

from typing import Final

from regicide_api.core.errors import Busy
from regicide_api.http.context import hub

MOST_UNDER_WAY: Final = 128
"""Requests, without those that wait for news, beyond which nothing new is begun. It is for some tenths of a second."""


class Load:
    """The requests that are under way in this process: there, and not answered in full. Those that no thread has yet
    count, too. One thread counts; the others only look.
    """

    def __init__(self) -> None:
        self.under_way = 0

    def begin(self) -> None:
        """Count a request that has arrived."""
        self.under_way += 1

    def end(self) -> None:
        """Count one that has been answered."""
        self.under_way -= 1


LOAD: Final = Load()
"""That of this process; where nobody counts, there is none."""


def check() -> None:
    """Raise Busy where there is too much to do to begin something new."""
    if LOAD.under_way - hub().waiting > MOST_UNDER_WAY:
        raise Busy
