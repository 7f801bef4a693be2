"""Framing of HTTP/1.1 requests: whether a connection has received a whole request.

This is not a parser. The result decides only when a thread gets the bytes; gunicorn's parser interprets them.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import Final

from regicide_api.schemas.requests import MAX_BODY_BYTES

MAX_LINE_BYTES: Final = 8190
"""Bytes of the request line or a header: gunicorn's maximum."""

MAX_HEAD_BYTES: Final = 32 * 1024
"""Bytes of the request line and all headers."""

_FRAMING: Final = re.compile(rb"\r\n(content-length|transfer-encoding|expect)[ \t]*:[ \t]*([^\r\n]*)", re.IGNORECASE)

_EXPECT_CONTINUE: Final = (b"expect", b"100-continue")


class Framing(Enum):
    """The part of a request that has been received."""

    PARTIAL = "more bytes are missing"
    EXPECTS_CONTINUE = "the head, and the client waits for 100 Continue"
    COMPLETE = "the head and the body"
    PARSEABLE = "enough for the parser to answer, though bytes may be missing"
    LINE_TOO_LONG = "a line above the limit"
    HEAD_TOO_LONG = "a head above the limit"


def classify(received: bytes | bytearray) -> Framing:
    """The framing of the first request in the received bytes."""
    head, end, body = received.partition(b"\r\n\r\n")
    if len(head) > MAX_HEAD_BYTES:
        return Framing.HEAD_TOO_LONG if b"\r\n" in head[: MAX_LINE_BYTES + 2] else Framing.LINE_TOO_LONG
    return _classify(_FRAMING.findall(head), body) if end else Framing.PARTIAL


def _classify(fields: list[tuple[bytes, bytes]], body: bytes | bytearray) -> Framing:
    """The framing of a request with a complete head, from its framing headers and the received body."""
    framing = [(name.lower(), value.strip().lower()) for name, value in fields]
    others = [field for field in framing if field != _EXPECT_CONTINUE]
    missing = Framing.PARTIAL if others == framing else Framing.EXPECTS_CONTINUE
    match others:
        case []:
            return Framing.COMPLETE
        case [(b"content-length", length)] if length.isdigit() and len(length) <= 10 and int(length) <= MAX_BODY_BYTES:
            return Framing.COMPLETE if len(body) >= int(length) else missing
        case [(b"transfer-encoding", b"chunked")] if len(body) <= 2 * MAX_BODY_BYTES and not body.endswith(b"\r\n\r\n"):
            return missing
    return Framing.PARSEABLE
