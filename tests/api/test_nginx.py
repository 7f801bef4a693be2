"""The server behind nginx with the configuration of the documentation."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import pytest
from arenas import await_true
from gunicorns import Gunicorn, gunicorn
from hostile_clients import ATTACKER, answer_to, connected, read_answer
from servers import LIMITS_OFF, reserved_port
from wire import Wire

pytestmark = pytest.mark.faults

CONFIGURATION = Path(__file__).parents[2] / "docs/examples/deploy/nginx.conf"
HTTP = """
daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log; worker_processes 1; {user}
events {{ worker_connections 512; }}
http {{
    access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    {configuration}
}}
"""
CREATE = b"POST /v1/games HTTP/1.1\r\nHost: regicide.example\r\nContent-Type: application/json\r\n"
WHOLE = CREATE + b'Connection: close\r\nContent-Length: 13\r\n\r\n{"players":1}'


class Proxied(NamedTuple):
    """The address of nginx, and the server behind it."""

    url: str
    server: Gunicorn


@pytest.fixture(scope="module")
def proxied(valkey_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxied]:
    """A running nginx in front of a server, which an address may ask for three games a minute."""
    program = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        assert "CI" not in os.environ, "CI installs nginx before it runs the tests"
        pytest.skip("nginx is not installed")
    folder, port = tmp_path_factory.mktemp("nginx"), reserved_port()
    settings = {**LIMITS_OFF, "REDIS_URL": valkey_url, "TRUSTED_PROXIES": "1", "LIMIT_CREATE_GAME": "3/minute"}
    with gunicorn(folder, **settings) as server:
        text = CONFIGURATION.read_text().replace("listen 80;", f"listen 127.0.0.1:{port};")
        text = text.replace("127.0.0.1:8000", server.url.removeprefix("http://"))
        user = "user root;" if os.geteuid() == 0 else ""
        file = folder / "nginx.conf"
        file.write_text(HTTP.format(folder=folder, configuration=text, user=user))
        command = [program, "-e", str(folder / "start.log"), "-c", str(file)]
        with subprocess.Popen(command) as nginx:
            try:
                await_true(lambda: accepts(port))
                yield Proxied(f"http://127.0.0.1:{port}", server)
            finally:
                nginx.terminate()


def accepts(port: int) -> bool:
    """Whether connections to a port are accepted."""
    with socket.socket() as connection:
        return connection.connect_ex(("127.0.0.1", port)) == 0


def test_a_stream_is_not_buffered(proxied: Proxied) -> None:
    """An event arrives while the stream goes on."""
    wire = Wire(proxied.url)
    created = wire.send("POST", "/v1/games", {"players": 1})
    path, action = created.headers["location"], created.json["game"]["legal_actions"][0]
    with connected(proxied.url) as stream:
        stream.sendall(f"GET {path}/events HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n".encode())
        received = stream.recv(65536)
        assert received.startswith(b"HTTP/1.1 200 ")
        acted = {"version": 1, "action": action}
        assert wire.send("POST", f"{path}/actions", acted, created.json["seats"][0]["token"]).status == 200
        while b"id: 2" not in received:
            received += (more := stream.recv(65536))
            assert more


def test_a_long_poll_ends_when_its_client_leaves(proxied: Proxied) -> None:
    """Nginx passes that on, and the server logs 499."""
    path = Wire(proxied.url).send("POST", "/v1/games", {"players": 1}).headers["location"]
    etag = Wire(proxied.url).send("GET", path).headers["etag"]
    with connected(proxied.url) as poll:
        request = f"GET {path} HTTP/1.1\r\nHost: x\r\nPrefer: wait=60\r\nIf-None-Match: {etag}\r\n\r\n"
        poll.sendall(request.encode())
        time.sleep(1)
    await_true(lambda: any(line.get("status") == 499 for line in proxied.server.lines()))


def test_each_client_has_its_address(proxied: Proxied) -> None:
    """Which it cannot forge: a limit of one address is not that of another."""
    forged = WHOLE.replace(b"Connection: close", b"Connection: close\r\nX-Forwarded-For: 192.0.2.%d")
    statuses = []
    for number in range(4):
        with connected(proxied.url, ATTACKER) as connection:
            connection.sendall(forged % number)
            statuses.append(read_answer(connection).status)
    assert statuses == [201, 201, 201, 429]
    with connected(proxied.url, "127.0.0.3") as connection:
        connection.sendall(WHOLE)
        assert read_answer(connection).status == 201


def test_a_large_body_is_refused(proxied: Proxied) -> None:
    """By the server with a problem, and by nginx far above its limit."""
    for length, media_type in ((70_000, "application/problem+json"), (100_000_000, "text/html")):
        answer = answer_to(
            proxied.url, CREATE + b"Connection: close\r\nContent-Length: %d\r\n\r\n" % length, b" " * 70_000
        )
        assert (answer.status, answer.headers["content-type"]) == (413, media_type)


def test_a_slow_body_does_not_reach_the_server(proxied: Proxied) -> None:
    """Nginx answers 408."""
    head = CREATE.replace(b"/v1/games", b"/v1/games/batch")
    assert answer_to(proxied.url, head + b"Content-Length: 1000\r\n\r\n{").status in {0, 408}
    assert not [line for line in proxied.server.lines() if line.get("route") == "/v1/games/batch"]


def test_an_address_has_a_number_of_connections(proxied: Proxied) -> None:
    """Beyond it 429; others are served."""
    with ExitStack() as held:
        for _ in range(100):
            connection = held.enter_context(connected(proxied.url, ATTACKER))
            connection.sendall(CREATE + b"Content-Length: 1000\r\n\r\n{")
        get = b"GET /v1/cards HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        with connected(proxied.url, ATTACKER) as connection:
            connection.sendall(get)
            assert read_answer(connection).status == 429
        assert answer_to(proxied.url, get).status == 200


@pytest.mark.parametrize("path", [b"/metrics", b"/%6detrics", b"//metrics"])
def test_the_metrics_are_not_public(proxied: Proxied, path: bytes) -> None:
    """In any spelling."""
    answer = answer_to(proxied.url, b"GET " + path + b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert answer.status == 403
