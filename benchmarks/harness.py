"""What the benchmarks share: servers in processes of their own, the processor time that they use, and tables.

The processor time is that of the worker processes alone. So it counts neither the store nor whoever sends the requests,
which run on the same machine.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Final, NamedTuple

from regicide_api.cli.embedded import embedded_store
from regicide_api.config import Settings

HERE: Final = Path(__file__).parent

NO_RATE_LIMITS: Final = {"LIMIT_CREATE_GAME": "0", "LIMIT_CREATE_AGENT": "0", "LIMIT_OPEN_STREAM": "0"}


class Server(NamedTuple):
    """A server that runs: where it is reached, and its worker processes."""

    port: int
    workers: tuple[int, ...]

    @property
    def processor_seconds(self) -> float:
        """The processor time that its worker processes have used so far."""
        return sum(time.clock_gettime(_clock_of(worker)) for worker in self.workers)

    @property
    def kilobytes(self) -> int:
        """What its worker processes hold of the memory of the machine."""
        statuses = [Path(f"/proc/{worker}/status").read_text() for worker in self.workers]
        return sum(int(status.split("VmRSS:")[1].split()[0]) for status in statuses)


def _clock_of(process: int) -> int:
    """The clock of the processor time of a process, as clock_getcpuclockid(3) makes it on Linux: to the nanosecond."""
    return ~process << 3 | 2


@contextmanager
def store() -> Iterator[str]:
    """An embedded store in a directory of its own; its URL."""
    with tempfile.TemporaryDirectory(prefix="regicide-") as directory, embedded_store(Path(directory)) as url:
        yield url


@contextmanager
def regicide_server(redis_url: str, workers: int = 1, **environment: str) -> Iterator[Server]:
    """The whole server as `regicide-server` starts it, without rate limits and house bots, on a store."""
    own = {"PORT": "0", "REDIS_URL": redis_url, "BOTS_KEY": "", "WEB_CONCURRENCY": str(workers), **NO_RATE_LIMITS}
    command = [Path(sys.executable).parent / "regicide-server"]
    with _process(command, own | environment, stdout=subprocess.PIPE) as process:
        assert process.stdout  # noqa: S101 - it is a pipe
        welcome = process.stdout.readline().decode().strip()
        [gunicorn] = _children_of(process.pid)
        yield Server(int(welcome.rpartition(":")[2]), _awaited_children_of(gunicorn, workers))


@contextmanager
def floor_server(redis_url: str, workers: int = 1, **environment: str) -> Iterator[Server]:
    """The floor under gunicorn, with the class of workers and the settings of the server."""
    threads = Settings.web_threads
    options = {
        "worker-class": "regicide_api.gunicorn_worker.worker.Worker",
        "workers": workers,
        "threads": threads,
        "worker-connections": 2 * threads,
        "backlog": 2048,
        "log-level": "warning",
        "chdir": HERE,
    }
    command = [sys.executable, "-m", "gunicorn", "--preload", "--no-control-socket"]
    command += [f"--{name}={value}" for name, value in options.items()]
    with socket.create_server(("127.0.0.1", 0), backlog=2048) as listener:
        command += ["--bind", f"fd://{listener.fileno()}", "floor:app"]
        own = {"REDIS_URL": redis_url, **environment}
        with _process(command, own, pass_fds=[listener.fileno()]) as process:
            port = listener.getsockname()[1]
            _await_answer(port)
            yield Server(port, _awaited_children_of(process.pid, workers))


@contextmanager
def _process(
    command: Sequence[str | Path], environment: dict[str, str], pass_fds: Sequence[int] = (), stdout: int | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    """A process that is told to stop in the end."""
    environment = os.environ | environment
    with subprocess.Popen(command, env=environment, pass_fds=pass_fds, stdout=stdout) as process:  # noqa: S603 - our own words
        try:
            yield process
        finally:
            process.terminate()


def _await_answer(port: int) -> None:
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", "/")
    connection.getresponse().read()
    connection.close()


def _awaited_children_of(process: int, count: int) -> tuple[int, ...]:
    """So many child processes of a process, as soon as they are there."""
    while len(children := _children_of(process)) < count:
        time.sleep(0.05)
    return tuple(children)


def _children_of(process: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def percentile(values: Sequence[float], share: float) -> float:
    """The value that so large a share of the values does not exceed."""
    return sorted(values)[int(share * (len(values) - 1))]


def print_table(head: Sequence[str], rows: Sequence[Sequence[str | float]]) -> None:
    """Print rows under their heads: names to the left, numbers to the right."""
    texts = [[_text(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(head, *texts, strict=True)]
    for first, *others in (head, *texts):
        print(
            first.ljust(widths[0]),
            *(cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True)),
            sep="  ",
        )


def _text(cell: str | float) -> str:
    if isinstance(cell, str):
        return cell
    return f"{cell:,.0f}" if cell >= 100 else f"{cell:.2f}"
