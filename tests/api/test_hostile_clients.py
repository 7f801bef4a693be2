"""Slow, silent, invalid and very many clients without a proxy: others are served, and memory stays bounded."""

from __future__ import annotations

import json
import os
import resource
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import gevent
import pytest
from gevent import socket as gevent_socket
from gunicorns import Gunicorn, gunicorn
from hostile_clients import (
    ATTACKER,
    MIB,
    answer_to,
    attack,
    connected,
    memory,
    read_answer,
    served,
    unread,
)
from published import faults
from servers import LIMITS_OFF
from wire import Wire

from regicide_api import gunicorn_worker
from regicide_api.core.work import in_flight
from regicide_api.gunicorn_worker import BODY_TIMEOUT_S, Connection

pytestmark = pytest.mark.costly

CONNECTIONS = 128
SHARE = CONNECTIONS // 4
METRICS = "metrics.socket"
TOKEN = "Xk3vPq0Zr8sYt5nWm2bLc7dHj4gFa9eR"

GET = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"
HEAD = b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
HALF_A_BODY = HEAD + b'Content-Length: 1000\r\n\r\n{"players": 2'
LONG_ANSWERS = b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 20
STREAM = b"GET /v1/games/%s/events HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n"
LARGEST_FILE = b"GET /docs/static/swagger-ui/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.fixture(scope="module")
def server(valkey_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gunicorn]:
    """The application under gunicorn, in one process."""
    directory = tmp_path_factory.mktemp("gunicorn")
    settings = {
        "REDIS_URL": valkey_url,
        "WEB_CONCURRENCY": "1",
        "WEB_CONNECTIONS": str(CONNECTIONS),
        "METRICS_ADDRESS": f"unix:{directory / METRICS}",
        **LIMITS_OFF,
    }
    with gunicorn(directory, **settings) as running:
        served(running.url)
        yield running


@pytest.mark.faults
@pytest.mark.parametrize(
    ("beginning", "drip"),
    [
        pytest.param(b"GET /v1/games HT", b"", id="half a line"),
        pytest.param(HEAD + b"X-Slow: ", b"x", id="a header byte by byte"),
        pytest.param(HALF_A_BODY, b" ", id="a body byte by byte"),
        pytest.param(CHUNKED, b"1\r\n \r\n", id="chunk by chunk"),
        pytest.param(HEAD + b"Content-Length: 99999999\r\n\r\n", b"x", id="a refused body byte by byte"),
        pytest.param(LONG_ANSWERS, b"", id="long answers that are read slowly"),
    ],
)
def test_slow_clients_do_not_delay_others(server: Gunicorn, beginning: bytes, drip: bytes) -> None:
    """They do not block the event loop: each would for many seconds, so that others would get no answer in time."""
    with attack(server.url, SHARE, beginning, drip):
        time.sleep(1)
        for _ in range(3):
            served(server.url)


@pytest.mark.parametrize(
    "requests", [LARGEST_FILE, LONG_ANSWERS, STREAM], ids=["a large file", "documents", "a stream"]
)
def test_clients_that_do_not_read_do_not_delay_others(server: Gunicorn, requests: bytes) -> None:
    """As many as the process has connections: those above the share of their address are refused."""
    game = Wire(server.url).send("POST", "/v1/games", {"players": 1}).json["game"]["id"]
    with unread(server.url, CONNECTIONS, requests.replace(b"%s", game.encode())):
        for _ in range(3):
            served(server.url)


