"""The application under gunicorn, as in the Procfile, with its log."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arenas import await_true
from commands import TIMEOUT_S
from servers import reserved_port


@dataclass
class Gunicorn:
    """A running gunicorn, and the file with its output."""

    url: str
    log: Path
    pid: int

    def lines(self) -> list[dict[str, Any]]:
        """The lines of the log, all of which must be JSON."""
        return [json.loads(line) for line in self.log.read_text().splitlines()]

    def workers(self) -> list[int]:
        """The process ids of all worker processes so far, in order."""
        booting = "Booting worker with pid: "
        messages = [line["message"] for line in self.lines()]
        return [int(message.removeprefix(booting)) for message in messages if message.startswith(booting)]

    def call(self, path: str, body: object = None, **headers: str) -> tuple[int, Any]:
        """Send a request. Returns the status and the body, parsed if it is JSON."""
        data = None if body is None else json.dumps(body).encode()
        content = {"Content-Type": "application/json"} if data else {}
        request = urllib.request.Request(self.url + path, data, {**content, **headers})
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT_S) as answer:
                status, text = answer.status, answer.read()
        except urllib.error.HTTPError as refused:
            with refused:
                status, text = refused.code, refused.read()
        return status, json.loads(text) if text.startswith(b"{") else text.decode()


@contextmanager
def gunicorn(
    directory: Path, port: int | None = None, under: Sequence[str] = (), **environment: str
) -> Iterator[Gunicorn]:
    """Run the application under gunicorn with only these settings, optionally started by another command.

    Its log is written to the directory.
    """
    bind, log = f"127.0.0.1:{port or reserved_port()}", directory / "gunicorn.log"
    config = ["--config", "python:regicide_api.gunicorn_conf", "--bind", bind]
    command = [*under, sys.executable, "-m", "gunicorn", *config]
    own = {"PATH": os.environ["PATH"], "TMPDIR": str(directory), "LIMIT_HOUSE_SEATS": "0", **environment}
    with log.open("wb") as output:
        process = subprocess.Popen(command, env=own, stdout=output, stderr=output)
    server = Gunicorn(f"http://{bind}", log, process.pid)
    try:
        _await(server, process)
        yield server
    finally:
        process.terminate()
        assert process.wait(timeout=TIMEOUT_S) in (0, -signal.SIGKILL), log.read_text()  # some tests kill it


def _await(server: Gunicorn, process: subprocess.Popen[bytes]) -> None:
    def answers() -> bool:
        assert process.poll() is None, server.log.read_text()
        with suppress(OSError):
            server.call("/healthz")
            return True
        return False

    await_true(answers)
