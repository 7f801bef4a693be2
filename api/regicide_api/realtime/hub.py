"""Waiting for news: one listener for each worker process, which wakes whoever waits for a topic.

A topic is the id of a game, or the inbox of an agent; the store publishes it when something happens there. Nothing is
lost if one registers first, looks then, and waits after that: what happens in between wakes the waiter at once. Should
the listener lose its connection, it wakes everybody when it has a new one; and nobody waits longer than UNTOLD without
a look. That is for what nobody has thought of, and seldom, because looks take time where thousands wait.
"""

from __future__ import annotations

import logging
import time
from collections import defaultdict
from collections.abc import Callable
from threading import Event, Lock, Thread
from typing import Final, NamedTuple, Self, TypeVar

from redis import Redis
from redis.exceptions import RedisError

from regicide_api.core.errors import Overloaded
from regicide_api.realtime.disconnects import Client, Door
from regicide_api.storage import CHANNEL

HEARTBEAT: Final = 15.0
"""Seconds after which a stream without news gives a sign of life."""

UNTOLD: Final = 60.0
"""Seconds after which whoever waits looks again, though nobody has told them of news."""

SILENCE: Final = 60.0
"""Seconds without any news after which the listener makes a new connection."""

RECONNECT_AFTER: Final = 0.5

_log = logging.getLogger(__name__)
Seen = TypeVar("Seen")


class Wait(NamedTuple):
    """What a look says of waiting on: whether there is news, and after how many seconds to look again even if nobody
    has said that there is any (None: not before UNTOLD).
    """

    is_over: bool
    look_again: float | None = None

    def at_most(self, seconds: float) -> float:
        """These seconds, or those until the next look."""
        return seconds if self.look_again is None else min(seconds, self.look_again)


def until(deadline: int | None) -> float | None:
    """The seconds until a deadline (milliseconds since 1970) is over; None where there is none."""
    return None if deadline is None else max(0.0, deadline / 1000 - time.time()) + 0.001


class Waiter:
    """The client of this request, who waits for news of a topic until they are closed, or `gone` by themselves."""

    def __init__(self, hub: Hub, topic: str) -> None:
        self.hub = hub
        self.topic = topic
        self.gone = False
        self.client = Client()
        self._news = Event()

    def wake(self) -> None:
        """Something may have happened."""
        self._news.set()

    def clear(self) -> None:
        """Forget that something may have happened: to be called before a look, not after it."""
        self._news.clear()

    def wait(self, seconds: float) -> bool:
        """Wait for news, but no longer than UNTOLD; False if there was none."""
        told = not self.gone and self._news.wait(max(0.0, min(seconds, UNTOLD)))
        if not told:
            self.look_out()
        return told and not self.gone

    def look_out(self) -> None:
        """See whether the client has gone; then there is no more to wait for."""
        if self.client.is_gone:
            self.gone = True
            self._news.set()

    def close(self) -> None:
        """Wait no longer."""
        self.hub.leave(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Hub:
    """Who waits for which topic in this process. At most `capacity` clients can wait at one time."""

    def __init__(self, listener: Callable[[], Redis], capacity: int) -> None:
        self._connected = listener
        self.capacity = capacity
        self._waiters: dict[str, set[Waiter]] = defaultdict(set)
        self._count = 0
        self._lock = Lock()
        self._door = Door()
        self._listener: Thread | None = None
        self._listening = True
        self.closed = False

    @property
    def waiting(self) -> int:
        """How many clients wait now."""
        return self._count

    def register(self, topic: str) -> Waiter:
        """The client of this request, who waits for news of a topic from now on.

        Raises Overloaded where too many are waiting.
        """
        waiter = Waiter(self, topic)
        with self._lock:
            if self._count >= self.capacity:
                raise Overloaded
            self._count += 1
            self._waiters[topic].add(waiter)
            if self._listener is None:
                self._listener = Thread(target=self._listen, name="listener", daemon=True)
                self._listener.start()
        self._door.watch(waiter.client, waiter.look_out)
        return waiter

    def leave(self, waiter: Waiter) -> None:
        """Forget a waiter; once is enough, more is no fault."""
        with self._lock:
            waiters = self._waiters.get(waiter.topic, set())
            if waiter not in waiters:
                return
            self._count -= 1
            waiters.discard(waiter)
            if not waiters:
                del self._waiters[waiter.topic]
        self._door.forget(waiter.client)

    def look_until(self, topic: str, look: Callable[[], Seen], news: Callable[[Seen], Wait], seconds: float) -> Seen:
        """Look at what belongs to a topic until there is news, or the time has passed; what was seen last."""
        end = time.monotonic() + seconds
        with self.register(topic) as waiter:
            while True:
                waiter.clear()
                seen = look()
                left = end - time.monotonic()
                told = news(seen)
                if told.is_over or left <= 0 or waiter.gone or self.closed:
                    return seen
                waiter.wait(told.at_most(left))

    def close(self) -> None:
        """Let everybody go: this process is about to end."""
        self.closed = True
        self._wake_all()

    def _wake(self, topic: str) -> None:
        with self._lock:
            waiters = list(self._waiters.get(topic, ()))
        for waiter in waiters:
            waiter.wake()

    def _wake_all(self) -> None:
        with self._lock:
            topics = list(self._waiters)
        for topic in topics:
            self._wake(topic)

    def _listen(self) -> None:
        while not self.closed:
            try:
                self._listen_on_a_connection()
            except RedisError as error:
                if self._listening:
                    _log.warning("the listener has lost its connection to the store: %s", type(error).__name__)
                self._listening = False
                time.sleep(RECONNECT_AFTER)

    def _listen_on_a_connection(self) -> None:
        """Listen for as long as the connection holds, and somebody is heard.

        Silence is no fault, but it looks like a server that has gone without a word, or has left its cluster.
        """
        with self._connected() as store, store.pubsub() as channel:
            channel.subscribe(CHANNEL)
            while message := channel.get_message(timeout=SILENCE):
                if message["type"] == "subscribe":
                    self._listening = True
                    self._wake_all()
                else:
                    self._wake(message["data"].decode())
