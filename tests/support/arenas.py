"""Bots as processes of their own."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from servers import PROGRAMS


class Arena:
    """A process of `regicide-arena`; what it writes goes into a file."""

    program: tuple[str | Path, ...] = (PROGRAMS / "regicide-arena",)

    def __init__(self, *arguments: str | Path, directory: Path, **environment: str) -> None:
        self.log = directory / f"arena-{time.monotonic_ns()}.log"
        own = {"PATH": os.environ["PATH"], "HOME": str(directory), **environment}
        command = [*self.program, *arguments]
        with self.log.open("wb") as output:
            self.process = subprocess.Popen(command, cwd=directory, env=own, stdout=output, stderr=output)

    @property
    def is_listening(self) -> bool:
        """Whether it has begun to heed SIGTERM, as Linux says."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        caught = int(status.split("SigCgt:")[1].split()[0], 16)
        return bool(caught >> (signal.SIGTERM - 1) & 1)

    def ended(self) -> int:
        """Its exit code; what does not end by itself is ended, and the test fails."""
        try:
            return self.process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise

    def end(self) -> None:
        """Tell it to end, which it does well."""
        await_true(lambda: self.is_listening)
        self.process.terminate()
        assert self.ended() == 0, self.said

    @property
    def said(self) -> str:
        """All that it has written."""
        return self.log.read_text()


@contextmanager
def arena(*arguments: str | Path, directory: Path, **environment: str) -> Iterator[Arena]:
    """Run `regicide-arena`; it is told to end in the end, and ends well."""
    running = Arena(*arguments, directory=directory, **environment)
    try:
        yield running
    finally:
        running.end()


def await_true(condition: Callable[[], object], seconds: float = 90) -> None:
    """Wait until something is the case; on a busy machine, slow bots, which stand back, take long to begin."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it does not come"
        time.sleep(0.1)
