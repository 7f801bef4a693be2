"""Processes for the code of others: a guard, and its child, which exchanges JSON objects with this process.

The guard (see `guard`) ends everything that the child has started, and ends with this process.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from functools import partial
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any, NoReturn

from regicide_arena.runtime.guard import fork_guarded
from regicide_arena.runtime.isolation import NOTHING, Exposure, Isolation, sandbox_environment, sandboxed
from regicide_arena.runtime.process_pool import deferred_group_signals, ignore_group_signals


class ProcessEnded(EOFError):
    """The code in a process has ended it; the message is the cause, such as `killed by signal 9` or `exit code 3`."""


class GuardedProcess:
    """A process that runs a module whose main function is `serve_guarded`."""

    def __init__(self, module: str, isolation: Isolation = Isolation.NONE, exposure: Exposure = NOTHING) -> None:
        """A sandboxed process sees the exposure; resource limits are left to the module.

        Raises OSError if no process can be started; then nothing is left open.
        """
        with ExitStack() as stack:
            self._connection, theirs = map(stack.enter_context, Pipe())
            reader, writer = os.pipe()
            lifeline = stack.enter_context(os.fdopen(reader, "rb", buffering=0))
            self._lifeline = stack.enter_context(os.fdopen(writer, "wb", buffering=0))
            descriptors = [theirs.fileno(), lifeline.fileno()]
            self._process = _start([sys.executable, "-m", module], descriptors, isolation, exposure)
            stack.pop_all()
        theirs.close()
        lifeline.close()

    def send(self, message: dict[str, Any]) -> None:
        """Send a message. Raises OSError if the process has ended."""
        self._connection.send_bytes(json.dumps(message).encode())

    def receive(self, limit_s: float | None = None) -> dict[str, Any]:
        """Receive a message.

        Raises TimeoutError after the limit, ProcessEnded, another EOFError or OSError if the process has ended, and
        ValueError for anything else than JSON.
        """
        if not self._connection.poll(limit_s):
            raise TimeoutError
        message: dict[str, Any] = json.loads(self._connection.recv_bytes())
        if not isinstance(message, dict):
            raise ValueError("expected an object")  # noqa: TRY004 - as for other invalid messages
        if "ended" in message:
            raise ProcessEnded(message["ended"])
        return message

    def kill(self) -> None:
        """Have the guard kill the child with all that it has started. May be called by any thread, more than once."""
        self._lifeline.close()

    def close(self) -> None:
        """Kill the process, and release its resources."""
        self.kill()
        self._process.wait()
        self._connection.close()


def _start(
    command: list[str], descriptors: list[int], isolation: Isolation, exposure: Exposure
) -> subprocess.Popen[bytes]:
    command, environment = [*command, *map(str, descriptors)], None
    if isolation is Isolation.SANDBOX:
        command, environment = sandboxed(command, exposure), sandbox_environment(os.environ, exposure)
    with deferred_group_signals():
        return subprocess.Popen(  # noqa: S603 - our own
            command,
            stdin=subprocess.DEVNULL,
            pass_fds=descriptors,
            start_new_session=True,
            env=environment,
        )


def serve_guarded(serve: Callable[[Connection], None]) -> NoReturn:
    """Serve requests in a child of this process until its parent closes the socket, then end all that is left.

    Standard output goes to standard error. The copies of the child that a bot forks lose the socket.
    """
    socket, lifeline = map(int, sys.argv[1:])
    os.dup2(2, 1)
    ignore_group_signals()
    if fork_guarded(lifeline, partial(_report_end, socket)):
        signal.pause()
    os.close(lifeline)
    os.set_inheritable(socket, False)
    connection, own = Connection(socket), os.getpid()
    os.register_at_fork(after_in_child=connection.close)
    with suppress(EOFError, OSError):
        serve(connection)
    if os.getpid() == own:
        os.killpg(0, signal.SIGKILL)  # also ends threads and processes that a bot has left
    os._exit(0)


def _report_end(socket: int, cause: str) -> None:
    """Send in the guard why the child has ended."""
    Connection(socket).send_bytes(json.dumps({"ended": cause}).encode())
