"""Load shedding: reject new games and agents while too many requests are in flight, so that running games stay fast."""

from __future__ import annotations

from typing import Final

from regicide_api.core.errors import Busy
from regicide_api.realtime.hub import Hub

MAX_IN_FLIGHT: Final = 128
"""In-flight requests of the process above which it starts nothing new, long polls and streams not counted. A process
answers that many in some tenths of a second.
"""


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


def reject_if_overloaded(in_flight: InFlight, hub: Hub) -> None:
    """Raises Busy above MAX_IN_FLIGHT; the subscribers of the hub are the long polls and streams."""
    if in_flight.count - hub.subscribers > MAX_IN_FLIGHT:
        raise Busy
