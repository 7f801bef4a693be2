"""Invalid and oversized HTTP requests, which gunicorn rejects before the application sees them."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from gunicorns import Gunicorn, gunicorn
from published import faults

TOKEN = "Xk3vPq0Zr8sYt5nWm2bLc7dHj4gFa9eR"


@pytest.fixture(scope="module")
def server(valkey_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gunicorn]:
    """The application under gunicorn."""
    with gunicorn(tmp_path_factory.mktemp("gunicorn"), REDIS_URL=valkey_url) as running:
        yield running


def answer_to(server: Gunicorn, request: bytes) -> tuple[int, dict[str, str], bytes]:
    """The response to these bytes: the status, the headers by lowercase name, the body."""
    address = urlsplit(server.url)
    with socket.create_connection((str(address.hostname), address.port or 0), timeout=60) as connection:
        connection.sendall(request)
        content = b"".join(iter(lambda: connection.recv(65536), b""))
    head, _, body = content.partition(b"\r\n\r\n")
    status, *lines = head.decode().split("\r\n")
    headers = dict(line.split(": ", 1) for line in lines)
    return int(status.split()[1]), {name.lower(): text for name, text in headers.items()}, body


REFUSED = {
    "no HTTP": (b"hello\r\n\r\n", 400),
    "a header without a name": (b"GET / HTTP/1.1\r\n: x\r\n\r\n", 400),
    "a path too long": (b"GET /v1/games?limit=" + b"1" * 9000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", 414),
    "a header too long": (b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: " + b"x" * 10000 + b"\r\n\r\n", 431),
    "an unknown coding": (b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: braille\r\n\r\n", 501),
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
    """An invalid header may contain a token."""
    before = len(server.lines())
    status, _, _ = answer_to(server, f"GET / HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {TOKEN}\0\r\n\r\n".encode())
    assert status == 400
    said = [line["message"] for line in server.lines()[before:]]
    assert any("Invalid request" in message for message in said)
    assert not any(TOKEN in message for message in said)
