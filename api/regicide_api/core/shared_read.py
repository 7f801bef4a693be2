"""Reads whose result several threads share."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock
from typing import Generic, NamedTuple, TypeVar

State = TypeVar("State")


class _Result(NamedTuple, Generic[State]):
    """The result of a read, or its error. Threads that get an error raise the same one."""

    began_at: float
    state: State | None
    error: Exception | None


class SharedRead(Generic[State]):
    """A read that runs in one thread at a time. Threads that wait for it share the result, if it is new enough."""

    def __init__(self, read: Callable[[], State]) -> None:
        self._read = read
        self._lock = Lock()
        self._result: _Result[State] | None = None

    def get(self, not_before: float) -> State:
        """The result of a read that began at a time (of `time.monotonic`) or later. Raises the errors of the read."""
        result = self._result
        if result is None or result.began_at < not_before:
            with self._lock:
                result = self._result
                if result is None or result.began_at < not_before:
                    result = self._result = self._new_result()
        if result.error:
            raise result.error.with_traceback(None)
        return result.state  # type: ignore[return-value] # a read without an error has a state

    def _new_result(self) -> _Result[State]:
        began_at = time.monotonic()
        try:
            return _Result(began_at, self._read(), None)
        except Exception as error:  # noqa: BLE001 - raised by `get`, in each thread
            return _Result(began_at, None, error)
