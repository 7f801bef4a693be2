"""Server-sent events: a stream of events, each once, in order.

The id of an event is the version that it made. A client that reconnects sends its last id as `Last-Event-ID`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import orjson
from redis.exceptions import RedisError

from regicide_api.core import work
from regicide_api.core.errors import NotYourSeat, UnknownGame, UnknownToken
from regicide_api.realtime.hub import HEARTBEAT_S, RECHECK_INTERVAL_S, Subscription, seconds_until

STREAM_MEDIA_TYPE: Final = "text/event-stream"
RECONNECT_DELAY_MS: Final = 2000
"""The delay before a client reconnects to a broken stream."""

_HEARTBEATS_PER_RECHECK: Final = round(RECHECK_INTERVAL_S / HEARTBEAT_S)


class EventBatch(NamedTuple):
    """The frames of the events since the previous batch, and the deadline of the turn (milliseconds since 1970).

    The stream ends after the last batch, and reads on at once after an incomplete one.
    """

    frames: Iterable[bytes]
    deadline: int | None
    is_last: bool
    is_complete: bool = True


@dataclass(slots=True)
class EventStream:
    """A stream of events as the content of a response: a first batch, then what `read` returns after changes.

    `read` gets the time (of `time.monotonic`) that its data must not precede. `on_close` is called at the end.
    """

    subscription: Subscription
    read: Callable[[float], EventBatch]
    first: EventBatch
    on_close: Callable[[], None]

    def __iter__(self) -> Iterator[bytes]:
        """The frames of the stream.

        It ends after the last batch, on shutdown, on a disconnect, or if `read` fails: the store does not respond, the
        game is gone, or the client has no right to view it any more. The status has been sent by then, so that a client
        gets the error when it reconnects.
        """
        work.begin(self.subscription.client)
        yield b"retry: %d\n\n" % RECONNECT_DELAY_MS
        batch = self.first
        try:
            while True:
                if frames := b"".join(batch.frames):
                    yield frames
                if batch.is_last or self.subscription.hub.closed:
                    return
                if batch.is_complete:
                    yield from self._heartbeats(batch.deadline)
                    self.subscription.clear()
                if self.subscription.disconnected:
                    return
                batch = self.read(self.subscription.due)
        except (RedisError, UnknownGame, UnknownToken, NotYourSeat, work.ClientLeft):
            return

    def close(self) -> None:
        """End the stream."""
        self.on_close()

    def _heartbeats(self, deadline: int | None) -> Iterator[bytes]:
        """Comments at an interval, until a change, a disconnect, the deadline, or the recheck interval."""
        for _ in range(_HEARTBEATS_PER_RECHECK):
            seconds = seconds_until(deadline, HEARTBEAT_S)
            if self.subscription.wait(seconds) or self.subscription.disconnected:
                return
            yield b": still here\n\n"
            if seconds < HEARTBEAT_S:
                return  # the deadline is over


def format_id(event_id: bytes) -> bytes:
    """A frame without an event, with the id to resume the stream after."""
    return b"id: %b\n\n" % event_id


def format_game_event(event_id: bytes, game_id: str, event: dict[str, Any]) -> bytes:
    """An event of one of several games as a frame of a stream."""
    data = orjson.dumps({"game": game_id, "event": event})
    return b"id: %b\nevent: %b\ndata: %b\n\n" % (event_id, event["type"].encode(), data)


def format_event(event: dict[str, Any]) -> bytes:
    """An event as a frame of the stream."""
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (event["version"], event["type"].encode(), orjson.dumps(event))
