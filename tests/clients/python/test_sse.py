"""The reader of server-sent events."""

from __future__ import annotations

import pytest

from regicide_client.sse import SseEvent, SseParser


def read(*chunks: bytes) -> list[SseEvent]:
    """The messages in chunks of a stream."""
    parser = SseParser()
    return [message for chunk in chunks for message in parser.feed(chunk)]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("size", [1, 2, 3, 1000])
def test_a_stream_may_come_in_any_pieces(size: int, end: bytes) -> None:
    """With any ends of lines; its ids hold until the next one."""
    text = "id: 2|data: é||: still here||event:over|data|data:x||"
    stream = text.encode().replace(b"|", end)
    chunks = [stream[start : start + size] for start in range(0, len(stream), size)]
    assert read(*chunks) == [SseEvent("é", "message", "2"), SseEvent("\nx", "over", "2")]


def test_a_message_is_given_as_soon_as_it_is_complete() -> None:
    """Nothing waits for the next one."""
    assert read(b"data: x\r\r") == [SseEvent("x")]


def test_a_message_that_is_cut_off_is_none() -> None:
    """It comes again when the stream is resumed."""
    assert read(b"id: 3\ndata: x\n") == []


def test_a_stream_is_resumed_from_the_last_whole_message() -> None:
    """Not from one whose id alone has come."""
    parser = SseParser("2")
    list(parser.feed(b"id: 3\ndata: x\n\nid: 4\n"))
    assert parser.last_id == "3"


def test_the_server_says_when_to_come_back() -> None:
    """In milliseconds; what is no number is passed over."""
    parser = SseParser()
    list(parser.feed(b"retry: 1500\nretry: soon\n"))
    assert parser.retry_s == 1.5


@pytest.mark.parametrize("line_like", ["\u2028", "\x0b", "\x85"])
def test_a_line_ends_with_cr_or_lf_alone(line_like: str) -> None:
    """Not with what else Unicode takes for the end of a line."""
    assert read(f"data: a{line_like}b\n\n".encode()) == [SseEvent(f"a{line_like}b")]


def test_a_byte_order_mark_is_passed_over() -> None:
    """At the beginning, and nowhere else."""
    assert read(b"\xef\xbb\xbfdata: x\n\n") == [SseEvent("x")]


def test_fields_without_meaning_are_passed_over() -> None:
    """And an id with a NUL."""
    assert read(b"id: 1\nid: \x00\ncolour: red\ndata: x\n\n") == [SseEvent("x", id="1")]
