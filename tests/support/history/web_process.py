"""The web processes of a run: gunicorn as in the Procfile, whose workers and master can be killed."""

from __future__ import annotations

import os
import random
import signal
import struct
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from servers import children_of, reserved_port

CLOCK = Path(__file__).parent / "clock"


class Web:
    """Gunicorn on a fixed port, with an adjustable clock."""

    def __init__(self, redis_url: str, directory: Path, workers: int, **settings: str) -> None:
        self.port = reserved_port()
        self._clock = directory / "clock"
        self.jump(0)
        self._log = (directory / "web.log").open("ab")
        self._environment = {
            "PATH": os.environ["PATH"],
            "TMPDIR": str(directory),
            "PYTHONPATH": str(CLOCK),
            "WRONG_CLOCK": str(self._clock),
            "REDIS_URL": redis_url,
            "WEB_CONCURRENCY": str(workers),
            "LOG_FORMAT": "quiet",
            "LIMIT_CREATE_GAME": "1000000/minute",
            "LIMIT_CREATE_AGENT": "0",
            "LIMIT_OPEN_STREAM": "1000000/minute",
            "LIMIT_TAKE_SEAT": "1000000/minute",
            "LIMIT_ASK_ADVICE": "1000000/minute",
            **settings,
        }
        self._masters: list[subprocess.Popen[bytes]] = []
        self.start()

    @property
    def url(self) -> str:
        """The URL without a proxy."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start a master, and wait until it listens. Workers of a killed master may hold the port for a while."""
        command = [sys.executable, "-m", "gunicorn", "--config", "python:regicide_api.gunicorn_conf"]
        command += ["--bind", f"127.0.0.1:{self.port}"]
        self._masters.append(
            subprocess.Popen(command, env=self._environment, stdout=self._log, stderr=self._log, start_new_session=True)
        )
        for _ in range(400):
            if self._masters[-1].poll() is not None:
                return self.start()
            if children_of(self._masters[-1].pid) and self._answers():
                return None
            time.sleep(0.05)
        raise AssertionError(f"no web process answers at {self.url}")

    def _answers(self) -> bool:
        with suppress(OSError), urllib.request.urlopen(f"{self.url}/healthz", timeout=2):
            return True
        return False

    def kill_worker(self, rng: random.Random) -> None:
        """Kill a worker; the master starts another one."""
        if workers := children_of(self._masters[-1].pid):
            with suppress(ProcessLookupError):
                os.kill(rng.choice(workers), signal.SIGKILL)

    def stop(self) -> int:
        """Ask all of it to end. Returns the exit code."""
        self._masters[-1].terminate()
        return self._masters[-1].wait()

    def kill_master(self) -> None:
        """Kill the master alone; its workers notice, and end."""
        self._masters[-1].kill()
        self._masters[-1].wait()

    def jump(self, seconds: int) -> None:
        """Shift the clock by this number of seconds."""
        self._clock.touch()
        with self._clock.open("r+b") as file:
            file.write(struct.pack("q", seconds))

    def close(self) -> None:
        """End all of it."""
        for master in self._masters:
            with suppress(ProcessLookupError):
                os.killpg(master.pid, signal.SIGKILL)
            master.wait()
        self._log.close()


@contextmanager
def web_processes(redis_url: str, directory: Path, workers: int = 3, **settings: str) -> Iterator[Web]:
    """Running web processes, with further settings of the server."""
    web = Web(redis_url, directory, workers, **settings)
    try:
        yield web
    finally:
        web.close()
