"""Load shedding: reject new games and agents while too many requests are in flight, so that running games stay fast."""

from __future__ import annotations

from typing import Final

from regicide_api.core.errors import Busy
from regicide_api.core.in_flight import InFlight

MAX_IN_FLIGHT: Final = 128
"""In-flight requests of the process above which it starts nothing new. A process answers that many in some tenths of a
second.
"""


def reject_if_overloaded(in_flight: InFlight) -> None:
    """Raises Busy above MAX_IN_FLIGHT."""
    if in_flight.count > MAX_IN_FLIGHT:
        raise Busy
