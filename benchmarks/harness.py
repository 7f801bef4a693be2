"""Shared parts of the benchmarks: server processes, their processor time, and tables.

The processor time is that of the worker processes only, without the store and the clients on the same machine.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

import httpx

sys.path.append(str(Path(__file__).parents[1] / "tests" / "support"))
from clusters import Cluster
from servers import children_of, regicide_process, workers_of
from servers import valkey_server as store

__all__ = [
    "Cluster",
    "Server",
    "floor_server",
    "percentile",
    "print_table",
    "regicide_server",
    "separate_cores",
    "store",
]

HERE: Final = Path(__file__).parent

FLOOR_THREADS: Final = 16

RESTS: Final = 100
REST_S: Final = 0.0002
"""How often, and how long each time, a worker process is awaited that goes on after its response."""


class Server(NamedTuple):
    """A running server: its port, and its worker processes."""

    port: int
    workers: tuple[int, ...]

    @property
    def processor_seconds(self) -> float:
        """The processor time of its worker processes so far."""
        return sum(time.clock_gettime(_clock_of(worker)) for worker in self.workers)

    def rest(self) -> None:
        """Await that its worker processes wait: Linux counts the time of a running one only now and then."""
        for _ in range(RESTS):
            if all(_is_waiting(worker) for worker in self.workers):
                break
            time.sleep(REST_S)

    def pin(self) -> Server:
        """Bind its worker processes to the core that `separate_cores` has left free. Returns the server."""
        for worker in self.workers:
            for thread in Path(f"/proc/{worker}/task").iterdir():
                os.sched_setaffinity(int(thread.name), {0})
        return self

    @property
    def kilobytes(self) -> int:
        """The resident memory of its worker processes."""
        statuses = [Path(f"/proc/{worker}/status").read_text() for worker in self.workers]
        return sum(int(status.split("VmRSS:")[1].split()[0]) for status in statuses)


def _is_waiting(process: int) -> bool:
    """Whether a process waits for an event, as proc(5) shows it."""
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "S"


def _clock_of(process: int) -> int:
    """The clock of a process's processor time, as clock_getcpuclockid(3) computes it on Linux."""
    return ~process << 3 | 2


@contextmanager
def regicide_server(redis_url: str, workers: int = 1, **environment: str) -> Iterator[Server]:
    """`regicide-server` on a store, without rate limits and house bots."""
    own = {"REDIS_URL": redis_url, "BOTS_KEY": "", "WEB_CONCURRENCY": str(workers)}
    with regicide_process(**own | environment) as (url, process):
        yield Server(int(url.rpartition(":")[2]), _awaited(partial(workers_of, process), workers))


@contextmanager
def floor_server(redis_url: str, workers: int = 1, **environment: str) -> Iterator[Server]:
    """The floor under gunicorn's own worker with threads."""
    options = {
        "worker-class": "gthread",
        "threads": FLOOR_THREADS,
        "workers": workers,
        "keep-alive": 60,
        "backlog": 2048,
        "log-level": "warning",
        "chdir": HERE,
    }
    command = [sys.executable, "-m", "gunicorn", "--no-control-socket"]
    command += [f"--{name}={value}" for name, value in options.items()]
    with socket.create_server(("127.0.0.1", 0), backlog=2048) as listener:
        command += ["--bind", f"fd://{listener.fileno()}", "floor:app"]
        environment = os.environ | {"REDIS_URL": redis_url, **environment}
        with subprocess.Popen(command, env=environment, pass_fds=[listener.fileno()]) as process:  # noqa: S603 - a fixed command
            try:
                port = listener.getsockname()[1]
                httpx.get(f"http://127.0.0.1:{port}", timeout=30)
                yield Server(port, _awaited(partial(children_of, process.pid), workers))
            finally:
                process.terminate()


def _awaited(children: Callable[[], list[int]], count: int) -> tuple[int, ...]:
    """The child processes, when this number has started."""
    while len(found := children()) < count:
        time.sleep(0.05)
    return tuple(found)


def separate_cores() -> None:
    """Leave the first core of this process to worker processes: see `Server.pin`. All other children use the others.

    Threads that wake each other across cores cost up to twice as much processor time, at random.
    """
    _, *others = sorted(os.sched_getaffinity(0))
    if others:
        os.sched_setaffinity(0, others)


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that this share of the values does not exceed."""
    return sorted(values)[int(share * (len(values) - 1))]


def print_table(head: Sequence[str], rows: Sequence[Sequence[str | float]]) -> None:
    """Print rows under their heads: names left-aligned, numbers right-aligned."""
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
