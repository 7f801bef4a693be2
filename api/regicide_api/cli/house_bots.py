"""The house bots: a child process that plays over HTTP, like every other client."""

from __future__ import annotations

import logging
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from threading import Event, Thread
from typing import Final

from regicide_api.cli.guardian import Guardian

PROGRAM: Final = "regicide_arena"
RESTART_DELAY_S: Final = 5.0
SHUTDOWN_TIMEOUT_S: Final = 10.0
"""Time between SIGTERM and SIGKILL."""
POLL_INTERVAL_S: Final = 0.2

_log = logging.getLogger(__name__)


@contextmanager
def house_bots(url: str, environment: Mapping[str, str], stop: Event, guardian: Guardian) -> Iterator[None]:
    """Run the house bots against a server until `stop` is set, and restart them if they exit.

    Their session is their own: Ctrl-C in a terminal reaches them as SIGTERM, after the server has begun to stop.
    Without an installed arena there are no house bots.
    """
    if not _is_installed():
        yield
        return
    supervisor = Thread(target=_supervise, args=[url, environment, stop, guardian], name="house bots")
    supervisor.start()
    try:
        yield
    finally:
        stop.set()
        supervisor.join()


def _is_installed() -> bool:
    return bool(find_spec(PROGRAM) and find_spec(f"{PROGRAM}.__main__"))


def _supervise(url: str, environment: Mapping[str, str], stop: Event, guardian: Guardian) -> None:
    command = [sys.executable, "-m", PROGRAM, "house-bots", "--server", url]
    while not stop.is_set():
        try:
            bots = subprocess.Popen(  # noqa: S603 - a fixed command
                command, env=dict(environment), stdin=subprocess.DEVNULL, start_new_session=True
            )
        except OSError as error:
            _log.warning("house bots cannot be started: %s; trying again", error.strerror)
            stop.wait(RESTART_DELAY_S)
            continue
        guardian.add(bots.pid)
        while bots.poll() is None and not stop.wait(POLL_INTERVAL_S):
            pass
        if stop.is_set():
            _terminate(bots)
        guardian.remove(bots.pid)
        if not stop.is_set():
            _log.warning("house bots exited with %s; restarting them", bots.returncode)
            stop.wait(RESTART_DELAY_S)


def _terminate(bots: subprocess.Popen[bytes]) -> None:
    bots.terminate()
    try:
        bots.wait(SHUTDOWN_TIMEOUT_S)
    except subprocess.TimeoutExpired:
        bots.kill()
        bots.wait()
