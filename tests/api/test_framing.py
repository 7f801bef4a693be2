"""Framing: which received bytes are a whole request."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regicide_api.gunicorn_worker.framing import (
    MAX_HEAD_BYTES,
    MAX_LINE_BYTES,
    Framing,
    classify,
)

HEAD = b"POST /v1/games HTTP/1.1\r\nHost: x\r\n"
PARTIAL, EXPECTS_CONTINUE = Framing.PARTIAL, Framing.EXPECTS_CONTINUE
COMPLETE, PARSEABLE = Framing.COMPLETE, Framing.PARSEABLE
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize(
    ("received", "expected"),
    [
        (b"", PARTIAL),
        (HEAD, PARTIAL),
        (HEAD + b"\r", PARTIAL),
        (HEAD + b"\r\n", COMPLETE),
        (HEAD + b"\r\nGET / HTTP/1.1\r\n", COMPLETE),
        (HEAD + b"Content-Length: 2\r\n\r\n", PARTIAL),
        (HEAD + b"content-length:2\r\n\r\n{", PARTIAL),
        (HEAD + b"CONTENT-LENGTH:   2  \r\n\r\n{}", COMPLETE),
        (HEAD + b"Content-Length: 0\r\n\r\n", COMPLETE),
        (HEAD + b"Content-Length: 16384\r\n\r\n", PARTIAL),
        (HEAD + b"Content-Length: 16385\r\n\r\n", PARSEABLE),
        (HEAD + b"Content-Length: 99999999999999999999\r\n\r\n", PARSEABLE),
        (HEAD + b"Content-Length: two\r\n\r\n", PARSEABLE),
        (HEAD + b"Content-Length: 2\r\nContent-Length: 2\r\n\r\n", PARSEABLE),
        (HEAD + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n", PARSEABLE),
        (HEAD + b"X-Content-Length: 2\r\n\r\n", COMPLETE),
        (CHUNKED, PARTIAL),
        (CHUNKED + b"2\r\n{}\r\n0\r\n", PARTIAL),
        (CHUNKED + b"2\r\n{}\r\n0\r\n\r\n", PARSEABLE),
        (CHUNKED + b"2\r\n{}\r\n0\r\nX-Trailer: x\r\n\r\n", PARSEABLE),
        (CHUNKED + b"x" * 40_000, PARSEABLE),
        (HEAD + b"Transfer-Encoding: braille\r\n\r\n", PARSEABLE),
        (HEAD + b"Expect: 100-continue\r\nContent-Length: 2\r\n\r\n", EXPECTS_CONTINUE),
        (HEAD + b"Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}", COMPLETE),
        (HEAD + b"Expect: 100-continue\r\nContent-Length: 99999\r\n\r\n", PARSEABLE),
        (HEAD + b"Expect: a-miracle\r\n\r\n", PARSEABLE),
        (b"hello\r\n\r\n", COMPLETE),
        (b"GET /" + b"x" * MAX_HEAD_BYTES, Framing.LINE_TOO_LONG),
        (b"GET /" + b"x" * MAX_LINE_BYTES + b"\r\n" + b"x" * MAX_HEAD_BYTES, Framing.LINE_TOO_LONG),
        (b"GET / HTTP/1.1\r\nX: " + b"x" * MAX_HEAD_BYTES, Framing.HEAD_TOO_LONG),
        (b"GET / HTTP/1.1\r\nX: " + b"x" * MAX_HEAD_BYTES + b"\r\n\r\n", Framing.HEAD_TOO_LONG),
    ],
    ids=lambda value: repr(value)[:60],
)
def test_framing_follows_the_end_of_the_head_and_its_framing_headers(received: bytes, expected: Framing) -> None:
    """RFC 9112, section 6; invalid combinations go to the parser."""
    assert classify(received) is expected


@given(st.binary(max_size=200), st.binary(max_size=200))
def test_any_bytes_have_a_framing(head: bytes, body: bytes) -> None:
    """The parser rejects invalid requests."""
    assert classify(head) in Framing
    assert classify(HEAD + head + b"\r\n\r\n" + body) in Framing


@given(st.binary(max_size=50).filter(lambda body: b"\r\n\r\n" not in body), st.data())
def test_a_request_is_complete_with_its_last_byte(body: bytes, data: st.DataObject) -> None:
    """Every shorter prefix is partial."""
    whole = HEAD + b"Content-Length: %d\r\n\r\n" % len(body) + body
    assert classify(whole) is COMPLETE
    assert classify(whole[: data.draw(st.integers(0, len(whole) - 1))]) is PARTIAL
