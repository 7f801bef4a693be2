"""Slow, silent and invalid clients: others are served, and memory stays bounded."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from gunicorns import Gunicorn, gunicorn
from hostile_clients import (
    MIB,
    Answer,
    answer_to,
    attack,
    connected,
    memory,
    read_answer,
    served,
    unread,
)

from regicide_api.gunicorn_worker.connection import REQUEST_TIMEOUT_S, SEND_TIMEOUT_S

pytestmark = pytest.mark.costly

CONNECTIONS = 128
MANY = 100

HEAD = b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
HALF_A_BODY = HEAD + b'Content-Length: 1000\r\n\r\n{"players": 2'
LONG_ANSWERS = b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 20


@pytest.fixture(scope="module")
def server(valkey_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gunicorn]:
    """The application under gunicorn, in one process."""
    settings = {
        "REDIS_URL": valkey_url,
        "WEB_CONCURRENCY": "1",
        "WEB_CONNECTIONS": str(CONNECTIONS),
        "LIMIT_CREATE_GAME": "0",
    }
    with gunicorn(tmp_path_factory.mktemp("gunicorn"), **settings) as running:
        served(running.url)
        yield running


@pytest.mark.faults
@pytest.mark.parametrize(
    ("beginning", "drip"),
    [
        pytest.param(b"", b"", id="silence"),
        pytest.param(b"GET /v1/games HT", b"", id="half a line"),
        pytest.param(HEAD + b"X-Slow: ", b"x", id="a header byte by byte"),
        pytest.param(HALF_A_BODY, b" ", id="a body byte by byte"),
        pytest.param(HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n", id="chunk by chunk"),
        pytest.param(HEAD + b"Content-Length: 99999999\r\n\r\n", b"x", id="a refused body byte by byte"),
        pytest.param(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", b"", id="no goodbye"),
        pytest.param(b"hello\r\n\r\n", b"", id="no goodbye after no HTTP"),
        pytest.param(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /he", b"", id="half of a second request"),
        pytest.param(LONG_ANSWERS, b"", id="long answers that are read slowly"),
    ],
)
def test_slow_clients_do_not_delay_others(server: Gunicorn, beginning: bytes, drip: bytes) -> None:
    """They do not block the event loop: each would for many seconds, so that others would get no answer in time."""
    with attack(server.url, MANY, beginning, drip):
        time.sleep(1)
        for _ in range(3):
            served(server.url)


LARGEST_FILE = b"GET /docs/static/swagger-ui/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.mark.parametrize(
    "requests",
    [
        pytest.param(LARGEST_FILE, id="the largest file"),
        pytest.param(LONG_ANSWERS, id="many documents"),
        pytest.param(LARGEST_FILE.replace(b"GET", b"HEAD") * 4, id="many heads"),
    ],
)
def test_clients_that_do_not_read_do_not_delay_others(server: Gunicorn, requests: bytes) -> None:
    """Twice as many as there may be connections: those that wait longest for their client make room.

    If one blocked the process, it would for SEND_TIMEOUT_S, so that others would get no answer in time.
    """
    with unread(server.url, 2 * CONNECTIONS, requests):
        for _ in range(3):
            served(server.url)


@pytest.mark.faults
def test_clients_that_do_not_read_do_not_delay_a_stop(valkey_url: str, tmp_path: Path) -> None:
    """They are closed after two seconds without progress, long before their timeout."""
    with ExitStack() as clients:
        with gunicorn(tmp_path, REDIS_URL=valkey_url, WEB_CONCURRENCY="1") as running:
            clients.enter_context(unread(running.url, 20, LARGEST_FILE))
            served(running.url)
            start = time.monotonic()
        assert time.monotonic() - start < SEND_TIMEOUT_S


@pytest.mark.faults
@pytest.mark.parametrize("beginning", [b"GET /v1/games HT", HEAD, HALF_A_BODY], ids=["a line", "a head", "a body"])
def test_an_incomplete_request_times_out(server: Gunicorn, beginning: bytes) -> None:
    """With 408, and the connection is closed."""
    start = time.monotonic()
    answer = answer_to(server.url, beginning)
    assert (answer.status, answer.code, answer.headers["connection"]) == (408, "http-error", "close")
    assert time.monotonic() - start >= REQUEST_TIMEOUT_S - 1


@pytest.mark.faults
def test_a_body_after_100_continue_has_the_same_timeout(server: Gunicorn) -> None:
    """100, then 408."""
    with connected(server.url) as connection:
        connection.sendall(HEAD + b"Content-Length: 13\r\nExpect: 100-continue\r\n\r\n")
        answer = read_answer(connection)
    assert (answer.status, answer.body.partition(b"\r\n")[0]) == (100, b"HTTP/1.1 408 Request Timeout")


def test_expect_100_continue_is_supported(server: Gunicorn) -> None:
    """Clients such as curl send it before a long body."""
    with connected(server.url) as connection:
        connection.sendall(HEAD + b"Connection: close\r\nContent-Length: 13\r\nExpect: 100-continue\r\n\r\n")
        assert connection.recv(25) == b"HTTP/1.1 100 Continue\r\n\r\n"
        connection.sendall(b'{"players":2}')
        assert read_answer(connection).status == 201


def test_a_chunked_body_is_read(server: Gunicorn) -> None:
    """With an empty line in a chunk, and a trailer."""
    chunks = [b'f\r\n{"players":\r\n\r\n\r\n', b"4\r\n   2\r\n", b"1\r\n}\r\n0\r\nX-Trailer: x\r\n\r\n"]
    answer = answer_to(server.url, HEAD + b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n", *chunks)
    assert answer.status == 201


@pytest.mark.faults
def test_a_silent_connection_is_closed(server: Gunicorn) -> None:
    """Without a response."""
    assert answer_to(server.url) == Answer(0, {}, b"")


def test_a_request_may_arrive_in_pieces(server: Gunicorn) -> None:
    """Split at any byte."""
    body = b'{"players": 2}'
    whole = HEAD + b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(body) + body
    with connected(server.url) as connection:
        for start in range(0, len(whole), 25):
            connection.sendall(whole[start : start + 25])
            time.sleep(0.02)
        assert read_answer(connection).status == 201


def test_requests_may_be_pipelined(server: Gunicorn) -> None:
    """Each is answered in order, including a last one that arrives in parts."""
    requests = [b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"] * 3
    last = b"GET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    with connected(server.url) as connection:
        connection.sendall(b"".join(requests) + last[:10])
        time.sleep(0.2)
        connection.sendall(last[10:])
        response = read_answer(connection).body
    assert response.count(b"HTTP/1.1 200") == 2
    assert response.count(b"HTTP/1.1 404") == 1


@pytest.mark.parametrize("kind", ["by its length", "in chunks"])
def test_a_body_of_100_mb_is_rejected_early(server: Gunicorn, kind: str) -> None:
    """413 after a small part of it, and memory does not grow."""
    before, sent, piece = memory(server.pid), 0, b"x" * 65536
    framing = b"Content-Length: %d" % (100 * MIB) if kind == "by its length" else b"Transfer-Encoding: chunked"
    with connected(server.url) as connection:
        connection.sendall(HEAD + framing + b"\r\n\r\n")
        try:
            while sent < 100 * MIB:
                connection.sendall(piece if kind == "by its length" else b"10000\r\n" + piece + b"\r\n")
                sent += len(piece)
        except ConnectionError:
            pass
    assert sent < 20 * MIB
    assert memory(server.pid) - before < 8 * MIB


@pytest.mark.parametrize("extension", [b"", b";a" * 4000], ids=["plain", "with extensions"])
def test_a_body_in_tiny_chunks_is_rejected_early(server: Gunicorn, extension: bytes) -> None:
    """The overhead of chunks counts: 64 KiB of content could take 512 MiB to arrive."""
    chunk, sent = b"1" + extension + b"\r\n \r\n", 0
    piece = chunk * (65536 // len(chunk))
    with connected(server.url) as connection:
        connection.sendall(HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
        try:
            while sent < 20 * MIB:
                connection.sendall(piece)
                sent += len(piece)
        except ConnectionError:
            pass
    assert sent < 20 * MIB


def test_the_largest_body_arrives_in_chunks_of_30_bytes(server: Gunicorn) -> None:
    """What chunks of a sensible size add to it is read as well."""
    body = b'{"players": 1}'.ljust(65_536)
    pieces = [body[start : start + 30] for start in range(0, len(body), 30)]
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in [*pieces, b""])
    assert answer_to(server.url, HEAD + b"Transfer-Encoding: chunked\r\n\r\n", chunks).status == 201


@pytest.mark.parametrize(
    ("framing", "content"),
    [
        pytest.param(b"Content-Length: 104857600", b"x" * 98304, id="by its length"),
        pytest.param(b"Transfer-Encoding: chunked", b"18000\r\n" + b"x" * 98304 + b"\r\n", id="in a chunk"),
        pytest.param(b"Transfer-Encoding: chunked", (b"1" + b";a" * 4000 + b"\r\n \r\n") * 20, id="in long lines"),
    ],
)
def test_a_rejected_client_receives_the_problem(server: Gunicorn, framing: bytes, content: bytes) -> None:
    """Although the server has not read the whole body."""
    answer = answer_to(server.url, HEAD + framing + b"\r\n\r\n", content)
    assert (answer.status, answer.code) == (413, "content-too-large")


def test_memory_is_bounded_under_endless_heads(server: Gunicorn) -> None:
    """A hundred at the same time, ten times."""
    served(server.url)
    before = memory(server.pid)
    for _ in range(10):
        with attack(server.url, MANY, b"GET / HTTP/1.1\r\n" + b"X-Bomb: " + b"x" * 40_000, b"", every=0.05):
            time.sleep(0.3)
    assert memory(server.pid) - before < 24 * MIB


LONG = b"x" * 200_000
INVALID_REQUESTS = {
    "a line without an end": (b"GET /" + LONG, 414, "http-error"),
    "a header without an end": (b"GET / HTTP/1.1\r\nX-Bomb: " + LONG, 431, "http-error"),
    "headers without an end": (b"GET / HTTP/1.1\r\n" + b"X-Bomb: x\r\n" * 20_000, 431, "http-error"),
    "many headers": (b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X: x\r\n" * 1000 + b"\r\n", 431, "http-error"),
    "much in all headers": (b"GET / HTTP/1.1\r\n" + b"X-Long: %b\r\n" % LONG[:8000] * 5 + b"\r\n", 431, "http-error"),
    "a folded header": (b"GET / HTTP/1.1\r\nHost: x\r\nX-A: b\r\n c\r\n\r\n", 400, "http-error"),
    "NUL in a header": (b"GET / HTTP/1.1\r\nHost: x\r\nX-A: \0\r\n\r\n", 400, "http-error"),
    "two lengths": (HEAD + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} ", 400, "http-error"),
    "a length and chunks": (
        HEAD + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        400,
        "http-error",
    ),
    "a length that is none": (HEAD + b"Content-Length: +2\r\n\r\n{}", 400, "http-error"),
    "a length of many digits": (HEAD + b"Content-Length: " + b"9" * 500 + b"\r\n\r\n{}", 413, "content-too-large"),
    "chunked twice": (HEAD + b"Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n", 400, "http-error"),
    "chunked, said oddly": (HEAD + b"Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n", 400, "http-error"),
    "chunks of another chunk": (
        HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
        400,
        "http-error",
    ),
    "a host too long": (
        b"GET /v1/games HTTP/1.1\r\nConnection: close\r\nHost: " + LONG[:5000] + b"\r\n\r\n",
        400,
        "http-error",
    ),
    "HTTP/0.9": (b"GET /\r\n\r\n", 400, "http-error"),
    "HTTP/2": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0" * 9, 400, "http-error"),
    "HTTP/9.9": (b"GET / HTTP/9.9\r\nHost: x\r\n\r\n", 400, "http-error"),
    "TLS": (b"\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03" + bytes(range(256)) + b"\r\n\r\n", 400, "http-error"),
}


@pytest.mark.parametrize("kind", INVALID_REQUESTS)
def test_an_invalid_request_is_a_problem(server: Gunicorn, kind: str) -> None:
    """In whichever part of the server it is detected."""
    request, status, code = INVALID_REQUESTS[kind]
    answer = answer_to(server.url, request)
    assert (answer.status, answer.code) == (status, code)


TARGETS = [
    *(b"/v1/games/../../etc/passwd", b"/%2e%2e/%2e%2e/etc/passwd", b"/modules/../../../../pyproject.toml"),
    *(b"/modules/%2e%2e%2f%2e%2e%2fserver.js", b"/docs/..%2f..%2f..%2fconfig.py", b"/styles/%5c..%5c..%5cx"),
    *(
        b"//v1//games//x",
        b"///",
        b"//example.org/%2e%2e",
        b"/v1/games/%2F",
        b"/v1/games/a%2Fb/actions",
        b"/v1/games/%00",
    ),
    *(
        b"/problems/%00",
        b"/problems/../openapi.json",
        b"/v1/games/%",
        b"/v1/games/%zz",
        b"/v1/games/%ff%fe",
        b"/\xff\xfe",
    ),
    *(
        b"/v1/games/\xc3\xa9",
        b"/v1/games/;x=1",
        b"/v1/games?status=%00",
        b"/v1/games?%ff=%ff",
        b"/v1/games?" + b"a&" * 4000,
    ),
    *(
        b"http://example.org/v1/games/x",
        b"https://u:p@example.org:99999/x",
        b"*",
        b"example.org:443",
        b"?",
        b"#",
        b"/#x",
    ),
]


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: repr(target)[2:30])
def test_unusual_paths_are_safe(server: Gunicorn, target: bytes) -> None:
    """No server error, and no file outside the package."""
    answer = answer_to(server.url, b"GET " + target + b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert 200 <= answer.status < 500
    if answer.status >= 400:
        assert answer.code in {"not-found", "unknown-game", "invalid-request", "http-error", "method-not-allowed"}
    assert b"root:" not in answer.body
    assert b"requires-python" not in answer.body


@pytest.mark.parametrize("host", [b"attacker.example", b"[::1]"])
def test_the_host_header_has_no_effect(server: Gunicorn, host: bytes) -> None:
    """Responses contain paths, not URLs. `test_paths.py` has the hosts that are rejected."""
    request = HEAD.replace(b"Host: x", b"Host: " + host) + b"Connection: close\r\nContent-Length: 13\r\n\r\n"
    answer = answer_to(server.url, request + b'{"players":1}')
    assert answer.status == 201
    assert answer.headers["location"].startswith("/v1/games/")


def test_a_smuggled_request_is_not_answered(server: Gunicorn) -> None:
    """The bytes after an ambiguous request are not interpreted."""
    inner = b"GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n"
    shape = HEAD + b"Content-Length: %d\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" % (5 + len(inner))
    with connected(server.url) as connection:
        connection.sendall(shape + inner)
        response = read_answer(connection)
    assert (response.status, response.body.count(b"HTTP/1.1")) == (400, 0)


def test_a_half_closed_connection_is_answered(server: Gunicorn) -> None:
    """The client closes its sending side after the request."""
    with connected(server.url) as connection:
        connection.sendall(b"GET /v1/games HTTP/1.1\r\nHost: x\r\n\r\n")
        connection.shutdown(socket.SHUT_WR)
        answer = read_answer(connection)
    assert (answer.status, "items" in json.loads(answer.body)) == (200, True)


@pytest.mark.parametrize("end", [b"", b"\r\n"])
def test_chunks_without_an_end_are_refused(server: Gunicorn, end: bytes) -> None:
    """The client closes its sending side after a part of the body, which is valid JSON."""
    with connected(server.url) as connection:
        connection.sendall(HEAD + b'Transfer-Encoding: chunked\r\n\r\nd\r\n{"players":1}' + end)
        connection.shutdown(socket.SHUT_WR)
        answer = read_answer(connection)
    assert (answer.status, json.loads(answer.body)["code"]) == (400, "http-error")


def test_no_error_was_logged(server: Gunicorn) -> None:
    """By any test of this file."""
    assert not [line for line in server.lines() if line["level"] not in {"INFO", "WARNING"}]
