"""The count of requests in flight in this process."""

from __future__ import annotations


class InFlight:
    """Counts requests that have arrived and are not answered in full, including those that wait for a thread.

    One thread, the loop of the gunicorn worker, writes the count; other threads only read it. Under another server the
    count stays 0.
    """

    def __init__(self) -> None:
        self.count = 0

    def begin(self) -> None:
        """Count a request that has arrived."""
        self.count += 1

    def end(self) -> None:
        """Count an answered request."""
        self.count -= 1
