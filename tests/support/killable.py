"""A server that can be killed and restarted on the same port."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from servers import PROGRAMS, reserved_port, workers_of


class KillableServer:
    """The whole server on a fixed port."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        port = reserved_port()
        self.url = f"http://127.0.0.1:{port}"
        self._environment = {"PATH": os.environ["PATH"], "PORT": str(port), **environment}
        self.start()

    def start(self) -> None:
        """Start it, and wait until it responds."""
        command = [PROGRAMS / "regicide-server"]
        self._process = subprocess.Popen(
            command, env=self._environment, stdout=subprocess.PIPE, text=True, start_new_session=True
        )
        assert self._process.stdout
        assert self._process.stdout.readline().split()[-1] == self.url

    def stop(self) -> int:
        """Ask it to end. Returns its exit code."""
        self._process.terminate()
        self._process.communicate()
        return self._process.returncode

    def kill(self) -> None:
        """Kill all its processes that run."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.communicate()

    def kill_workers(self) -> None:
        """Kill the worker processes; gunicorn starts new ones."""
        for worker in workers_of(self._process.pid):
            os.kill(worker, signal.SIGKILL)


@contextmanager
def killable_server(**environment: str) -> Iterator[KillableServer]:
    """A server with these settings, which is killed in the end."""
    server = KillableServer(environment)
    try:
        yield server
    finally:
        server.kill()
