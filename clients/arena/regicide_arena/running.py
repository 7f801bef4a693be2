"""Running bots as a process: threads that play, signals that end it, and a log for people."""

from __future__ import annotations

import logging
import signal
import sys
import time
from collections.abc import Sequence
from threading import Event, Thread
from typing import Final

from regicide_arena.runner import Runner
from regicide_arena.saying import complain

PATIENCE: Final = 5.0
"""Seconds that an action under way is given to end."""
GLANCE: Final = 0.2


def run_all(runners: Sequence[Runner]) -> int:
    """Run all until SIGTERM or SIGINT comes; the exit code.

    An action that is under way is ended first; a second signal ends it all at once. Where a server does not know one of
    the agents, that is said in a line, and the exit code is 1.
    """
    stop = Event()
    _on_signals(stop)
    threads = [Thread(target=runner.run, name=runner.name, daemon=True) for runner in runners]
    for thread in threads:
        thread.start()
    while not stop.wait(GLANCE) and all(thread.is_alive() for thread in threads):
        pass
    faults = [f"{runner.name}: {runner.fault}" for runner in runners if runner.fault]
    for fault in faults:
        complain(fault)
    _stop_all(runners)
    return 0 if stop.is_set() and not faults else 1


def _stop_all(runners: Sequence[Runner]) -> None:
    """Stop all at once, and wait for them no longer than for one."""
    end = time.monotonic() + PATIENCE
    for runner in runners:
        runner.stop()
    for runner in runners:
        runner.await_action(max(0, end - time.monotonic()))


def log_to_stderr(verbose: bool) -> None:
    """Tell of failures; if verbose, of every action."""
    level = logging.DEBUG if verbose else logging.INFO
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", level=logging.WARNING, stream=sys.stderr)
    logging.getLogger("regicide_arena").setLevel(level if verbose else logging.WARNING)


def _on_signals(stop: Event) -> None:
    def on_signal(number: int, _: object) -> None:
        if stop.is_set():
            sys.exit(128 + number)
        stop.set()

    signal.signal(signal.SIGTERM, on_signal)
    signal.signal(signal.SIGINT, on_signal)
