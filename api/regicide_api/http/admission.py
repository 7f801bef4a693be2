"""The admission of new games and agents: not to an overloaded process, and not to a store that is full.

Games in progress stay fast, and keep their room in the store.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from regicide_api.core.refusals import Busy, StoreFull
from regicide_api.core.work import in_flight
from regicide_api.storage.memory import StoreMemory

MAX_IN_FLIGHT: Final = 128
"""In-flight requests of the process above which it starts nothing new. A process answers that many in some tenths of a
second.
"""


def reject_if_overloaded() -> None:
    """Raises Busy above MAX_IN_FLIGHT."""
    if in_flight.count > MAX_IN_FLIGHT:
        raise Busy


@dataclass(frozen=True, slots=True)
class StoreCapacity:
    """The percentage of the memory of a store up to which games and agents are created."""

    memory: StoreMemory
    creation_share_percent: int

    def require_room(self) -> None:
        """Raises StoreFull at the share and above it."""
        if 100 * self.memory.used_share() >= self.creation_share_percent:
            raise StoreFull
