"""Commands of the project, each run in a process of its own that starts with the libraries already imported.

The processes are forked from a server that imports them once. A run takes some 20 ms instead of half a second, and has
its own arguments, environment, working directory, standard streams and exit code. What a test sends a signal to, or
talks with, is started as an ordinary process instead.
"""

from __future__ import annotations

import io
import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from multiprocessing.process import BaseProcess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

TIMEOUT_S: Final = 200
"""For anything that a test waits for in a thread: it ends a hang before pytest does, and measures nothing."""
PRELOADED: Final = [
    *("regicide_terminal.cli", "regicide_terminal.session", "regicide_terminal.verify"),
    *(
        "regicide_arena.cli",
        "regicide_arena.agent.runner",
        "regicide_arena.bots.compilation",
    ),
    *("regicide_api.cli.server", "regicide_api.storage"),
    *("encodings.idna", "httpcore", "rich.console"),  # which others import when they first use them
]

_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(PRELOADED)


class RunningCommand:
    """A running command, with the part of the interface of `subprocess.Popen` that tests use."""

    def __init__(self, process: BaseProcess) -> None:
        self._process = process

    @property
    def pid(self) -> int:
        """Its process id."""
        assert self._process.pid
        return self._process.pid

    def poll(self) -> int | None:
        """The exit code; None while it runs."""
        return self._process.exitcode

    def wait(self, timeout: float = TIMEOUT_S) -> int:
        """Wait for its end, and return the exit code. Raises TimeoutExpired."""
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired(self._process.name, timeout)
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Send SIGTERM."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """Send SIGKILL."""
        self.send_signal(signal.SIGKILL)


class Ended(NamedTuple):
    """The result of a command."""

    code: int
    out: str
    err: str


def run_command(
    module: str,
    arguments: Sequence[str],
    *,
    stdin: bytes = b"",
    environment: Mapping[str, str] | None = None,
    cwd: Path | None = None,
) -> Ended:
    """Run the function `main` of a module, as a console script does; by default in the environment of the tests.

    Raises TimeoutExpired.
    """
    with TemporaryDirectory(prefix="command-") as directory:
        streams = [Path(directory, name) for name in ("stdin", "stdout", "stderr")]
        streams[0].write_bytes(stdin)
        own = dict(os.environ if environment is None else environment)
        running = start_command(module, arguments, environment=own, cwd=cwd or Path.cwd(), streams=streams)
        try:
            code = running.wait()
        except BaseException:
            running.kill()
            raise
        return Ended(code, *(stream.read_text("utf-8") for stream in streams[1:]))


def closed_early(
    module: str, arguments: Sequence[str | Path], environment: Mapping[str, str], directory: Path
) -> tuple[int, str]:
    """Run a command into a pipe whose reader closes it before it reads; return the exit code and the errors."""
    streams = [directory / name for name in ("closed-stdin", "closed-stdout", "closed-stderr")]
    streams[0].touch()
    for output in streams[1:]:
        os.mkfifo(output)
    running = start_command(module, arguments, environment=environment, cwd=directory, streams=streams)
    os.close(os.open(streams[1], os.O_RDONLY))  # opens once the command has, which awaits a reader of its errors
    errors = streams[2].read_text("utf-8")
    return running.wait(), errors


def start_command(
    module: str, arguments: Sequence[str | Path], *, environment: Mapping[str, str], cwd: Path, streams: Sequence[Path]
) -> RunningCommand:
    """Start the function `main` of a module, with files as its standard streams; output is appended to its files."""
    for output in streams[1:]:
        output.touch()
    command = (module, [str(each) for each in arguments], dict(environment), cwd, list(streams))
    process = _context.Process(target=_run, args=command)
    process.start()
    return RunningCommand(process)


def _run(module: str, arguments: list[str], environment: dict[str, str], cwd: Path, streams: list[Path]) -> None:
    """Become the command: the body of the forked process."""
    for descriptor, (path, flags) in enumerate(zip(streams, (os.O_RDONLY, os.O_WRONLY, os.O_WRONLY), strict=True)):
        opened = os.open(path, flags | os.O_CREAT | os.O_APPEND, 0o600)
        os.dup2(opened, descriptor)
        os.close(opened)
    encoding = environment.get("PYTHONIOENCODING", "utf-8")
    sys.stdin = io.TextIOWrapper(open(0, "rb", closefd=False), encoding)  # noqa: SIM115 - open until the process ends
    sys.stdout, sys.stderr = (
        io.TextIOWrapper(open(number, "wb", closefd=False), encoding, errors)  # noqa: SIM115 - likewise
        for number, errors in ((1, "strict"), (2, "backslashreplace"))
    )
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(cwd)
    sys.argv = [module, *arguments]
    sys.exit(import_module(module).main())
