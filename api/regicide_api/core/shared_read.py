"""Reads whose result several threads share."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock
from typing import Generic, NamedTuple, TypeVar

from regicide_api.core.in_flight import InFlight

State = TypeVar("State")


class _Result(NamedTuple, Generic[State]):
    """The result of a read, or its error. Threads that get an error raise the same one."""

    began_at: float
    state: State | None
    error: Exception | None


class SharedRead(Generic[State]):
    """A read that runs in one thread at a time. Threads that wait for it share the result, if it is new enough.

    A request that waits for the read of another one is not in flight: it costs next to nothing.
    """

    def __init__(self, read: Callable[[], State], in_flight: InFlight) -> None:
        self._read = read
        self._in_flight = in_flight
        self._lock = Lock()
        self._result: _Result[State] | None = None

    def get(self, not_before: float) -> State:
        """The result of a read that began at a time (of `time.monotonic`) or later. Raises the errors of the read."""
        result = self._result
        if result is None or result.began_at < not_before:
            result = self._awaited(not_before)
        if result.error:
            raise result.error.with_traceback(None)
        return result.state  # type: ignore[return-value] # a read without an error has a state

    def _awaited(self, not_before: float) -> _Result[State]:
        with self._in_flight.paused():
            self._lock.acquire()
        try:
            result = self._result
            if result is None or result.began_at < not_before:
                result = self._result = self._new_result()
            return result
        finally:
            self._lock.release()

    def _new_result(self) -> _Result[State]:
        began_at = time.monotonic()
        try:
            return _Result(began_at, self._read(), None)
        except Exception as error:  # noqa: BLE001 - raised by `get`, in each thread
            return _Result(began_at, None, error)
