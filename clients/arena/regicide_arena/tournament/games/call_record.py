"""The call of a bot that a worker process records in shared memory: the evidence that is left if the process ends."""

from __future__ import annotations

import math
import struct
from typing import Final, NamedTuple, Self

from regicide_arena.tournament.games.game import FailureKind

GRACE_S: Final = 1.0
"""Time beyond its limit after which a call that ignores the alarm is killed together with its process."""
NO_STEP: Final = (1 << 64) - 1
"""Recorded step before any bot is asked."""
_LAYOUT: Final = struct.Struct("<Qdd?")
RECORD_BYTES: Final = _LAYOUT.size


class CallFailure(NamedTuple):
    """How a call of a bot failed, and what happened, on one line."""

    kind: FailureKind
    what: str


class CallRecord(NamedTuple):
    """The last call of a bot."""

    step: int = NO_STEP
    """Number of actions before it."""
    limit_s: float = 0.0
    due_at: float = math.inf
    """When its time ends, by `time.monotonic`, which all processes of a machine share; infinite without a call."""
    is_creation: bool = False
    """Whether the bot is being made."""

    @classmethod
    def unpack(cls, packed: bytes) -> Self:
        """Read a record."""
        return cls(*_LAYOUT.unpack(packed))

    def pack(self) -> bytes:
        """Return the record as `RECORD_BYTES` bytes."""
        return _LAYOUT.pack(*self)

    def is_overdue(self, now: float) -> bool:
        """Whether the call is beyond its limit and the grace period."""
        return now >= self.due_at + GRACE_S

    def failure(self, ended_at: float) -> CallFailure:
        """Return the failure of a bot whose process has ended during or after the call."""
        if self.is_overdue(ended_at):
            return late(self.limit_s, is_creation=self.is_creation)
        return CallFailure(FailureKind.ENDED, "ended the process that it was in")


def late(limit_s: float, *, is_creation: bool) -> CallFailure:
    """Return the failure of a bot that exceeds a limit."""
    what = "was not made" if is_creation else "gave no answer"
    return CallFailure(FailureKind.LATE, f"{what} in {limit_s:g} seconds")
