"""The turns that wait for an agent's bots, in the order of the inbox, shared by the threads of an agent."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from threading import Condition
from typing import Final

from regicide_client import GameView

RETRY_INTERVAL_S: Final = 1.0
"""The pause before the next attempt at a turn or a request that failed."""


class TurnQueue:
    """Turns to take, each by one thread. The inbox replaces them, so that its order holds at every turn.

    `claim` reserves the means to take a turn of a game, and returns False if there are none; `release` returns them.
    """

    def __init__(self, claim: Callable[[str], bool], release: Callable[[str], None]) -> None:
        self._claim, self._release = claim, release
        self._changed = Condition()
        self._waiting: list[GameView] = []
        self._busy: set[str] = set()
        self._left: set[tuple[str, int]] = set()
        self._retries: dict[tuple[str, int], float] = {}
        self._taken: dict[str, tuple[int, float]] = {}
        self._closed = False

    @property
    def skipped(self) -> int:
        """The number of turns at the head of the inbox that are not to be taken now."""
        return len(self._busy) + len(self._left) + len(self._retries)

    def replace(self, turns: Sequence[GameView], requested_at: float) -> bool:
        """Set the turns to those of an inbox requested at a time of the monotonic clock.

        Returns False if the response may be older than an action: then the inbox is to be read again.
        """
        with self._changed:
            present = {(turn.id, turn.version) for turn in turns}
            self._taken = {game: taken for game, taken in self._taken.items() if taken[1] >= requested_at}
            self._left &= present
            self._retries = {key: due for key, due in self._retries.items() if key in present}
            self._waiting = [turn for turn in turns if not self._is_taken(turn)]
            self._changed.notify_all()
            return len(self._waiting) == len(turns)

    def take(self) -> GameView | None:
        """Wait for a turn to take, and claim it; return None after `close`."""
        with self._changed:
            while not self._closed:
                for turn in self._waiting:
                    if self._is_due(turn) and self._claim(turn.id):
                        self._waiting.remove(turn)
                        self._busy.add(turn.id)
                        return turn
                self._changed.wait(self._seconds_to_retry())
            return None

    def finish(self, turn: GameView, after: GameView | None = None) -> None:
        """Release a turn that was taken; `after` is the agent's next turn in the game, which follows the others."""
        with self._changed:
            self._taken[turn.id] = turn.version, time.monotonic()
            self._waiting = [other for other in self._waiting if other.id != turn.id or not self._is_taken(other)]
            if after and turn.id not in {other.id for other in self._waiting}:
                self._waiting.append(after)
            self._free(turn)

    def leave(self, turn: GameView) -> None:
        """Release a turn that is not to be taken any more."""
        with self._changed:
            self._left.add((turn.id, turn.version))
            self._free(turn)

    def retry(self, turn: GameView) -> bool:
        """Release a turn that is to be taken later; return whether it is the first time."""
        with self._changed:
            is_first = (turn.id, turn.version) not in self._retries
            self._retries[turn.id, turn.version] = time.monotonic() + RETRY_INTERVAL_S
            if turn.id not in {other.id for other in self._waiting}:
                self._waiting.append(turn)
            self._free(turn)
            return is_first

    def await_empty(self, timeout_s: float) -> None:
        """Wait until no turn waits to be taken, at most for the timeout."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or not any(map(self._is_due, self._waiting)), timeout_s)

    def await_idle(self, timeout_s: float) -> bool:
        """Wait until no turn is being taken; return False after the timeout."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._busy, timeout_s)

    @property
    def games(self) -> list[str]:
        """The games whose turns are being taken."""
        with self._changed:
            return sorted(self._busy)

    @property
    def is_idle(self) -> bool:
        """Whether no turn waits or is being taken."""
        with self._changed:
            return not self._busy and not any(map(self._is_due, self._waiting))

    def close(self) -> None:
        """Let no further turn be taken."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _free(self, turn: GameView) -> None:
        self._busy.discard(turn.id)
        self._release(turn.id)
        self._changed.notify_all()

    def _is_taken(self, turn: GameView) -> bool:
        return turn.version <= self._taken.get(turn.id, (0, 0.0))[0]

    def _is_due(self, turn: GameView) -> bool:
        key = turn.id, turn.version
        is_late_enough = self._retries.get(key, 0.0) <= time.monotonic()
        return turn.id not in self._busy and key not in self._left and is_late_enough

    def _seconds_to_retry(self) -> float | None:
        """The time until the next retry, 0 if it is due; None without one."""
        free = {(turn.id, turn.version) for turn in self._waiting if turn.id not in self._busy} - self._left
        next_at = min((self._retries[key] for key in free & self._retries.keys()), default=None)
        return None if next_at is None else max(0.0, next_at - time.monotonic())
