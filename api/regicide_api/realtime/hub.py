"""Subscriptions to topics. One listener thread in each worker process reads a Redis channel and wakes subscribers.

A topic is the id of a game, the inbox of an agent, or all games of an agent; the store publishes it with every change,
the last one with the id of the game after a space. To miss no change, a
client subscribes, then reads the state, then waits: a change in between wakes it at once. The listener wakes all
subscribers when it reconnects. In addition every subscriber reads the state again after RECHECK_INTERVAL_S, as a safety
net against missed notifications; the interval is long because thousands of subscribers would load the store.
"""

from __future__ import annotations

import logging
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from threading import Lock, Thread
from typing import Final, NamedTuple, Self, TypeAlias, TypeVar

from redis import Redis
from redis.exceptions import RedisError

from regicide_api.core.errors import Overloaded
from regicide_api.core.in_flight import InFlight
from regicide_api.realtime.disconnects import ClientSocket

HEARTBEAT_S: Final = 15.0
"""Interval of the heartbeats of a stream."""

RECHECK_INTERVAL_S: Final = 60.0
"""Longest wait of a subscriber before it reads the state again without a notification."""

LISTENER_IDLE_TIMEOUT_S: Final = 60.0
"""Time without a message after which the listener reconnects: its server may be down, or no longer in the cluster."""

RECONNECT_DELAY_S: Final = 0.5

_log = logging.getLogger(__name__)
State = TypeVar("State")
Topics: TypeAlias = tuple[str, ...]


class PollResult(NamedTuple):
    """Whether a state differs from the client's, and the seconds after which to read it again.

    Without `recheck_s` it is read again on a notification or after RECHECK_INTERVAL_S.
    """

    changed: bool
    recheck_s: float | None = None

    def wait_s(self, limit_s: float) -> float:
        """The seconds to wait: until the next read, and at most `limit_s`."""
        return limit_s if self.recheck_s is None else min(limit_s, self.recheck_s)


def seconds_until(deadline: int | None) -> float | None:
    """The seconds until a deadline (milliseconds since 1970) is over; None without a deadline."""
    return None if deadline is None else max(0.0, deadline / 1000 - time.time()) + 0.001