def test_one_address_has_a_share_of_the_connections(server: Gunicorn) -> None:
    """The next one gets a problem, until one of the others is closed; other addresses are served."""
    with ExitStack() as held:
        for _ in range(SHARE):
            connection = held.enter_context(connected(server.url, ATTACKER))
            connection.sendall(GET + b"\r\n")
            assert connection.recv(4096).startswith(b"HTTP/1.1 200 ")
        with connected(server.url, ATTACKER) as refused:
            head = refused.recv(4096).partition(b"\r\n\r\n")[0]
            assert head.startswith(b"HTTP/1.1 429 Too Many Requests\r\n")
            assert b"\r\nRetry-After: 1\r\n" in head
        served(server.url)
    with connected(server.url, ATTACKER) as connection:
        connection.sendall(GET + b"\r\n")
        assert connection.recv(4096).startswith(b"HTTP/1.1 200 ")


def test_the_connections_of_a_proxy_have_no_share(valkey_url: str, tmp_path: Path) -> None:
    """All have its address; it bounds those of its clients."""
    settings = {"REDIS_URL": valkey_url, "WEB_CONNECTIONS": "16", "WEB_CONCURRENCY": "1", "TRUSTED_PROXIES": "1"}
    with gunicorn(tmp_path, **settings) as server, ExitStack() as held:
        for _ in range(12):
            connection = held.enter_context(connected(server.url))
            connection.sendall(GET + b"\r\n")
            assert connection.recv(4096).startswith(b"HTTP/1.1 200 ")


@pytest.mark.faults
def test_very_many_connections_do_not_block_others(valkey_url: str, tmp_path: Path) -> None:
    """Silent, idle and streaming ones, more than files may be open: the ones that wait longest make room."""
    count = 1200
    least, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most < count + 500:
        pytest.skip(f"a process may have {most} open files here, and {count + 500} are needed: ulimit -Hn")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(least, count + 500), most))
    under = ("sh", "-c", 'ulimit -n 256; exec "$0" "$@"')
    settings = {"REDIS_URL": valkey_url, "WEB_CONCURRENCY": "1", "WAITING_SHARE_PERCENT": "100", **LIMITS_OFF}
    with gunicorn(tmp_path, under=under, **settings) as server:
        game = Wire(server.url).send("POST", "/v1/games", {"players": 1}).json["game"]["id"]
        follow = STREAM % game.encode()
        before = memory(server.pid)
        with ExitStack() as held:
            streams = []
            for number in range(count):
                connection = held.enter_context(connected(server.url))
                with suppress(ConnectionError):  # the server may have closed it
                    connection.sendall((b"", GET + b"\r\n", follow)[number % 3])
                streams += [connection] if number % 3 == 2 else []
            served(server.url)
            answers = [first_bytes(stream) for stream in streams]
            assert any(answer.startswith(b"HTTP/1.1 200") for answer in answers)
            assert any(b"overloaded" in answer for answer in answers)
            assert memory(server.pid) - before < 100 * MIB
        served(server.url)
        assert not [line for line in server.lines() if line["level"] == "ERROR"]
        assert len(server.workers()) == 1


def first_bytes(connection: socket.socket) -> bytes:
    """What a connection receives first; nothing if it is closed."""
    with suppress(ConnectionError):
        return connection.recv(65536)
    return b""


@pytest.mark.faults
def test_idle_connections_do_not_delay_a_stop(valkey_url: str, tmp_path: Path) -> None:
    """They are closed at once, long before their timeout; a stream ends with its last event."""
    with ExitStack() as clients:
        with gunicorn(tmp_path, REDIS_URL=valkey_url, WEB_CONCURRENCY="1") as running:
            game = Wire(running.url).send("POST", "/v1/games", {"players": 1}).json["game"]["id"]
            kinds = [b"", GET + b"\r\n", STREAM % game.encode()]
            held = [clients.enter_context(connected(running.url)) for _ in kinds]
            for connection, request in zip(held, kinds, strict=True):
                connection.sendall(request)
            served(running.url)
            start = time.monotonic()
        assert time.monotonic() - start < BODY_TIMEOUT_S
        assert read_answer(held[2]).body.endswith(b"0\r\n\r\n")


