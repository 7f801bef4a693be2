"""Subscriptions to topics. A process subscribes to the topics that its clients follow, and wakes these at each change.

A topic is the id of a game, the inbox of an agent, the events of an agent, or a question. The store publishes changes
on a channel for each. A listener, a thread with a connection to one server of the store, subscribes to the channels
there. To miss no change, a client subscribes, then reads the state, then waits: its subscription begins with the
confirmation of the server, and a change after that wakes it at once. When a listener reconnects, it subscribes to all
its topics again, and wakes their clients at each confirmation.

A long poll reads the state before that, too: a poll that ends at once, or may not see it, leaves no topic. A topic that
no client follows any more is kept for a while, for the next one of the long polls in a row. In addition each client
reads the state again after RECHECK_INTERVAL_S, as a safety net against missed notifications; the interval is long
because thousands of clients would load the store.
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Lock, Thread
from typing import Final, NamedTuple, Self, TypeAlias, TypeVar

from redis.exceptions import ConnectionError as ConnectionLost
from redis.exceptions import RedisError

from regicide_api.core.refusals import Overloaded
from regicide_api.core.work import Client, ClientLeft, in_flight
from regicide_api.storage.channels import ChannelConnection, Channels

HEARTBEAT_S: Final = 15.0
"""Interval of the heartbeats of a stream."""

RECHECK_INTERVAL_S: Final = 60.0
"""Longest wait of a subscriber before it reads the state again without a notification."""

LINGER_S: Final = 10.0
"""How long a topic without clients is kept."""

MAX_LEFT: Final = 1000
"""The most topics that are left at a time: the server confirms each, and other work of the process waits for them."""

CONFIRMATION_TIMEOUT_S: Final = 1.0
"""The longest wait for the confirmation of a subscription. A later one wakes the client."""

RECONNECT_DELAY_S: Final = 0.5

_log = logging.getLogger(__name__)
State = TypeVar("State")
Topics: TypeAlias = tuple[str, ...]


class PollResult(NamedTuple):
    """Whether a state differs from the client's, and the time (milliseconds since 1970) at which to read it again.

    Without `look_at` it is read again on a notification or after RECHECK_INTERVAL_S.
    """

    changed: bool
    look_at: int | None = None


def seconds_until(deadline: int | None, limit_s: float) -> float:
    """The seconds until a deadline (milliseconds since 1970) is over, at most `limit_s`."""
    return limit_s if deadline is None else min(limit_s, max(0.0, deadline / 1000 - time.time()) + 0.001)


class Subscription:
    """The subscription of one client to some topics, until it is closed or the client is `disconnected`.

    `due` is the time (of `time.monotonic`) that the client's next read must not precede: the last notification, or the
    end of the last wait.
    """

    __slots__ = ("_signal", "client", "disconnected", "due", "hub", "topics")

    def __init__(self, hub: Hub, topics: Topics, client: Client) -> None:
        self.hub = hub
        self.topics = topics
        self.client = client
        self.disconnected = False
        self.due = time.monotonic()
        self._signal = Lock()  # held until there is a signal: an Event takes four times the memory
        self._signal.acquire()

    def wake(self, changed_at: float) -> None:
        """Signal that a topic may have changed at a time (of `time.monotonic`) or before."""
        self.due = changed_at
        with suppress(RuntimeError):  # there is a signal already
            self._signal.release()

    def clear(self) -> None:
        """Reset the signal. To be called before the state is read, not after."""
        self._signal.acquire(blocking=False)

    def wait(self, seconds: float) -> bool:
        """Wait for a change, at most RECHECK_INTERVAL_S. Returns False on a timeout or disconnect."""
        end = time.monotonic() + max(0.0, min(seconds, RECHECK_INTERVAL_S))
        with in_flight.paused():
            woken = not self.disconnected and self._signal.acquire(timeout=max(0.0, end - time.monotonic()))
        if not woken:
            self.due = max(self.due, end)
            self.check_disconnect()
        return woken and not self.disconnected

    def check_disconnect(self) -> None:
        """Check whether the client has disconnected, and wake its thread if so."""
        if self.client.is_closed():
            self.disconnected = True
            self.wake(time.monotonic())

    def __enter__(self) -> Self:
        return self

    def close(self, *_: object) -> None:
        """Unsubscribe."""
        self.hub.unsubscribe(self)

    __exit__ = close


class _Listener:
    """A connection to one server, and the thread that reads it. The lock of the hub guards all members."""

    def __init__(self, server: str) -> None:
        self.server = server
        self.connection: ChannelConnection | None = None
        self.is_connected = True
        self.unconfirmed = Counter[str]()
        """The topics that it left, each with the confirmations that are to come."""

    def subscribe(self, topics: Sequence[str]) -> None:
        """Subscribe, if there is a connection. The thread notices an error, and subscribes again."""
        with suppress(RedisError):
            if self.connection:
                self.connection.subscribe(topics)

    def unsubscribe(self, topics: Sequence[str]) -> None:
        """Unsubscribe, if there is a connection."""
        self.unconfirmed.update(topics)
        with suppress(RedisError):
            if self.connection:
                self.connection.unsubscribe(topics)


class _Topic:
    """A topic of a listener, and the subscriptions to it."""

    __slots__ = ("is_confirmed", "left_at", "listener", "subscriptions")

    def __init__(self, listener: _Listener) -> None:
        self.listener = listener
        self.subscriptions = set[Subscription]()
        self.is_confirmed = False
        self.left_at = time.monotonic()

    def is_idle(self, since: float) -> bool:
        """Whether it has had no subscription since a time."""
        return not self.subscriptions and self.left_at < since


class Hub:
    """The `subscribers` of this process, at most `capacity`, to topics on the servers of the store.

    A listener starts with the first topic of its server. A waiting subscriber is not in flight.
    """

    def __init__(self, servers: Channels, capacity: int) -> None:
        self._servers = servers
        self.capacity = capacity
        self._topics: dict[str, _Topic] = {}
        self._listeners: dict[str, _Listener] = {}
        self.subscribers = 0
        self._lock = Lock()
        self.closed = False

    def subscribe(self, topics: str | Topics, client: Client) -> Subscription:
        """Subscribe a client to one topic or to several, which count as one subscription.

        Raises Overloaded at capacity, and RedisError if no server has a topic.
        """
        subscription = Subscription(self, (topics,) if isinstance(topics, str) else topics, client)
        servers = list(map(self._servers.server_of, subscription.topics))
        with self._lock:
            if self.subscribers >= self.capacity:
                raise Overloaded
            followed = list(map(self._topic, subscription.topics, servers))
            self.subscribers += 1
            for topic in followed:
                topic.subscriptions.add(subscription)
        try:
            client.watch(subscription.check_disconnect)
            _await_confirmation(subscription, followed)
        except BaseException:
            self.unsubscribe(subscription)
            raise
        return subscription

    def _topic(self, name: str, server: str) -> _Topic:
        """A topic, with the lock. Raises RuntimeError if the system has no thread left for its listener."""
        topic = self._topics.get(name)
        if topic is None:
            topic = self._topics[name] = _Topic(self._listener(server))
            topic.listener.subscribe([name])
        return topic

    def _listener(self, server: str) -> _Listener:
        """The listener of a server, with the lock. Raises RuntimeError if the system has no thread left."""
        listener = self._listeners.get(server)
        if listener is None:
            listener = _Listener(server)
            Thread(target=self._listen, args=(listener,), name="listener", daemon=True).start()
            self._listeners[server] = listener
        return listener

    def unsubscribe(self, subscription: Subscription) -> None:
        """Remove a subscription. Idempotent."""
        with self._lock:
            found = [self._topics[name] for name in subscription.topics if name in self._topics]
            topics = [topic for topic in found if subscription in topic.subscriptions]
            for topic in topics:
                topic.subscriptions.discard(subscription)
                topic.left_at = time.monotonic()
            if not topics:
                return
            self.subscribers -= 1
        subscription.client.unwatch()

    def wait_until(
        self,
        topics: str | Topics,
        client: Client,
        read: Callable[[float], State],
        check: Callable[[State], PollResult],
        timeout_s: float,
    ) -> State:
        """Read a state until `check` reports a change, or the timeout is over. Returns the last state.

        `read` gets the time (of `time.monotonic`) that the read must not precede.

        Raises Overloaded at capacity, and ClientLeft as soon as the client has disconnected.
        """
        end = time.monotonic() + timeout_s
        state = read(time.monotonic())
        if check(state).changed or self.closed:
            return state
        with self.subscribe(topics, client) as subscription:
            while True:
                subscription.clear()
                state = read(subscription.due)
                remaining_s = end - time.monotonic()
                result = check(state)
                if result.changed or remaining_s <= 0 or self.closed:
                    return state
                subscription.wait(seconds_until(result.look_at, remaining_s))
                if subscription.disconnected:
                    raise ClientLeft

    def close(self) -> None:
        """End all waits, because the process is about to exit."""
        self.closed = True
        for topic in [*self._topics]:
            self._wake(topic)

    def _wake(self, topic: str) -> None:
        with self._lock:
            subscriptions = list(self._topics[topic].subscriptions) if topic in self._topics else []
        now = time.monotonic()
        for subscription in subscriptions:
            subscription.wake(now)

    def _listen(self, listener: _Listener) -> None:
        """Read a server for as long as it has topics. No error ends the listener: clients would wait in vain."""
        while not self.closed:
            try:
                self._read(listener)
            except RedisError as error:
                if listener.is_connected:
                    _log.warning("listener lost its connection to the store: %s", type(error).__name__)
            except Exception:  # noqa: BLE001 - logged; the listener goes on
                _log.exception("listener failed; it reconnects")
            listener.is_connected = False
            time.sleep(RECONNECT_DELAY_S)
            try:
                self._servers.refresh()
            except Exception as error:  # noqa: BLE001 - the listener goes on with the servers that it knows
                _log.warning("listener found no servers of the store: %s", type(error).__name__)
            if not self._has_topics(listener):
                return

    def _read(self, listener: _Listener) -> None:
        """Handle the messages of a server, until the connection fails or does not respond."""
        connection = self._servers.connect(listener.server)
        try:
            with self._lock:
                listener.connection = connection
                listener.unconfirmed.clear()
                connection.subscribe(self._names(listener))
            is_silent, last_look = False, time.monotonic()
            while not self.closed:
                news = connection.read()
                if news:
                    self._handle(listener, *news)
                elif is_silent:
                    raise ConnectionLost("the server does not respond")
                if news is None or time.monotonic() - last_look > LINGER_S / 10:
                    self._leave_idle(listener, connection)
                    last_look = time.monotonic()
                is_silent = news is None
        finally:
            with self._lock:
                listener.connection = None
                for name in self._names(listener):
                    self._topics[name].is_confirmed = False
            connection.close()

    def _handle(self, listener: _Listener, kind: str, name: str) -> None:
        """Handle a message. Raises ConnectionLost if the server no longer publishes a topic."""
        match kind:
            case "subscribe":
                listener.is_connected = True
                with self._lock:
                    topic = self._topics.get(name)
                    if topic and topic.listener is listener:
                        topic.is_confirmed = True
                self._wake(name)
            case "unsubscribe":
                with self._lock:
                    listener.unconfirmed[name] -= 1
                    if listener.unconfirmed[name] < 0:
                        raise ConnectionLost("the server has lost a topic")
                    if not listener.unconfirmed[name]:
                        del listener.unconfirmed[name]
            case "message":
                self._wake(name)

    def _leave_idle(self, listener: _Listener, connection: ChannelConnection) -> None:
        """Leave some topics that no client has followed for a while, and ask whether the server responds."""
        with self._lock:
            since = time.monotonic() - LINGER_S
            names = [name for name in self._names(listener) if self._topics[name].is_idle(since)][:MAX_LEFT]
            for name in names:
                del self._topics[name]
            listener.unsubscribe(names)
            connection.ping()

    def _has_topics(self, listener: _Listener) -> bool:
        """Move the topics of a listener whose connection has failed to the servers that have them now.

        Returns whether some are left; the listener ends otherwise.
        """
        with self._lock:
            for name in self._names(listener):
                topic = self._topics[name]
                if not topic.subscriptions:
                    del self._topics[name]
                    continue
                with suppress(RedisError, RuntimeError):
                    server = self._servers.server_of(name)
                    if server != listener.server:
                        topic.listener = self._listener(server)
                        topic.listener.subscribe([name])
            if not (names := self._names(listener)):
                del self._listeners[listener.server]
            return bool(names)

    def _names(self, listener: _Listener) -> list[str]:
        """The topics of a listener, with the lock."""
        return [name for name, topic in self._topics.items() if topic.listener is listener]


def _await_confirmation(subscription: Subscription, topics: Sequence[_Topic]) -> None:
    """Wait until the server has confirmed topics, so that what is read after that is followed by all changes."""
    end = time.monotonic() + CONFIRMATION_TIMEOUT_S
    while not all(topic.is_confirmed for topic in topics) and (left_s := end - time.monotonic()) > 0:
        subscription.wait(left_s)
        if subscription.disconnected:
            return
    subscription.clear()
    subscription.due = time.monotonic()
