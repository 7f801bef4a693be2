"""One address holds only a share of the places for requests that wait."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from applications import application
from flask import Flask
from flask.testing import FlaskClient
from players import BOTS_KEY, Player, bearing, problem
from werkzeug.test import TestResponse

from regicide_api.endpoints.services import services_of
from regicide_api.http import load
from regicide_api.services.agents import house_token

LIMIT = 2
"""A quarter of the places of a process with ten threads, of which eight may wait."""


@pytest.fixture
def app(valkey_url: str) -> Flask:
    """The application with few places."""
    return application(valkey_url, web_connections=10, bots_key=BOTS_KEY)


@pytest.fixture
def path(app: Flask) -> str:
    """The path of a game."""
    return Player(app.test_client()).create().path


@pytest.fixture
def held(app: Flask) -> Iterator[ExitStack]:
    """Closes streams at the end."""
    with ExitStack() as held:
        yield held
    assert services_of(app).hub.subscribers == 0


def stream(client: FlaskClient, path: str, address: str, **headers: str) -> TestResponse:
    """Open a stream from an address; it is open until its response is closed."""
    wanted = {"Accept": "text/event-stream", **headers}
    return client.get(f"{path}/events", headers=wanted, environ_overrides={"REMOTE_ADDR": address})


def fill(app: Flask, path: str, held: ExitStack, addresses: list[str]) -> None:
    """Open a stream from each address."""
    for address in addresses:
        opened = stream(app.test_client(), path, address)
        held.callback(opened.close)
        assert opened.status_code == 200


def test_an_address_has_a_share_of_the_places(app: Flask, path: str, held: ExitStack) -> None:
    """Beyond it, 429 with the seconds until a retry; other addresses have their own share."""
    fill(app, path, held, LIMIT * ["192.0.2.1"])
    refused = stream(app.test_client(), path, "192.0.2.1")
    assert problem(refused) == (429, "too-many-waiting")
    assert (refused.json["limit"], refused.headers["Retry-After"]) == (LIMIT, "5")
    fill(app, path, held, ["192.0.2.2"])


@pytest.mark.usefixtures("held")
def test_the_head_of_a_stream_takes_no_place(app: Flask, path: str) -> None:
    """It has no content that could be waited for."""
    for _ in range(LIMIT + 1):
        with app.test_client().head(f"{path}/events", headers={"Accept": "text/event-stream"}) as head:
            assert (head.status_code, head.data) == (200, b"")


def test_an_ipv6_site_is_one_address(app: Flask, path: str, held: ExitStack) -> None:
    """A customer may have all of a /48."""
    fill(app, path, held, ["2001:db8:1:1::1", "2001:db8:1:2::1"])
    assert stream(app.test_client(), path, "2001:db8:1:3::1").status_code == 429
    fill(app, path, held, ["2001:db8:2:1::1"])


def test_a_closed_stream_frees_its_place(app: Flask, path: str, held: ExitStack) -> None:
    """At once."""
    for _ in range(LIMIT + 1):
        stream(app.test_client(), path, "192.0.2.1").close()
    fill(app, path, held, LIMIT * ["192.0.2.1"])


def poll(app: Flask, path: str, token: str | None = None) -> int:
    """Long-poll from the address that holds all of its places; the status."""
    headers = {"If-None-Match": '"another"', "Prefer": "wait=1", **bearing(token)}
    return app.test_client().get(path, headers=headers, environ_overrides={"REMOTE_ADDR": "192.0.2.1"}).status_code


def test_long_polls_count_too(app: Flask, path: str, held: ExitStack) -> None:
    """Of a game and of an inbox; requests that do not wait are served."""
    _, token = Player(app.test_client()).register()
    fill(app, path, held, LIMIT * ["192.0.2.1"])
    assert [poll(app, path), poll(app, "/v1/agents/me/turns", token)] == [429, 429]
    assert app.test_client().get(path, environ_overrides={"REMOTE_ADDR": "192.0.2.1"}).status_code == 200


def test_house_bots_do_not_count(app: Flask, path: str, held: ExitStack) -> None:
    """They share the address of a proxy, or of the players on this machine."""
    fill(app, path, held, LIMIT * ["192.0.2.1"])
    assert poll(app, "/v1/agents/me/turns", house_token(BOTS_KEY, "greedy")) == 200


def test_an_untrusted_proxy_is_logged_once(
    app: Flask, path: str, held: ExitStack, caplog: pytest.LogCaptureFixture
) -> None:
    """When the clients behind it are refused as one address."""
    load.log_untrusted_proxy.cache_clear()
    fill(app, path, held, LIMIT * ["192.0.2.1"])
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            stream(app.test_client(), path, "192.0.2.1", **{"X-Forwarded-For": "192.0.2.2"})
    [line] = caplog.messages
    assert line.endswith("set TRUSTED_PROXIES to the number of proxies")


def test_a_trusted_proxy_is_not_logged(valkey_url: str, caplog: pytest.LogCaptureFixture) -> None:
    """Its clients are known."""
    load.log_untrusted_proxy.cache_clear()
    app = application(valkey_url, web_connections=10, trusted_proxies=1)
    path = Player(app.test_client()).create().path
    with ExitStack() as held, caplog.at_level(logging.WARNING):
        for _ in range(LIMIT + 1):
            last = stream(app.test_client(), path, "127.0.0.1", **{"X-Forwarded-For": "192.0.2.2"})
            held.callback(last.close)
    assert (last.status_code, caplog.messages) == (429, [])
