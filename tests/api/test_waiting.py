"""Clients that wait: their subscriptions to changes, in process, and the share of places of one address."""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from threading import Thread
from typing import ClassVar
from uuid import uuid4

import pytest
from applications import application
from commands import TIMEOUT_S
from flask import Flask
from flask.testing import FlaskClient
from players import BOTS_KEY, Player, bearing, problem
from redis import Redis
from werkzeug.test import TestResponse

from regicide_api.core.errors import UnknownGame
from regicide_api.core.work import Client
from regicide_api.endpoints.services import services_of
from regicide_api.http import load
from regicide_api.realtime import hub as hub_module
from regicide_api.realtime.hub import Hub, PollResult
from regicide_api.services.agents import house_token
from regicide_api.storage.channels import (
    ChannelConnection,
    Channels,
    agent_topic,
    game_topic,
    inbox_topic,
    question_topic,
)
from regicide_api.storage.client import RedisClient

NOWHERE = Client(None)


class FailingOnce(Channels):
    """The channels of a server. The first connection fails, with an error that is not the store's."""

    failures = 1

    def connect(self, server: str) -> ChannelConnection:
        """A connection, apart from the first time."""
        self.failures -= 1
        if self.failures >= 0:
            raise ValueError("no such codec")
        return super().connect(server)


@pytest.fixture
def hub(valkey_url: str) -> Iterator[Hub]:
    """A hub with a listener whose first connection fails."""
    made = Hub(FailingOnce(RedisClient(valkey_url)), 2)
    yield made
    made.close()


def test_a_client_that_cannot_be_watched_takes_no_place(hub: Hub) -> None:
    """Such as one whose connection is already closed."""
    closed = socket.socket()
    closed.close()
    for _ in range(3):
        with pytest.raises(Exception, match=r"fd|descriptor"):
            hub.subscribe("game", Client(closed))
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
    hub.subscribe("game", NOWHERE).close()


def test_an_error_of_the_listener_is_logged_and_does_not_end_it(
    hub: Hub, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It reconnects, and wakes all clients that did not wait for that."""
    monkeypatch.setattr(hub_module, "CONFIRMATION_TIMEOUT_S", 0)
    with hub.subscribe("game", NOWHERE) as subscription:
        assert subscription.wait(TIMEOUT_S)
    assert "no such codec" in caplog.text


@pytest.fixture
def sound_hub(valkey_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    """A hub whose listener does not fail, and is waited for."""
    monkeypatch.setattr(hub_module, "CONFIRMATION_TIMEOUT_S", TIMEOUT_S)
    made = Hub(Channels(RedisClient(valkey_url)), 99)
    yield made
    made.close()


def listeners(store: Redis, topic: str) -> int:
    """The number of processes that hear of a topic."""
    return int(store.pubsub_numsub(topic)[0][1])


def test_a_subscription_begins_with_its_confirmation(sound_hub: Hub, store: Redis) -> None:
    """So that no change after it is missed: that of a game, an agent and a question."""
    name = uuid4().hex
    for topic in (game_topic(name), inbox_topic(name), agent_topic(name), question_topic(f"digest-{name}")):
        with sound_hub.subscribe(topic, NOWHERE) as subscription:
            assert listeners(store, topic) == 1
            store.publish(topic, "")
            assert subscription.wait(TIMEOUT_S)


def test_a_subscription_hears_of_its_own_topics_only(sound_hub: Hub, store: Redis) -> None:
    """Though another client of the process follows others."""
    with sound_hub.subscribe("+agent", NOWHERE) as subscription, sound_hub.subscribe("other", NOWHERE) as other:
        subscription.clear()
        other.clear()
        store.publish("other", "")
        assert other.wait(TIMEOUT_S)
        assert not subscription.wait(0)
        store.publish("+agent", "")
        assert subscription.wait(TIMEOUT_S)


def test_a_topic_without_clients_is_kept_for_a_while(
    sound_hub: Hub, store: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then the process leaves it, and hears of it again with the next client."""
    game = uuid4().hex
    sound_hub.subscribe(game, NOWHERE).close()
    assert listeners(store, game) == 1
    monkeypatch.setattr(hub_module, "LINGER_S", 0)
    with sound_hub.subscribe("other", NOWHERE) as other:
        while listeners(store, game):
            store.publish("other", "")
            other.wait(1)
        with sound_hub.subscribe(game, NOWHERE) as subscription:
            store.publish(game, "")
            assert subscription.wait(TIMEOUT_S)


class Counted(ChannelConnection):
    """A connection that counts the topics of each message that leaves some."""

    counts: ClassVar[list[int]] = []

    def unsubscribe(self, topics: Sequence[str]) -> None:
        """Leave topics."""
        self.counts.append(len(topics))
        super().unsubscribe(topics)


def test_topics_are_left_some_at_a_time(sound_hub: Hub, store: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server confirms each: others wait meanwhile."""
    monkeypatch.setattr(Channels, "connect", lambda _, server: Counted(server, ""))
    monkeypatch.setattr(hub_module, "MAX_LEFT", 2)
    games = [uuid4().hex for _ in range(6)]
    with sound_hub.subscribe("other", NOWHERE) as other:
        for game in games:
            sound_hub.subscribe(game, NOWHERE).close()
        monkeypatch.setattr(hub_module, "LINGER_S", 0)
        while any(listeners(store, game) for game in games):
            store.publish("other", "")
            other.wait(1)
    assert (sum(Counted.counts), max(Counted.counts)) == (6, 2)


def test_a_long_poll_that_fails_or_is_over_at_once_leaves_no_topic(sound_hub: Hub, store: Redis) -> None:
    """It looks first: the game does not exist, its client may not see it, or it has changed."""
    game = uuid4().hex

    def fail(_: float) -> int:
        raise UnknownGame(game)

    with pytest.raises(UnknownGame):
        sound_hub.wait_until(game, NOWHERE, fail, lambda _: PollResult(changed=True), 60)
    assert sound_hub.wait_until(game, NOWHERE, lambda _: 7, lambda _: PollResult(changed=True), 60) == 7
    with sound_hub.subscribe("other", NOWHERE):
        assert listeners(store, game) == 0


def test_a_long_poll_misses_no_change_after_its_first_look(sound_hub: Hub) -> None:
    """It looks again once it hears of changes."""
    states = iter([1, 2])
    assert sound_hub.wait_until(uuid4().hex, NOWHERE, lambda _: next(states), lambda n: PollResult(n == 2), 60) == 2


def test_a_listener_that_reconnects_hears_of_all_topics(sound_hub: Hub, store: Redis) -> None:
    """Their clients are woken when it does."""
    topics = [uuid4().hex for _ in range(5)]
    with ExitStack() as held:
        subscriptions = [held.enter_context(sound_hub.subscribe(topic, NOWHERE)) for topic in topics]
        held.enter_context(sound_hub.subscribe("last", NOWHERE))  # the wakes of all others have come
        for subscription in subscriptions:
            subscription.clear()
        store.client_kill_filter(_type="pubsub")
        assert all(subscription.wait(TIMEOUT_S) for subscription in subscriptions)
        assert [listeners(store, topic) for topic in topics] == [1] * 5


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
