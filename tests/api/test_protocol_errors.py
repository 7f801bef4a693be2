"""Invalid and oversized HTTP requests, which gunicorn rejects before the application sees them."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from gunicorns import Gunicorn, gunicorn
from published import faults

METRICS = "metrics.socket"
TOKEN = "Xk3vPq0Zr8sYt5nWm2bLc7dHj4gFa9eR"


@pytest.fixture(scope="module")
def server(valkey_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gunicorn]:
    """The application under gunicorn."""
    directory = tmp_path_factory.mktemp("gunicorn")
    with gunicorn(directory, REDIS_URL=valkey_url, METRICS_ADDRESS=f"unix:{directory / METRICS}") as running:
        yield running


def answer_to(server: Gunicorn, request: bytes) -> tuple[int, dict[str, str], bytes]:
    """The response to these bytes: the status, the headers by lowercase name, the body."""
    address = urlsplit(server.url)
    with socket.create_connection((str(address.hostname), address.port or 0)) as connection:
        connection.sendall(request)
        content = b"".join(iter(lambda: connection.recv(65536), b""))
    head, _, body = content.partition(b"\r\n\r\n")
    status, *lines = head.decode().split("\r\n")
    headers = dict(line.split(": ", 1) for line in lines)
    return int(status.split()[1]), {name.lower(): text for name, text in headers.items()}, body


CHUNKS = b"POST /v1/games %s\r\nHost: x\r\nContent-Type: application/json\r\n%s\r\n\r\n2\r\n{}\r\n0\r\n\r\n"

REFUSED = {
    "no HTTP": (b"hello\r\n\r\n", 400),
    "a header without a name": (b"GET / HTTP/1.1\r\n: x\r\n\r\n", 400),
    "a path too long": (b"GET /v1/games?limit=" + b"1" * 9000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", 414),
    "a header too long": (b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: " + b"x" * 10000 + b"\r\n\r\n", 431),
    "an unknown coding": (b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: braille\r\n\r\n", 501),
    "a stacked coding": (CHUNKS % (b"HTTP/1.1", b"Transfer-Encoding: gzip, chunked"), 501),
    "identity before chunked": (CHUNKS % (b"HTTP/1.1", b"Transfer-Encoding: identity, chunked"), 501),
    "two headers of codings": (CHUNKS % (b"HTTP/1.1", b"Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked"), 501),
    "chunked twice": (CHUNKS % (b"HTTP/1.1", b"Transfer-Encoding: chunked, chunked"), 400),
    "a coding without chunked": (CHUNKS % (b"HTTP/1.1", b"Transfer-Encoding: gzip"), 400),
    "only identity": (CHUNKS % (b"HTTP/1.1", b"Transfer-Encoding: identity"), 400),
    "an empty coding": (CHUNKS % (b"HTTP/1.1", b"Transfer-Encoding: "), 501),
    "chunked in HTTP/1.0": (CHUNKS % (b"HTTP/1.0", b"Transfer-Encoding: chunked"), 400),
    "a coding in HTTP/1.0": (CHUNKS % (b"HTTP/1.0", b"Transfer-Encoding: gzip"), 400),
    "two hosts": (b"GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n", 400),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_it_is_answered_with_a_problem(server: Gunicorn, kind: str) -> None:
    """Like all errors, and scripts of other origins may read it."""
    request, expected = REFUSED[kind]
    status, headers, body = answer_to(server, request)
    assert (status, headers["content-type"]) == (expected, "application/problem+json")
    assert (headers["access-control-allow-origin"], headers["connection"]) == ("*", "close")
    problem = json.loads(body)
    assert not faults({"$ref": "#/components/schemas/Problem"}, problem)
    assert (problem["status"], problem["type"]) == (expected, f"/problems/{problem['code']}")


def test_a_long_path_is_read(server: Gunicorn) -> None:
    """A path of almost 8 KiB is valid HTTP."""
    status, _, body = answer_to(
        server, b"GET /v1/games?cursor=" + b"1" * 8000 + b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    )
    assert (status, json.loads(body)["code"]) == (422, "invalid-request")


def test_what_cannot_be_read_is_not_logged(server: Gunicorn) -> None:
    """An invalid header may contain a token. The line has the level of other requests."""
    before = len(server.lines())
    status, _, _ = answer_to(server, f"GET / HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {TOKEN}\0\r\n\r\n".encode())
    assert status == 400
    said = [(line["level"], line["message"]) for line in server.lines()[before:]]
    assert any((level, message[:15]) == ("INFO", "Invalid request") for level, message in said)
    assert not any(TOKEN in message for _, message in said)


FORWARDED = (
    b"SCRIPT_NAME: /v1\r\n",
    b"SCRIPT_NAME: /elsewhere\r\n",
    b"PATH_INFO: /metrics\r\n",
    b"X-Forwarded-Prefix: /v1\r\n",
    b"X-Forwarded-Proto: https\r\nX-Forwarded-Ssl: off\r\n",
)


@pytest.mark.parametrize("forwarded", FORWARDED)
def test_headers_of_a_proxy_that_is_not_configured_are_ignored(server: Gunicorn, forwarded: bytes) -> None:
    """Neither does the path change, nor the status."""
    status, _, body = answer_to(server, b"GET /v1/cards HTTP/1.0\r\n" + forwarded + b"\r\n")
    assert (status, "suits" in json.loads(body)) == (200, True)


def test_the_socket_of_metrics_serves_all_processes(server: Gunicorn) -> None:
    """They are not on the public port."""
    assert server.call("/metrics")[0] == 404
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(str(server.log.parent / METRICS))
        connection.sendall(b"GET /metrics HTTP/1.0\r\n\r\n")
        content = b"".join(iter(lambda: connection.recv(65536), b""))
    assert content.startswith(b"HTTP/1.0 200 OK\r\n")
    assert b'regicide_http_requests_total{method="GET",route="/healthz",status="200"}' in content


@pytest.mark.parametrize(
    "host", [b"", b"Host:\r\n", b"Host: a/b\r\n", b"Host: a,b\r\n", b"Host: \xe4\r\n", b"Host: [:::::]\r\n"]
)
def test_a_request_of_http_1_1_needs_a_valid_host(server: Gunicorn, host: bytes) -> None:
    """400 with a problem (RFC 9112, section 3.2)."""
    status, headers, body = answer_to(server, b"GET /v1/cards HTTP/1.1\r\nConnection: close\r\n" + host + b"\r\n")
    assert (status, headers["content-type"]) == (400, "application/problem+json")
    assert "expected one host" in json.loads(body)["detail"]


def test_a_request_of_http_1_0_needs_no_host(server: Gunicorn) -> None:
    """Health checks of old proxies send none."""
    assert answer_to(server, b"GET /healthz HTTP/1.0\r\n\r\n")[0] == 200


def test_the_response_has_the_version_of_the_server(server: Gunicorn) -> None:
    """HTTP/1.1, the highest version that it implements (RFC 9110, section 2.5)."""
    address = urlsplit(server.url)
    with socket.create_connection((str(address.hostname), address.port or 0)) as connection:
        connection.sendall(b"GET /healthz HTTP/1.2\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert connection.recv(65536).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("target", [b"/%6detrics", b"/%76%31/cards", b"/v1/cards#x", b"http://x/%761/cards"])
def test_another_spelling_of_a_path_is_not_found(server: Gunicorn, target: bytes) -> None:
    """Gunicorn decodes escapes before the application sees the path."""
    assert answer_to(server, b"GET " + target + b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")[0] == 404


def test_a_request_target_with_another_host_is_rejected(server: Gunicorn) -> None:
    """400 with a problem (RFC 9112, section 3.2.2)."""
    status, _, body = answer_to(server, b"GET http://evil/v1/cards HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert (status, json.loads(body)["code"]) == (400, "http-error")
    assert "the same host" in json.loads(body)["detail"]
