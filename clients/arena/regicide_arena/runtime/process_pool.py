"""A pool of worker processes that end with their parent, however it ends, together with all that they have started.

Each worker is a guard (see `guard`): it passes the calls to a child, in which the code of bots runs.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Event
from typing import Any, Final, NoReturn, ParamSpec, Self, TypeVar

from regicide_arena.runtime.guard import fork_guarded
from regicide_arena.runtime.guarded_process import deferred_group_signals, ignore_group_signals

P = ParamSpec("P")
T = TypeVar("T")


class _RemoteTraceback(Exception):
    """The cause of an exception that was raised in the child: its traceback as text."""

    def __str__(self) -> str:
        return f"\n{self.args[0]}"


class _Executor(ProcessPoolExecutor):
    """Starts its processes with group signals blocked, so that none arrives before `_initialize` ignores them."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        with deferred_group_signals():
            return super().submit(_call_in_child, fn, args, kwargs)


class WorkerPool:
    """A process pool that runs importable functions; each process starts when it is first needed.

    Every worker holds the reading end of a pipe whose writing end only this process has. The end of file on it, after
    `close` or the death of this process, ends the worker. Standard output of the calls goes to standard error.
    """

    def __init__(self, size: int) -> None:
        context = get_context("spawn")
        reader, self._lifeline = context.Pipe(duplex=False)
        self.pool = _Executor(size, context, initializer=_initialize, initargs=(reader,))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the workers at once, even during a call, and cancel the queued calls."""
        self._lifeline.close()
        self.pool.shutdown(cancel_futures=True)


# The functions below run in the worker process.

_CHILDREN: Final[list[Connection]] = []
"""The connection to the child of this worker."""


def _initialize(lifeline: Connection) -> None:
    """Initialize a worker: ignore group signals, start the child that runs the calls."""
    ignore_group_signals()
    ours, theirs = get_context("spawn").Pipe()
    if fork_guarded(lifeline.fileno()) == 0:
        _serve_calls(theirs)
    theirs.close()
    _CHILDREN.append(ours)


def _call_in_child(function: Callable[..., T], arguments: tuple[Any, ...], options: dict[str, Any]) -> T:
    """Pass a call to the child and return its result; raise its exception."""
    [child] = _CHILDREN
    try:
        child.send((function, arguments, options))
        result, failure, trace = child.recv()
    except (EOFError, ConnectionError):  # the child has ended, and the guard ends this process
        Event().wait()
        raise
    if failure is not None:
        raise failure from _RemoteTraceback(trace)
    value: T = result
    return value


def _serve_calls(connection: Connection) -> NoReturn:
    """Run calls in the child until the guard ends it. Only this connection is left of the worker's descriptors."""
    _keep_only(connection.fileno())
    os.register_at_fork(after_in_child=connection.close)
    own = os.getpid()
    while os.getpid() == own:
        _serve_call(connection)
    os._exit(0)  # a copy that a call has forked


def _serve_call(connection: Connection) -> None:
    try:
        function, arguments, options = connection.recv()
    except (EOFError, ConnectionError):  # the worker has ended
        os._exit(0)
    reply: tuple[object, BaseException | None, str]
    try:
        reply = function(*arguments, **options), None, ""
    except BaseException as error:  # noqa: BLE001 - it is raised in the parent
        reply = None, error, traceback.format_exc()
    if connection.closed:  # in a copy that the call has forked
        os._exit(0)
    try:
        connection.send(reply)
    except Exception as error:  # noqa: BLE001 - the exception of a bot may have a class that cannot be pickled
        text = f"{type(reply[1] or reply[0]).__name__} cannot be sent to another process: {error}"
        connection.send((None, RuntimeError(text), reply[2]))


def _keep_only(descriptor: int) -> None:
    """Close the other descriptors. Standard input is empty, and standard output goes to standard error."""
    with Path(os.devnull).open("rb") as null:
        os.dup2(null.fileno(), 0)
    os.dup2(2, 1)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr] # a text file
    os.closerange(3, descriptor)
    os.closerange(descriptor + 1, os.sysconf("SC_OPEN_MAX"))
