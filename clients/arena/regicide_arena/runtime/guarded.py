"""Programs that run under a guard (see `guard_program`), and talk to this process over their standard streams."""

from __future__ import annotations

import json
import os
import select
import socket
import subprocess
import sys
import time
import weakref
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from regicide_arena.runtime.isolation import NOTHING, Exposure, Isolation, kept_environment, sandboxed

PROGRAM: Final = Path(__file__).with_name("guard_program.py")
PIECE_BYTES: Final = 1 << 16
GUARD_TIMEOUT_S: Final = 10.0
"""The time for the guard to end all that the program has started, after which the guard is killed."""
CLOSED_TIMEOUT_S: Final = 10.0
"""The time in which a program ends that has closed its output, also on a busy machine."""


class ProgramEnded(EOFError):
    """The program has ended, or could not be started: `ended its process: exit code 3`."""


class ProgramNotStarted(ProgramEnded):
    """The program could not be started; the message says why, and what is expected."""


class LineTooLong(ValueError):
    """The program has written a line that exceeds the limit."""


class LogLimit:
    """The bytes that programs may write to standard error in sum, one after the other or at once: one mebibyte.

    The guards add up what they forward as the offset of a file that they share, which is never read.
    """

    def __init__(self) -> None:
        self.descriptor = os.open(PROGRAM, os.O_RDONLY)
        weakref.finalize(self, os.close, self.descriptor)


class Options(NamedTuple):
    """How a program runs, beside its command."""

    isolation: Isolation = Isolation.NONE
    exposure: Exposure = NOTHING
    """What a sandboxed program sees."""
    hidden: Sequence[Path] = ()
    """The folders whose files an isolated program cannot read, where the system allows that."""
    niceness: int = 0
    folder: Path = Path()
    """The working directory."""
    variables: Mapping[str, str] = {}
    """Variables of the environment that it has beside those of this process."""
    log: LogLimit | None = None
    """The limit of what the program and others write to standard error."""


class GuardedProgram:
    """A running program. Its lines are read and written within deadlines, by `time.monotonic`."""

    def __init__(self, command: Sequence[str], options: Options = Options()) -> None:  # noqa: B008 - immutable
        """Raises OSError if no process can be started; then nothing is left open."""
        with ExitStack() as stack:
            self._link, theirs = (stack.enter_context(each) for each in socket.socketpair())
            self._process = _start(command, options, theirs.fileno())
            stack.pop_all()
        theirs.close()
        assert self._process.stdin  # noqa: S101 - they are pipes
        assert self._process.stdout  # noqa: S101
        self._input, self._output = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._input, False)
        self._readable, self._writable = select.poll(), select.poll()
        self._readable.register(self._output, select.POLLIN)
        self._writable.register(self._input, select.POLLOUT)
        self._read = b""

    @property
    def has_unread(self) -> bool:
        """Whether output is there that was not read, or its end."""
        return bool(self._read or self._readable.poll(0))

    def write_line(self, line: bytes, until: float) -> None:
        """Write a line. Raises TimeoutError, and ProgramEnded if the program has ended or closed its input."""
        left = memoryview(line + b"\n")
        while left:
            try:
                left = left[os.write(self._input, left) :]
            except BlockingIOError:
                _await(self._writable, until)
            except OSError:
                raise self._cause() from None

    def read_line(self, until: float, most: int) -> bytes:
        """Read a line without its end. Raises TimeoutError, ProgramEnded, and LineTooLong for one of too many bytes."""
        while (end := self._read.find(b"\n")) < 0:
            if len(self._read) > most:
                raise LineTooLong(f"wrote a line of more than {most} bytes")
            _await(self._readable, until)
            piece = os.read(self._output, PIECE_BYTES)
            if not piece:
                raise self._cause()
            self._read += piece
        line, self._read = self._read[:end], self._read[end + 1 :]
        return line

    def left_processes(self) -> list[str]:
        """Return the names of the processes that the program has started, zombies included. Raises ProgramEnded."""
        try:
            self._link.sendall(b"?")
        except OSError:
            raise self._cause() from None
        report = self._report(GUARD_TIMEOUT_S)
        if not isinstance(report, list):
            raise _end(report)
        return report

    def stop(self, grace_s: float) -> None:
        """Close the input, give the program time to end, and release all resources."""
        with suppress(OSError):
            self._process.stdin.close()  # type: ignore[union-attr] # is a pipe
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(grace_s)
        self.close()

    def kill(self) -> None:
        """Have the guard kill the program with all that it has started. May be called by any thread, more than once."""
        with suppress(OSError):
            self._link.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        """Kill the program, and release all resources."""
        self.kill()
        try:
            self._process.wait(GUARD_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._link.close()
        with suppress(OSError), self._process:  # closes the pipes and waits
            pass

    def _cause(self) -> ProgramEnded:
        """Return why the program has ended. It is killed if it has only closed its streams."""
        return _end(self._report(CLOSED_TIMEOUT_S))

    def _report(self, timeout_s: float) -> Any:
        self._link.settimeout(timeout_s)
        received = b""
        with suppress(OSError):
            while not received.endswith(b"\n") and (piece := self._link.recv(PIECE_BYTES)):
                received += piece
        return json.loads(received.splitlines()[0]) if received.endswith(b"\n") else {}


def _end(report: Any) -> ProgramEnded:
    """Describe the end of a program from the report of the guard."""
    found = report if isinstance(report, dict) else {}
    if "failed" in found:
        return ProgramNotStarted(f"cannot be started: {found['failed']}")
    return ProgramEnded(f"ended its process: {found['ended']}" if found.get("ended") else "closed its streams")


def _await(poll: select.poll, until: float) -> None:
    left_s = until - time.monotonic()
    if left_s < 0 or not poll.poll(left_s * 1000 if left_s < float("inf") else None):
        raise TimeoutError


def _start(command: Sequence[str], options: Options, link: int) -> subprocess.Popen[bytes]:
    settings = {
        "is_limited": options.isolation is not Isolation.NONE,
        "hidden": [] if options.isolation is Isolation.SANDBOX else [str(each.resolve()) for each in options.hidden],
        "niceness": options.niceness,
        "log": options.log and options.log.descriptor,
    }
    guard = [sys.executable, "-I", "-S", str(PROGRAM), str(link), json.dumps(settings), *command]
    environment = kept_environment(os.environ, options.isolation) | dict(options.variables)
    if options.isolation is Isolation.SANDBOX:
        guard = sandboxed(guard, options.exposure, options.hidden, options.folder)
        environment |= dict(options.exposure.variables)
    return subprocess.Popen(  # noqa: S603 - its program is the guard
        guard,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        pass_fds=[link, *([options.log.descriptor] if options.log else [])],
        start_new_session=True,
        cwd=options.folder,
        env=environment,
    )
