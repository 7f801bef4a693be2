"""Processes of `regicide-arena`."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from commands import TIMEOUT_S, RunningCommand, start_command


class Arena:
    """A process of `regicide-arena`, whose output goes to a file."""

    def __init__(self, *arguments: str | Path, directory: Path, **environment: str) -> None:
        self.log = directory / f"arena-{time.monotonic_ns()}.log"
        own = {"PATH": os.environ["PATH"], "HOME": str(directory), **environment}
        streams = (Path(os.devnull), self.log, self.log)
        self.process = self.start(arguments, environment=own, cwd=directory, streams=streams)

    def start(self, arguments: Sequence[str | Path], **options: Any) -> RunningCommand:
        """Start the process."""
        return start_command("regicide_arena.cli", arguments, **options)

    @property
    def is_listening(self) -> bool:
        """Whether its handler for SIGTERM is installed, according to /proc."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        caught = int(status.split("SigCgt:")[1].split()[0], 16)
        return bool(caught >> (signal.SIGTERM - 1) & 1)

    def ended(self) -> int:
        """Wait for its end and return the exit code; kill it if that fails."""
        try:
            return self.process.wait()
        except BaseException:
            self.process.kill()
            raise

    def end(self) -> None:
        """End it by SIGTERM, and expect the exit code 0."""
        await_true(lambda: self.is_listening)
        self.process.terminate()
        assert self.ended() == 0, self.output

    @property
    def output(self) -> str:
        """Its output so far."""
        return self.log.read_text()


@contextmanager
def arena(*arguments: str | Path, directory: Path, **environment: str) -> Iterator[Arena]:
    """Run `regicide-arena`, and end it by SIGTERM with exit code 0."""
    running = Arena(*arguments, directory=directory, **environment)
    try:
        yield running
    finally:
        running.end()


def await_true(condition: Callable[[], object], seconds: float = TIMEOUT_S) -> None:
    """Wait until a condition holds; slow bots, which have a low priority, start late on a busy machine."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "the condition does not hold in time"
        time.sleep(0.02)
