"""Input events: a line that the player types, or an event of the game, whichever comes first."""

from __future__ import annotations

import os
import select
from enum import Enum
from queue import SimpleQueue
from threading import Thread
from typing import Final

from regicide_client import GameEvent, Session

CHUNK_BYTES: Final = 4096
MAX_LINE_BYTES: Final = 1 << 16
"""Longer input without a line break counts as a line."""


class InputEvent(Enum):
    """What came instead of a line."""

    GAME_EVENT = "game event"
    TIMEOUT = "timeout"
    END_OF_INPUT = "end of input"


class GameWatcher:
    """Follows a game in a thread of its own; `version` is the latest version of the events received."""

    def __init__(self, seat: Session, game_id: str, after: int) -> None:
        self.version = after
        self._events: SimpleQueue[GameEvent | Exception] = SimpleQueue()
        self._readable, self._writable = os.pipe()
        Thread(target=self._follow, args=(seat, game_id, after), daemon=True).start()

    def fileno(self) -> int:
        """The file descriptor that is readable while an event can be received."""
        return self._readable

    def receive(self) -> None:
        """Receive one event. Raises the error that ended the stream of events."""
        os.read(self._readable, 1)
        received = self._events.get()
        if isinstance(received, Exception):
            raise received
        self.version = max(self.version, received.version)

    def _follow(self, seat: Session, game_id: str, after: int) -> None:
        try:
            for event in seat.games.follow(game_id, after):
                self._put(event)
        except Exception as error:  # noqa: BLE001 - `receive` raises it in the main thread
            self._put(error)

    def _put(self, received: GameEvent | Exception) -> None:
        self._events.put(received)
        os.write(self._writable, b".")


class InputLines:
    """The lines of a file descriptor. It is read directly: `select` does not see what Python has buffered."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor, self._buffer, self._ended = descriptor, b"", False

    @property
    def is_exhausted(self) -> bool:
        """Whether all lines were returned and the input has ended."""
        return self._ended and not self._buffer

    @property
    def has_room(self) -> bool:
        """Whether the buffer has room for more."""
        return not self._ended and len(self._buffer) <= MAX_LINE_BYTES

    def fileno(self) -> int:
        """The file descriptor."""
        return self._descriptor

    def read_chunk(self) -> None:
        """Read what is available; blocks if nothing is."""
        chunk = os.read(self._descriptor, CHUNK_BYTES)
        self._ended = not chunk
        self._buffer += chunk

    def next_line(self) -> str | None:
        """Return the next complete line, or the last one without a line break; None if there is none yet."""
        line, end, rest = self._buffer.partition(b"\n")
        if not (end or (self._ended and line) or len(line) > MAX_LINE_BYTES):
            return None
        self._buffer = rest
        return line.decode(errors="replace")


def wait_for_input(
    lines: InputLines, watcher: GameWatcher | None, *, accept_lines: bool = True, timeout_s: float | None = None
) -> str | InputEvent:
    """Return the first line or event. Without `accept_lines`, lines stay in the buffer for later calls."""
    while True:
        if accept_lines and (line := lines.next_line()) is not None:
            return line
        if lines.is_exhausted:
            return InputEvent.END_OF_INPUT
        sources = [source for source in (watcher, lines if lines.has_room else None) if source]
        ready = select.select(sources, [], [], timeout_s)[0]
        if not ready:
            return InputEvent.TIMEOUT
        if watcher in ready and watcher:
            watcher.receive()
            return InputEvent.GAME_EVENT
        lines.read_chunk()
