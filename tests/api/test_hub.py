"""The hub of subscriptions, in process: failures of a subscription and of the listener."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from threading import Thread

import pytest
from redis import Redis

from regicide_api.core.in_flight import InFlight
from regicide_api.realtime import hub as hub_module
from regicide_api.realtime.disconnects import ClientSocket
from regicide_api.realtime.hub import Hub

NOWHERE = ClientSocket(None)


@pytest.fixture
def hub(valkey_url: str) -> Iterator[Hub]:
    """A hub whose listener fails at its first connection, with an error that is not the store's."""
    attempts = iter(range(10))

    def connect() -> Redis:
        if next(attempts) == 0:
            raise ValueError("no such codec")
        return Redis.from_url(valkey_url)

    made = Hub(connect, "news", 2, InFlight())
    yield made
    made.close()


def test_a_client_that_cannot_be_watched_takes_no_place(hub: Hub) -> None:
    """Such as one whose connection is already closed."""
    closed = socket.socket()
    closed.close()
    for _ in range(3):
        with pytest.raises(Exception, match=r"fd|descriptor"):
            hub.subscribe("game", ClientSocket(closed))
    assert hub.subscribers == 0
    hub.subscribe("game", NOWHERE).close()


def test_a_listener_that_cannot_start_takes_no_place(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system has no thread left; the next subscription starts it."""

    def refuse(_: Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patch:
        patch.setattr(Thread, "start", refuse)
        with pytest.raises(RuntimeError):
            hub.subscribe("game", NOWHERE)
    assert hub.subscribers == 0
    with hub.subscribe("game", NOWHERE) as subscription:
        assert subscription.wait(10)


def test_an_error_of_the_listener_is_logged_and_does_not_end_it(
    hub: Hub, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It reconnects, and wakes all subscribers."""
    monkeypatch.setattr(hub_module, "RECONNECT_DELAY_S", 0)
    with hub.subscribe("game", NOWHERE) as subscription:
        assert subscription.wait(10)
    assert "no such codec" in caplog.text
