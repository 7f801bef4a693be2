"""Has a request arrived? Asked of the bytes that a connection has sent so far, before any of them is understood.

This is no parser. What it takes for a request decides when a thread looks at the bytes, and nothing else: gunicorn's
parser has the last word on what they mean.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import Final

from regicide_api.http.json_body import LIMIT

LONGEST_LINE: Final = 8190
"""Bytes of a request line, or of a header: the most that gunicorn takes."""

LONGEST_HEAD: Final = 32 * 1024
"""Bytes of a request line and all headers together."""

_FRAMING: Final = re.compile(rb"\r\n(content-length|transfer-encoding|expect)[ \t]*:[ \t]*([^\r\n]*)", re.IGNORECASE)

_QUESTION: Final = (b"expect", b"100-continue")


class Arrival(Enum):
    """What is there of a request."""

    PART = "there is more to come"
    ASKS = "the head, and its sender waits for a word of ours"
    WHOLE = "the head and the body"
    ENOUGH = "what comes of it can be said, though there may be more to come"
    LONG_LINE = "a line that is too long"
    LONG_HEAD = "a head that is too long"


def arrived(received: bytes | bytearray) -> Arrival:
    """What is there of a request, or of the first of several."""
    head, end, body = received.partition(b"\r\n\r\n")
    if len(head) > LONGEST_HEAD:
        return Arrival.LONG_HEAD if b"\r\n" in head[: LONGEST_LINE + 2] else Arrival.LONG_LINE
    return _arrived(_FRAMING.findall(head), body) if end else Arrival.PART


def _arrived(fields: list[tuple[bytes, bytes]], body: bytes | bytearray) -> Arrival:
    """What is there of a request whose head is, by the headers that say where it ends."""
    framing = [(name.lower(), value.strip().lower()) for name, value in fields]
    others = [field for field in framing if field != _QUESTION]
    missing = Arrival.PART if others == framing else Arrival.ASKS
    match others:
        case []:
            return Arrival.WHOLE
        case [(b"content-length", length)] if length.isdigit() and len(length) <= 10 and int(length) <= LIMIT:
            return Arrival.WHOLE if len(body) >= int(length) else missing
        case [(b"transfer-encoding", b"chunked")] if len(body) <= 2 * LIMIT and not body.endswith(b"\r\n\r\n"):
            return missing
    return Arrival.ENOUGH
