"""The bots of the house beside a server: a process of their own, which plays over HTTP as everybody does."""

from __future__ import annotations

import logging
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from threading import Event, Thread
from typing import Final

PROGRAM: Final = "regicide_arena"
PAUSE: Final = 5.0
"""Seconds until bots that have ended by themselves are started again."""
PATIENCE: Final = 10.0
"""Seconds that the bots have to end when they are told to."""

_log = logging.getLogger(__name__)


@contextmanager
def house_bots(url: str, environment: Mapping[str, str], stop: Event) -> Iterator[None]:
    """Run the bots on a server until they are to stop; they are started again should they end. Without their program
    there are none.
    """
    if not _is_installed():
        yield
        return
    keeper = Thread(target=_keep_running, args=[url, environment, stop], name="house bots")
    keeper.start()
    try:
        yield
    finally:
        stop.set()
        keeper.join()


def _is_installed() -> bool:
    return bool(find_spec(PROGRAM) and find_spec(f"{PROGRAM}.__main__"))


def _keep_running(url: str, environment: Mapping[str, str], stop: Event) -> None:
    command = [sys.executable, "-m", PROGRAM, "house", "--server", url]
    while not stop.is_set():
        bots = subprocess.Popen(command, env=dict(environment), stdin=subprocess.DEVNULL)  # noqa: S603 - our own words
        while bots.poll() is None and not stop.wait(0.2):
            pass
        if stop.is_set():
            _end(bots)
        else:
            _log.warning("the house bots have ended with %s; they are started again", bots.returncode)
            stop.wait(PAUSE)


def _end(bots: subprocess.Popen[bytes]) -> None:
    bots.terminate()
    try:
        bots.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        bots.kill()
        bots.wait()
