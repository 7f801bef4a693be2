"""The work that waits in an agent's inbox, turns or questions, shared by the threads that do it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from threading import Condition
from typing import Final, Generic, Protocol, TypeVar

RETRY_INTERVAL_S: Final = 1.0
"""The pause before the next attempt at a turn, a question or a request that failed."""


class Work(Protocol):
    """A turn, whose `id` is the game, or a question."""

    @property
    def id(self) -> str:
        """Threads do one work with an id at a time."""

    @property
    def version(self) -> int | None:
        """That of the game."""


WorkT = TypeVar("WorkT", bound=Work)


class WorkQueue(Generic[WorkT]):
    """Work to do, each by one thread. The inbox replaces it, so that its order holds at every turn.

    `claim` reserves the means to do the work with an id, and returns False if there are none; `release` returns them.
    Work whose `priority` is lower comes first.
    """

    def __init__(
        self,
        claim: Callable[[str], bool] = lambda _: True,
        release: Callable[[str], None] = lambda _: None,
        priority: Callable[[WorkT], int] = lambda _: 0,
    ) -> None:
        self._claim, self._release, self._priority = claim, release, priority
        self._changed = Condition()
        self._waiting: list[WorkT] = []
        self._busy: set[str] = set()
        self._left: set[tuple[str, int | None]] = set()
        self._retries: dict[tuple[str, int | None], float] = {}
        self._taken: dict[str, tuple[int, float]] = {}
        self.is_closed = False
        """Whether `close` was called."""

    @property
    def skipped(self) -> int:
        """The number of turns at the head of the inbox that are not to be taken now."""
        return len(self._busy) + len(self._left) + len(self._retries)

    def replace(self, work: Sequence[WorkT], requested_at: float = 0.0) -> bool:
        """Set the work to what an inbox had at its request, a time of the monotonic clock.

        Returns False if the response may be older than an action: then the inbox is to be read again.
        """
        with self._changed:
            present = {(each.id, each.version) for each in work}
            self._taken = {game: taken for game, taken in self._taken.items() if taken[1] >= requested_at}
            self._left &= present
            self._retries = {key: due for key, due in self._retries.items() if key in present}
            self._waiting = [each for each in work if not self._is_taken(each)]
            self._changed.notify_all()
            return len(self._waiting) == len(work)

    def take(self) -> WorkT | None:
        """Wait for work to do, and claim it; return None after `close`."""
        with self._changed:
            while not self.is_closed:
                for work in sorted(self._waiting, key=self._priority):
                    if self._is_due(work) and self._claim(work.id):
                        self._busy.add(work.id)
                        return work
                self._changed.wait(self._seconds_to_retry())
            return None

    def finish(self, turn: WorkT, after: WorkT | None = None) -> None:
        """Release a turn that was taken; `after` is the agent's next turn in the game, which follows the others."""
        with self._changed:
            self._taken[turn.id] = turn.version or 0, time.monotonic()
            self._waiting = [other for other in self._waiting if other.id != turn.id or not self._is_taken(other)]
            if after and turn.id not in {other.id for other in self._waiting}:
                self._waiting.append(after)
            self._free(turn)

    def leave(self, work: WorkT) -> None:
        """Release work that is not to be done any more."""
        with self._changed:
            self._left.add((work.id, work.version))
            self._free(work)

    def retry(self, work: WorkT, pause_s: float | None = None) -> bool:
        """Release work that is to be done later, unless it is gone meanwhile; return whether it is the first time."""
        with self._changed:
            is_first = (work.id, work.version) not in self._retries
            pause_s = RETRY_INTERVAL_S if pause_s is None else pause_s
            self._retries[work.id, work.version] = time.monotonic() + pause_s
            self._free(work)
            return is_first

    def await_empty(self, timeout_s: float) -> None:
        """Wait until no work waits to be done, at most for the timeout."""
        with self._changed:
            self._changed.wait_for(lambda: self.is_closed or not any(map(self._is_due, self._waiting)), timeout_s)

    def await_idle(self, timeout_s: float) -> bool:
        """Wait until no work is being done; return False after the timeout."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._busy, timeout_s)

    @property
    def busy(self) -> list[str]:
        """The ids of the work that is being done."""
        with self._changed:
            return sorted(self._busy)

    @property
    def is_idle(self) -> bool:
        """Whether no work waits or is being done."""
        with self._changed:
            return not self._busy and not any(map(self._is_due, self._waiting))

    def close(self) -> None:
        """Let no further work be done."""
        with self._changed:
            self.is_closed = True
            self._changed.notify_all()

    def _free(self, work: WorkT) -> None:
        self._busy.discard(work.id)
        self._release(work.id)
        self._changed.notify_all()

    def _is_taken(self, work: WorkT) -> bool:
        return (work.version or 0) <= self._taken.get(work.id, (-1, 0.0))[0]

    def _is_due(self, work: WorkT) -> bool:
        key = work.id, work.version
        is_late_enough = self._retries.get(key, 0.0) <= time.monotonic()
        return work.id not in self._busy and key not in self._left and is_late_enough

    def _seconds_to_retry(self) -> float | None:
        """The time until the next retry, 0 if it is due; None without one."""
        free = {(work.id, work.version) for work in self._waiting if work.id not in self._busy} - self._left
        next_at = min((self._retries[key] for key in free & self._retries.keys()), default=None)
        return None if next_at is None else max(0.0, next_at - time.monotonic())