@pytest.mark.faults
def test_an_incomplete_body_times_out(server: Gunicorn) -> None:
    """With 408, also after 100."""
    with connected(server.url) as connection:
        connection.sendall(HEAD + b"Connection: close\r\nContent-Length: 13\r\nExpect: 100-continue\r\n\r\n")
        answer = read_answer(connection)
    assert (answer.status, answer.body.partition(b"\r\n")[0]) == (100, b"HTTP/1.1 408 REQUEST TIMEOUT")


def test_requests_may_be_pipelined(server: Gunicorn) -> None:
    """Each is answered in order, including a last one that arrives in parts."""
    last = b"GET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    with connected(server.url) as connection:
        connection.sendall((GET + b"\r\n") * 3 + last[:10])
        time.sleep(0.2)
        connection.sendall(last[10:])
        response = read_answer(connection).body
    assert (response.count(b"HTTP/1.1 200"), response.count(b"HTTP/1.1 404")) == (2, 1)


@pytest.mark.parametrize(
    ("framing", "piece"),
    [
        pytest.param(b"Content-Length: 104857600", b"x" * 65536, id="by its length"),
        pytest.param(b"Transfer-Encoding: chunked", b"10000\r\n" + b"x" * 65536 + b"\r\n", id="in chunks"),
        pytest.param(b"Transfer-Encoding: chunked", b"1\r\n \r\n" * 10_000, id="in tiny chunks"),
        pytest.param(b"Transfer-Encoding: chunked", (b"1" + b";a" * 4000 + b"\r\n \r\n") * 8, id="in long lines"),
    ],
)
def test_a_body_of_100_mb_is_rejected_early(server: Gunicorn, framing: bytes, piece: bytes) -> None:
    """After a small part of it, and memory does not grow. A client that sends no more gets 413."""
    before, sent = memory(server.pid), 0
    with connected(server.url) as connection:
        connection.sendall(HEAD + framing + b"\r\n\r\n")
        with suppress(ConnectionError):
            while sent < 100 * MIB:
                connection.sendall(piece)
                sent += len(piece)
    assert sent < 20 * MIB
    assert memory(server.pid) - before < 8 * MIB


@pytest.mark.parametrize("chunk", [b"18000\r\n" + b"x" * 98304 + b"\r\n", b"1\r\n \r\n" * 21_850], ids=["one", "many"])
def test_a_rejected_client_receives_the_problem(server: Gunicorn, chunk: bytes) -> None:
    """Although the server has not read the whole body."""
    with connected(server.url) as connection:
        connection.sendall(CHUNKED + chunk)
        assert connection.recv(65536).startswith(b"HTTP/1.1 413 ")


def test_the_largest_body_arrives_in_chunks_of_30_bytes(server: Gunicorn) -> None:
    """What chunks of a sensible size add to it is read as well."""
    body = b'{"players": 1}'.ljust(65_536)
    pieces = [body[start : start + 30] for start in range(0, len(body), 30)]
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in [*pieces, b""])
    with connected(server.url) as connection:
        connection.sendall(CHUNKED + chunks)
        assert connection.recv(65536).startswith(b"HTTP/1.1 201 ")


def test_memory_is_bounded_under_endless_heads(server: Gunicorn) -> None:
    """A share at the same time, ten times."""
    served(server.url)
    before = memory(server.pid)
    for _ in range(10):
        with attack(server.url, SHARE, b"GET / HTTP/1.1\r\n" + (b"X-Bomb: " + b"x" * 4000 + b"\r\n") * 90, every=0.05):
            time.sleep(0.3)
    assert memory(server.pid) - before < 24 * MIB


