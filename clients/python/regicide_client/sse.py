"""Reading a stream of server-sent events: bytes in, as they come, messages out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_LINE_END: Final = re.compile(rb"\r\n|\n|\r")
_BOM: Final = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Message:
    """What came: its data, the kind of event, and the id to resume from after it."""

    data: str
    event: str = "message"
    id: str = ""


class Parser:
    """The reader of one stream, by the rules of the HTML standard.

    `begun` says whether anything has come; `last_id` is what to send as Last-Event-ID to resume; `retry` the seconds
    that the server wants a client to pause before that, None if it has not said so.
    """

    def __init__(self, last_id: str = "") -> None:
        self.last_id = last_id
        self.retry: float | None = None
        self._rest = b""
        self.begun = self._after_cr = False
        self._id, self._event, self._data = last_id, "", list[str]()

    def messages(self, chunk: bytes) -> Iterator[Message]:
        """The messages that this chunk completes."""
        for line in self._lines(chunk):
            if line:
                self._field(*line.partition(":")[::2])
            elif message := self._complete():
                yield message

    def _lines(self, chunk: bytes) -> list[str]:
        """The lines that this chunk completes. A CR ends its line at once, though an LF may come yet."""
        if not chunk:
            return []
        further = chunk.removeprefix(b"\n") if self._after_cr else chunk
        self._after_cr = chunk.endswith(b"\r")
        *lines, self._rest = _LINE_END.split(self._rest + further)
        if lines and not self.begun:
            self.begun, lines[0] = True, lines[0].removeprefix(_BOM)
        return [line.decode(errors="replace") for line in lines]

    def _field(self, name: str, value: str) -> None:
        value = value.removeprefix(" ")
        match name:
            case "data":
                self._data.append(value)
            case "event":
                self._event = value
            case "id" if "\0" not in value:
                self._id = value
            case "retry" if value.isascii() and value.isdigit():
                self.retry = int(value) / 1000

    def _complete(self) -> Message | None:
        self.last_id = self._id
        data, event = self._data, self._event
        self._data, self._event = [], ""
        return Message("\n".join(data), event or "message", self.last_id) if data else None
