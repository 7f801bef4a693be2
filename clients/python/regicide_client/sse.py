"""Incremental parser of server-sent events (WHATWG HTML, "Interpreting an event stream")."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_LINE_END: Final = re.compile(rb"\r\n|\n|\r")
_BOM: Final = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class SseEvent:
    """A server-sent event: its data, its type, and the id to resume after it."""

    data: str
    event: str = "message"
    id: str = ""


class SseParser:
    """Parser of one stream.

    `started` is set once a line was received; `last_id` is the Last-Event-ID to resume with; `retry_s` is the
    reconnection time in seconds that the server asked for, None if it did not.
    """

    def __init__(self, last_id: str = "") -> None:
        self.last_id = last_id
        self.retry_s: float | None = None
        self._rest = b""
        self.started = self._after_cr = False
        self._id, self._event, self._data = last_id, "", list[str]()

    def feed(self, chunk: bytes) -> Iterator[SseEvent]:
        """Yield the events that this chunk completes."""
        for line in self._complete_lines(chunk):
            if line:
                self._process_field(*line.partition(":")[::2])
            elif event := self._dispatch():
                yield event

    def _complete_lines(self, chunk: bytes) -> list[str]:
        """Return the lines that this chunk completes. A CR ends its line at once, though an LF may follow."""
        if not chunk:
            return []
        further = chunk.removeprefix(b"\n") if self._after_cr else chunk
        self._after_cr = chunk.endswith(b"\r")
        *lines, self._rest = _LINE_END.split(self._rest + further)
        if lines and not self.started:
            self.started, lines[0] = True, lines[0].removeprefix(_BOM)
        return [line.decode(errors="replace") for line in lines]

    def _process_field(self, name: str, value: str) -> None:
        value = value.removeprefix(" ")
        match name:
            case "data":
                self._data.append(value)
            case "event":
                self._event = value
            case "id" if "\0" not in value:
                self._id = value
            case "retry" if value.isascii() and value.isdigit():
                self.retry_s = int(value) / 1000

    def _dispatch(self) -> SseEvent | None:
        self.last_id = self._id
        data, event = self._data, self._event
        self._data, self._event = [], ""
        return SseEvent("\n".join(data), event or "message", self.last_id) if data else None
