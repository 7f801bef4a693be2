"""Load shedding: reject new games and agents while too many requests are in flight, so that running games stay fast."""

from __future__ import annotations

from typing import Final

from regicide_api.core.errors import Busy
from regicide_api.http.services import services

MAX_IN_FLIGHT: Final = 128
"""In-flight requests of the process above which it starts nothing new, long polls and streams not counted. A process
answers that many in some tenths of a second.
"""


def reject_if_overloaded() -> None:
    """Raises Busy above MAX_IN_FLIGHT."""
    process = services()
    if process.in_flight.count - process.hub.subscribers > MAX_IN_FLIGHT:
        raise Busy
