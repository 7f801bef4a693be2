"""The parser of server-sent events."""

from __future__ import annotations

import pytest

from regicide_client.sse import SseEvent, SseParser


def read(*chunks: bytes) -> list[SseEvent]:
    """Return the events in chunks of a stream."""
    parser = SseParser()
    return [event for chunk in chunks for event in parser.feed(chunk)]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("size", [1, 2, 3, 1000])
def test_chunks_may_end_anywhere(size: int, end: bytes) -> None:
    """With any line ends; an id holds until the next one."""
    text = "id: 2|data: é||: still here||event:over|data|data:x||"
    stream = text.encode().replace(b"|", end)
    chunks = [stream[start : start + size] for start in range(0, len(stream), size)]
    assert read(*chunks) == [SseEvent("é", "message", "2"), SseEvent("\nx", "over", "2")]


def test_an_event_is_returned_once_it_is_complete() -> None:
    """Without the start of the next one."""
    assert read(b"data: x\r\r") == [SseEvent("x")]


def test_an_incomplete_event_is_dropped() -> None:
    """The resumed stream repeats it."""
    assert read(b"id: 3\ndata: x\n") == []


def test_the_last_id_is_that_of_a_complete_event() -> None:
    """An id alone does not count."""
    parser = SseParser("2")
    list(parser.feed(b"id: 3\ndata: x\n\nid: 4\n"))
    assert parser.last_id == "3"


def test_the_server_sets_the_reconnection_time() -> None:
    """In milliseconds; other values are ignored."""
    parser = SseParser()
    list(parser.feed(b"retry: 1500\nretry: soon\n"))
    assert parser.retry_s == 1.5


@pytest.mark.parametrize("line_like", ["\u2028", "\x0b", "\x85"])
def test_a_line_ends_with_cr_or_lf_alone(line_like: str) -> None:
    """Not with the other line ends of Unicode."""
    assert read(f"data: a{line_like}b\n\n".encode()) == [SseEvent(f"a{line_like}b")]


def test_a_byte_order_mark_is_ignored() -> None:
    """At the start of the stream."""
    assert read(b"\xef\xbb\xbfdata: x\n\n") == [SseEvent("x")]


def test_unknown_fields_are_ignored() -> None:
    """And an id with a NUL."""
    assert read(b"id: 1\nid: \x00\ncolour: red\ndata: x\n\n") == [SseEvent("x", id="1")]
