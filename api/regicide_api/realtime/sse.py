"""Server-sent events: the events of a game as they happen, each once, for as long as the game lasts.

The id of an event is its version, so a client that comes back says by `Last-Event-ID` what it had last.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import orjson
from flask import Response
from redis.exceptions import RedisError

from regicide_api.core.errors import UnknownGame
from regicide_api.domain.history import Story, told_after
from regicide_api.realtime.hub import (
    HEARTBEAT,
    UNTOLD,
    Wait,
    Waiter,
    until,
)
from regicide_api.services.games import Tables

MEDIA_TYPE: Final = "text/event-stream"
RECONNECT_AFTER: Final = 2000
"""Milliseconds after which a client whose stream has broken off may come back."""

BEATS: Final = round(UNTOLD / HEARTBEAT)
"""Signs of life until a stream looks again, though nobody has told it of news."""

_UNBUFFERED: Final = {"Cache-Control": "private, no-cache", "X-Accel-Buffering": "no"}


@dataclass
class Stream:
    """The events of a game since a version, for one viewer."""

    tables: Tables
    waiter: Waiter
    story: Story
    after: int

    def response(self) -> Response:
        """The stream as an answer; who waits for it is forgotten when it is closed, from whichever side."""
        response = Response(self._frames(), mimetype=MEDIA_TYPE, headers=_UNBUFFERED)
        response.call_on_close(self.waiter.close)
        return response

    def _frames(self) -> Iterator[bytes]:
        """The frames of the stream. It ends after the last event of the game, when this process does, or when the store
        has lost what was told already.
        """
        yield b"retry: %d\n\n" % RECONNECT_AFTER
        try:
            while True:
                self.waiter.clear()
                table, events = self.tables.find_with_events(self.waiter.topic, self.story.version)
                if table.version < self.story.version:
                    return
                yield from map(frame, told_after(self.story, self.after, events))
                if table.position.outcome or self.waiter.hub.closed:
                    return
                yield from self._signs_of_life(table.deadline)
                if self.waiter.gone:
                    return
        except (RedisError, UnknownGame):
            return  # the status has been sent: all that can be done is to end, and the client comes back

    def _signs_of_life(self, deadline: int | None) -> Iterator[bytes]:
        """A comment now and then, until it is time to look again: there is news, or the client has gone, or nothing has
        been heard for long.
        """
        for _ in range(BEATS):
            seconds = Wait(False, until(deadline)).at_most(HEARTBEAT)
            if self.waiter.wait(seconds) or self.waiter.gone:
                return
            yield b": still here\n\n"
            if seconds < HEARTBEAT:
                return  # the deadline is over


def frame(told: dict[str, Any]) -> bytes:
    """An event as a frame of a stream."""
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (told["version"], told["type"].encode(), orjson.dumps(told))
