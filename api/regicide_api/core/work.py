"""The work of a process: the requests in flight, and the work for one of them, in parts.

Between two parts other clients of the process have their turn.
Work of many parts gives way once it has taken PART_S, and ends there if its client has left. Outside a request, as in
commands, and without gevent, the parts follow each other.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, TypeVar

PART_S: Final = 0.003
"""The time after which work gives way."""

YIELD_S: Final = 1e-6
"""A wait for the event loop. It runs dozens of greenlets that sleep for 0 s before it looks at its sockets again."""

Item = TypeVar("Item")


class InFlight:
    """Counts requests that are received and not answered, except requests that wait for changes or for their client.

    Only greenlets of one process change the count, and they do not switch in between. Under a server other than the
    gunicorn worker only pauses are counted, and the count is never above 0.
    """

    def __init__(self) -> None:
        self.count = 0

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Count a request meanwhile."""
        self.count += 1
        try:
            yield
        finally:
            self.count -= 1

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Do not count a request meanwhile."""
        self.count -= 1
        try:
            yield
        finally:
            self.count += 1


in_flight: Final = InFlight()
"""The requests of this process."""


class ClientLeft(BaseException):
    """The client of a request has closed its connection: nobody reads the answer.

    It derives from BaseException, so that `except Exception` does not catch it.
    """


class _Work:
    """The work for one request. `has_left` returns whether its client has left."""

    __slots__ = ("ends_at", "has_left")

    def __init__(self, has_left: Callable[[], bool]) -> None:
        self.has_left = has_left
        self.ends_at = time.monotonic() + PART_S


_current: Final[ContextVar[_Work | None]] = ContextVar("work", default=None)


def begin(has_left: Callable[[], bool]) -> None:
    """Begin the work for a request, whose client has left once `has_left` says so."""
    _current.set(_Work(has_left))


def give_way() -> None:
    """Let other clients have their turn, if a part of the work is over. Raises ClientLeft."""
    work = _current.get()
    if work and time.monotonic() >= work.ends_at:
        time.sleep(YIELD_S)
        require_client()
        work.ends_at = time.monotonic() + PART_S


def in_parts(items: Iterable[Item]) -> Iterator[Item]:
    """The items, giving way before each of them. Raises ClientLeft."""
    for item in items:
        give_way()
        yield item


def require_client() -> None:
    """Raises ClientLeft if the client of the current request has left."""
    work = _current.get()
    if work and work.has_left():
        raise ClientLeft


def complete() -> None:
    """Do the rest of the work for the current request even if its client leaves: it changes something."""
    if work := _current.get():
        work.has_left = _stays


def _stays() -> bool:
    return False