REFUSED = {
    "no HTTP": (b"hello\r\n\r\n", 400),
    "HTTP/0.9": (b"GET /\r\n\r\n", 400),
    "HTTP/2": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400),
    "TLS": (b"\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03" + bytes(range(256)) + b"\r\n\r\n", 400),
    "two hosts": (GET + b"Host: x\r\n\r\n", 400),
    "a header without a name": (GET + b": x\r\n\r\n", 400),
    "a folded header": (GET + b"X-A: b\r\n c\r\n\r\n", 400),
    "NUL in a header": (GET + b"X-A: \0\r\n\r\n", 400),
    "a path too long": (b"GET /v1/games?limit=" + b"1" * 8180 + b" HTTP/1.1\r\n", 414),
    "a header too long": (GET + b"X-Long: " + b"x" * 8200 + b"\r\n\r\n", 431),
    "many headers": (GET + b"X: x\r\n" * 100 + b"\r\n", 431),
    "two lengths": (HEAD + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} ", 400),
    "a length and chunks": (HEAD + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
    "a length that is none": (HEAD + b"Content-Length: +2\r\n\r\n{}", 400),
    "an unknown coding": (HEAD + b"Transfer-Encoding: braille\r\n\r\n", 501),
    "a stacked coding": (HEAD + b"Transfer-Encoding: gzip, chunked\r\n\r\n", 501),
    "two headers of codings": (HEAD + b"Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n", 501),
    "chunked twice": (HEAD + b"Transfer-Encoding: chunked, chunked\r\n\r\n", 400),
    "chunked, said oddly": (HEAD + b"Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n", 400),
    "chunked in HTTP/1.0": (CHUNKED.replace(b"1.1", b"1.0"), 400),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_gunicorn_rejects_is_a_problem(server: Gunicorn, kind: str) -> None:
    """Like all errors, and scripts of other origins may read it; the bytes after it are not interpreted."""
    request, status = REFUSED[kind]
    following = GET + b"\r\n" if len(request) < 1000 else b""  # more is not read: the system would reset the connection
    answer = answer_to(server.url, request + following)
    assert (answer.status, answer.code) == (status, "http-error")
    assert (answer.headers["access-control-allow-origin"], answer.headers["connection"]) == ("*", "close")
    assert not faults({"$ref": "#/components/schemas/Problem"}, json.loads(answer.body))


TARGETS = [
    *(b"/modules/../../../../pyproject.toml", b"/docs/..%2f..%2f..%2fconfig.py", b"/styles/%5c..%5c..%5cx"),
    *(b"//v1//games//x", b"/v1/games/a%2Fb/actions", b"/v1/games/%00", b"/v1/games/%", b"/v1/games/;x=1"),
    *(b"/v1/games?status=%00", b"/v1/games?%ff=%ff", b"/v1/games?" + b"a&" * 4000, b"/\xff\xfe"),
    *(b"http://example.org/v1/games/x", b"https://u:p@example.org:99999/x", b"*", b"example.org:443", b"?", b"#"),
]


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: repr(target)[2:30])
def test_unusual_paths_are_safe(server: Gunicorn, target: bytes) -> None:
    """No server error, and no file outside the package."""
    answer = answer_to(server.url, b"GET " + target + b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert 200 <= answer.status < 500
    if answer.status >= 400:
        assert answer.code in {"not-found", "unknown-game", "invalid-request", "http-error"}
    assert b"requires-python" not in answer.body


@pytest.mark.parametrize("host", [b"", b"Host:\r\n", b"Host: attacker.example\r\n", b"Host: \xe4/b\r\n"])
def test_the_host_has_no_effect(server: Gunicorn, host: bytes) -> None:
    """Responses contain paths, not URLs."""
    request = HEAD.replace(b"Host: x\r\n", host) + b"Connection: close\r\nContent-Length: 13\r\n\r\n"
    answer = answer_to(server.url, request + b'{"players":1}')
    assert answer.status == 201
    assert answer.headers["location"].startswith("/v1/games/")


FORWARDED = (b"SCRIPT_NAME: /v1\r\n", b"PATH_INFO: /metrics\r\n", b"X-Forwarded-Prefix: /v1\r\n")


@pytest.mark.parametrize("forwarded", FORWARDED)
def test_headers_of_a_proxy_that_is_not_configured_are_ignored(server: Gunicorn, forwarded: bytes) -> None:
    """Neither does the path change, nor the status."""
    answer = answer_to(server.url, b"GET /v1/cards HTTP/1.0\r\n" + forwarded + b"\r\n")
    assert (answer.status, "suits" in json.loads(answer.body)) == (200, True)


def test_the_socket_of_metrics_serves_all_processes(server: Gunicorn) -> None:
    """They are not on the public port."""
    assert server.call("/metrics")[0] == 404
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(str(server.log.parent / METRICS))
        connection.sendall(b"GET /metrics HTTP/1.0\r\n\r\n")
        answer = read_answer(connection)
    assert answer.status == 200
    assert b'regicide_http_requests_total{method="GET",route="/healthz",status="200"}' in answer.body


@pytest.mark.parametrize(
    ("request_", "status"),
    [(b"GET /v1/games HTTP/1.1\r\nHost: x\r\n\r\n", 200), (CHUNKED + b'd\r\n{"players":1}\r\n', 400)],
    ids=["a whole request", "chunks without an end"],
)
def test_a_half_closed_connection_is_answered(server: Gunicorn, request_: bytes, status: int) -> None:
    """The client closes its sending side after it."""
    with connected(server.url) as connection:
        connection.sendall(request_)
        connection.shutdown(socket.SHUT_WR)
        assert read_answer(connection).status == status


def test_what_cannot_be_read_is_not_logged(server: Gunicorn) -> None:
    """An invalid header may contain a token. The line has the level of other requests."""
    before = len(server.lines())
    assert answer_to(server.url, GET + f"Authorization: Bearer {TOKEN}\0\r\n\r\n".encode()).status == 400
    said = [(line["level"], line["message"]) for line in server.lines()[before:]]
    assert any((level, message[:15]) == ("INFO", "Invalid request") for level, message in said)
    assert not any(TOKEN in message for _, message in said)


def test_no_error_was_logged(server: Gunicorn) -> None:
    """By any test of this file."""
    assert not [line for line in server.lines() if line["level"] not in {"INFO", "WARNING"}]


def test_a_stop_among_new_connections_logs_no_error(valkey_url: str, tmp_path: Path) -> None:
    """The worker has accepted some that it has not begun to serve."""
    with gunicorn(tmp_path, REDIS_URL=valkey_url, WEB_CONCURRENCY="1") as server, ExitStack() as held:
        [worker] = server.workers()
        for number in range(60):
            held.enter_context(socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2]))))
            if number == 30:
                os.kill(worker, signal.SIGTERM)
    assert not [line for line in server.lines() if line["level"] not in {"INFO", "WARNING"}]


@pytest.fixture
def pair(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Connection, gevent_socket.socket]]:
    """A connection whose client may accept nothing only for a short time, and its client."""
    monkeypatch.setattr(gunicorn_worker, "SEND_TIMEOUT_S", 1.0)
    with gevent_socket.create_server(("127.0.0.1", 0)) as listener, gevent_socket.socket() as client:
        client.connect(listener.getsockname())
        with Connection(listener.accept()[0]) as connection:
            yield connection, client


def test_a_client_that_does_not_read_is_dropped(pair: tuple[Connection, gevent_socket.socket]) -> None:
    """With an error that gunicorn does not log. Meanwhile it is no load that keeps others from creating games."""
    with in_flight.counted():
        sending = gevent.spawn(pair[0].sendall, b"x" * (16 * MIB))
        gevent.idle()
        assert in_flight.count == 0
        with pytest.raises(ConnectionResetError, match="does not accept"):
            sending.get()
        assert in_flight.count == 1


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="Linux alone has it")
def test_the_system_drops_a_client_that_vanishes(pair: tuple[Connection, gevent_socket.socket]) -> None:
    """Of a stream, whose bytes the system holds: see tcp(7)."""
    assert pair[0].getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 1000
