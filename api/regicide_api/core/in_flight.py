"""The number of requests that a process is processing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class InFlight:
    """Counts requests that are received and not answered, except requests that wait for changes or for their client.

    Only greenlets of one process change the count, and they do not switch in between. Under a server other than the
    gunicorn worker only pauses are counted, and the count is never above 0.
    """

    def __init__(self) -> None:
        self.count = 0

    def begin(self) -> None:
        """Count a received request."""
        self.count += 1

    def end(self) -> None:
        """Count an answered request."""
        self.count -= 1

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Do not count a request meanwhile."""
        self.end()
        try:
            yield
        finally:
            self.begin()
