"""Hearing what comes first: a line that the person types, or news of the game."""

from __future__ import annotations

import os
import select
from enum import Enum
from queue import SimpleQueue
from threading import Thread
from typing import Final

from regicide_client import GameEvent, Session

CHUNK: Final = 4096
LONGEST_LINE: Final = 1 << 16
"""Bytes. What comes without a line break beyond that is taken for a line."""


class Heard(Enum):
    """What there was beside a line."""

    NEWS = "news"
    NOTHING = "nothing"
    END = "end"


class News:
    """The version that a game has reached, followed in a thread of its own so that the person can type meanwhile."""

    def __init__(self, seat: Session, game_id: str, after: int) -> None:
        self.version = after
        self._events: SimpleQueue[GameEvent | Exception] = SimpleQueue()
        self._readable, self._writable = os.pipe()
        Thread(target=self._follow, args=(seat, game_id, after), daemon=True).start()

    def fileno(self) -> int:
        """What becomes readable with the next event."""
        return self._readable

    def take(self) -> None:
        """Take note of one event. Raises the problem with which the following ended."""
        os.read(self._readable, 1)
        heard = self._events.get()
        if isinstance(heard, Exception):
            raise heard
        self.version = max(self.version, heard.version)

    def _follow(self, seat: Session, game_id: str, after: int) -> None:
        try:
            for event in seat.follow(game_id, after):
                self._tell(event)
        except Exception as error:  # noqa: BLE001 - it is raised where the person is told
            self._tell(error)

    def _tell(self, heard: GameEvent | Exception) -> None:
        self._events.put(heard)
        os.write(self._writable, b".")


class Lines:
    """The lines of a file as they come. The file is read directly, for select knows nothing of Python's buffers."""

    def __init__(self, file: int) -> None:
        self._file, self._rest, self._ended = file, b"", False

    @property
    def are_over(self) -> bool:
        """Whether all lines have been taken, and none will come."""
        return self._ended and not self._rest

    @property
    def has_room(self) -> bool:
        """Whether more can be read."""
        return not self._ended and len(self._rest) <= LONGEST_LINE

    def fileno(self) -> int:
        """The file."""
        return self._file

    def fill(self) -> None:
        """Read on, when there is something to read."""
        chunk = os.read(self._file, CHUNK)
        self._ended = not chunk
        self._rest += chunk

    def take(self) -> str | None:
        """The next line that has come as a whole, or the last one; None if there is none yet."""
        line, end, rest = self._rest.partition(b"\n")
        if not (end or (self._ended and line) or len(line) > LONGEST_LINE):
            return None
        self._rest = rest
        return line.decode(errors="replace")


def hear(lines: Lines, news: News | None, listening: bool = True, within: float | None = None) -> str | Heard:
    """What comes first, `within` so many seconds. A line is only taken while `listening`, otherwise kept for later."""
    while True:
        if listening and (line := lines.take()) is not None:
            return line
        if lines.are_over:
            return Heard.END
        sources = [source for source in (news, lines if lines.has_room else None) if source]
        ready = select.select(sources, [], [], within)[0]
        if not ready:
            return Heard.NOTHING
        if news in ready and news:
            news.take()
            return Heard.NEWS
        lines.fill()
