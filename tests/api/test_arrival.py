"""When a request has arrived, so that a thread is worth its while."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regicide_api.gunicorn_worker.framing import (
    LONGEST_HEAD,
    LONGEST_LINE,
    Arrival,
    arrived,
)

HEAD = b"POST /v1/games HTTP/1.1\r\nHost: x\r\n"
PART, ASKS, WHOLE, ENOUGH = Arrival.PART, Arrival.ASKS, Arrival.WHOLE, Arrival.ENOUGH
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize(
    ("received", "expected"),
    [
        (b"", PART),
        (HEAD, PART),
        (HEAD + b"\r", PART),
        (HEAD + b"\r\n", WHOLE),
        (HEAD + b"\r\nGET / HTTP/1.1\r\n", WHOLE),
        (HEAD + b"Content-Length: 2\r\n\r\n", PART),
        (HEAD + b"content-length:2\r\n\r\n{", PART),
        (HEAD + b"CONTENT-LENGTH:   2  \r\n\r\n{}", WHOLE),
        (HEAD + b"Content-Length: 0\r\n\r\n", WHOLE),
        (HEAD + b"Content-Length: 16384\r\n\r\n", PART),
        (HEAD + b"Content-Length: 16385\r\n\r\n", ENOUGH),
        (HEAD + b"Content-Length: 99999999999999999999\r\n\r\n", ENOUGH),
        (HEAD + b"Content-Length: two\r\n\r\n", ENOUGH),
        (HEAD + b"Content-Length: 2\r\nContent-Length: 2\r\n\r\n", ENOUGH),
        (HEAD + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n", ENOUGH),
        (HEAD + b"X-Content-Length: 2\r\n\r\n", WHOLE),
        (CHUNKED, PART),
        (CHUNKED + b"2\r\n{}\r\n0\r\n", PART),
        (CHUNKED + b"2\r\n{}\r\n0\r\n\r\n", ENOUGH),
        (CHUNKED + b"2\r\n{}\r\n0\r\nX-Trailer: x\r\n\r\n", ENOUGH),
        (CHUNKED + b"x" * 40_000, ENOUGH),
        (HEAD + b"Transfer-Encoding: braille\r\n\r\n", ENOUGH),
        (HEAD + b"Expect: 100-continue\r\nContent-Length: 2\r\n\r\n", ASKS),
        (HEAD + b"Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}", WHOLE),
        (HEAD + b"Expect: 100-continue\r\nContent-Length: 99999\r\n\r\n", ENOUGH),
        (HEAD + b"Expect: a-miracle\r\n\r\n", ENOUGH),
        (b"hello\r\n\r\n", WHOLE),
        (b"GET /" + b"x" * LONGEST_HEAD, Arrival.LONG_LINE),
        (b"GET /" + b"x" * LONGEST_LINE + b"\r\n" + b"x" * LONGEST_HEAD, Arrival.LONG_LINE),
        (b"GET / HTTP/1.1\r\nX: " + b"x" * LONGEST_HEAD, Arrival.LONG_HEAD),
        (b"GET / HTTP/1.1\r\nX: " + b"x" * LONGEST_HEAD + b"\r\n\r\n", Arrival.LONG_HEAD),
    ],
    ids=lambda value: repr(value)[:60],
)
def test_what_is_there_of_a_request(received: bytes, expected: Arrival) -> None:
    """By where its head ends, and what that says of its body."""
    assert arrived(received) is expected


@given(st.binary(max_size=200), st.binary(max_size=200))
def test_any_bytes_may_come(head: bytes, body: bytes) -> None:
    """What is no request is somebody else's to refuse."""
    assert arrived(head) in Arrival
    assert arrived(HEAD + head + b"\r\n\r\n" + body) in Arrival


@given(st.binary(max_size=50).filter(lambda body: b"\r\n\r\n" not in body), st.data())
def test_a_request_is_there_when_its_last_byte_is(body: bytes, data: st.DataObject) -> None:
    """And not before."""
    whole = HEAD + b"Content-Length: %d\r\n\r\n" % len(body) + body
    assert arrived(whole) is WHOLE
    assert arrived(whole[: data.draw(st.integers(0, len(whole) - 1))]) is PART
