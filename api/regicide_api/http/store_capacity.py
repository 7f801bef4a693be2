"""The room that a store keeps for games in progress: from a share of its memory on, nothing new is created."""

from __future__ import annotations

from dataclasses import dataclass

from regicide_api.core.errors import StoreFull
from regicide_api.storage import StoreMemory


@dataclass(frozen=True, slots=True)
class StoreCapacity:
    """The percentage of the memory of a store up to which games and agents are created."""

    memory: StoreMemory
    creation_share_percent: int

    def require_room(self) -> None:
        """Raises StoreFull at the share and above it."""
        if 100 * self.memory.used_share() >= self.creation_share_percent:
            raise StoreFull