class Subscription:
    """The subscription of one client to some topics, until it is closed or the client is `disconnected`.

    `due` is the time (of `time.monotonic`) that the client's next read must not precede: that of the last notification,
    or the end of the last wait.
    """

    __slots__ = ("_signal", "client", "disconnected", "due", "hub", "topics")

    def __init__(self, hub: Hub, topics: Topics, client: ClientSocket) -> None:
        self.hub = hub
        self.topics = topics
        self.client = client
        self.disconnected = False
        self.due = time.monotonic()
        self._signal = Lock()  # held until there is a signal: an Event takes four times the memory
        self._signal.acquire()

    def wake(self, changed_at: float, subject: str = "") -> None:  # noqa: ARG002 - see SubjectsSubscription
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
        with self.hub.in_flight.paused():
            woken = not self.disconnected and self._signal.acquire(timeout=max(0.0, end - time.monotonic()))
        if not woken:
            self.due = max(self.due, end)
            self.check_disconnect()
        return woken and not self.disconnected

    def check_disconnect(self) -> None:
        """Check whether the client has disconnected, and wake its thread if so."""
        if self.client.is_closed:
            self.disconnected = True
            self.wake(time.monotonic())

    def close(self) -> None:
        """Unsubscribe."""
        self.hub.unsubscribe(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class SubjectsSubscription(Subscription):
    """A subscription that keeps the subjects of the notifications since they were taken last."""

    __slots__ = ("_lock", "_subjects")

    def __init__(self, hub: Hub, topics: Topics, client: ClientSocket) -> None:
        super().__init__(hub, topics, client)
        self._subjects = set[str]()
        self._lock = Lock()

    def wake(self, changed_at: float, subject: str = "") -> None:
        """Signal that a subject may have changed, or all of them (an empty text)."""
        with self._lock:
            self._subjects.add(subject)
        super().wake(changed_at)

    def take_subjects(self) -> set[str]:
        """The subjects that may have changed since the last call; an empty text among them: all."""
        with self._lock:
            taken, self._subjects = self._subjects, set()
        return taken


AnySubscription = TypeVar("AnySubscription", bound=Subscription)


class Hub:
    """The subscriptions of this process, at most `capacity` at the same time, to the topics of a Redis channel.

    `connect` makes a Redis client for the listener, which starts with the first subscription. A waiting subscriber is
    not in flight.
    """

    def __init__(self, connect: Callable[[], Redis], channel: str, capacity: int, in_flight: InFlight) -> None:
        self._connect = connect
        self._channel = channel
        self.capacity = capacity
        self.in_flight = in_flight
        self._subscriptions: dict[str, set[Subscription]] = defaultdict(set)
        self._count = 0
        self._lock = Lock()
        self._listener: Thread | None = None
        self._connected = True
        self.closed = False

    @property
    def subscribers(self) -> int:
        """The number of subscriptions."""
        return self._count

    def subscribe(self, topics: str | Topics, client: ClientSocket) -> Subscription:
        """Subscribe a client to one topic or to several, which count as one subscription.

        Raises Overloaded at capacity.
        """
        return self._subscribe(Subscription(self, (topics,) if isinstance(topics, str) else topics, client))

    def subscribe_to_subjects(self, topic: str, client: ClientSocket) -> SubjectsSubscription:
        """Subscribe a client to a topic with subjects. Raises Overloaded at capacity."""
        return self._subscribe(SubjectsSubscription(self, (topic,), client))

    def _subscribe(self, subscription: AnySubscription) -> AnySubscription:
        with self._lock:
            if self._count >= self.capacity:
                raise Overloaded
            self._start_listener()
            self._count += 1
            for topic in subscription.topics:
                self._subscriptions[topic].add(subscription)
        try:
            subscription.client.watch(subscription.check_disconnect)
        except BaseException:
            self.unsubscribe(subscription)
            raise
        return subscription

    def _start_listener(self) -> None:
        """Start the listener, with the lock, unless it runs. Raises RuntimeError if the system has no thread left."""
        if self._listener is None:
            listener = Thread(target=self._listen, name="listener", daemon=True)
            listener.start()
            self._listener = listener

    def unsubscribe(self, subscription: Subscription) -> None:
        """Remove a subscription. Idempotent."""
        with self._lock:
            topics = [topic for topic in subscription.topics if subscription in self._subscriptions.get(topic, ())]
            for topic in topics:
                self._subscriptions[topic].discard(subscription)
                if not self._subscriptions[topic]:
                    del self._subscriptions[topic]
            if not topics:
                return
            self._count -= 1
        subscription.client.unwatch()

    def wait_until(
        self,
        topics: str | Topics,
        client: ClientSocket,
        read: Callable[[float], State],
        check: Callable[[State], PollResult],
        timeout_s: float,
    ) -> State:
        """Read a state until `check` reports a change, or the timeout is over. Returns the last state.

        `read` gets the time (of `time.monotonic`) that the read must not precede.

        Raises Overloaded at capacity.
        """
        end = time.monotonic() + timeout_s
        with self.subscribe(topics, client) as subscription:
            while True:
                subscription.clear()
                state = read(subscription.due)
                remaining_s = end - time.monotonic()
                result = check(state)
                if result.changed or remaining_s <= 0 or self.closed:
                    return state
                subscription.wait(result.wait_s(remaining_s))
                if subscription.disconnected:
                    return state

    def close(self) -> None:
        """End all waits, because the process is about to exit."""
        self.closed = True
        self._wake_all()

    def _wake(self, topic: str, subject: str = "") -> None:
        with self._lock:
            subscriptions = list(self._subscriptions.get(topic, ()))
        now = time.monotonic()
        for subscription in subscriptions:
            subscription.wake(now, subject)

    def _wake_all(self) -> None:
        with self._lock:
            topics = list(self._subscriptions)
        for topic in topics:
            self._wake(topic)

    def _listen(self) -> None:
        """Read the channel until the hub is closed. No error ends the listener: it would leave all clients waiting."""
        while not self.closed:
            try:
                self._read_channel()
            except RedisError as error:
                if self._connected:
                    _log.warning("listener lost its connection to the store: %s", type(error).__name__)
                self._pause()
            except Exception:  # noqa: BLE001 - logged; the listener goes on
                _log.exception("listener failed; it reconnects")
                self._pause()

    def _pause(self) -> None:
        self._connected = False
        time.sleep(RECONNECT_DELAY_S)

    def _read_channel(self) -> None:
        """Wake the subscribers of each published topic, until the connection fails or is idle for too long."""
        with self._connect() as store, store.pubsub() as pubsub:
            pubsub.subscribe(self._channel)
            while message := pubsub.get_message(timeout=LISTENER_IDLE_TIMEOUT_S):
                if message["type"] == "subscribe":
                    self._connected = True
                    self._wake_all()
                else:
                    topic, _, subject = message["data"].decode().partition(" ")
                    self._wake(topic, subject)
