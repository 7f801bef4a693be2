"""Main module of a worker process: reads tasks from standard input, writes games to standard output until it closes.

Its first argument is the descriptor of the file in which it records the step at which it asks a bot: the only evidence
that is left if the bot ends this process. Its second argument is the isolation. The process that is started stays as a
guard; a child of it plays. Answers are lines of JSON, so that a bot which writes them cannot run code in the parent.
"""

from __future__ import annotations

import faulthandler
import json
import mmap
import os
import pickle
import signal
import sys
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from select import select
from threading import Thread, active_count
from typing import BinaryIO, Final

from regicide_arena.bots.failures import format_exception
from regicide_arena.bots.registry import BotNotFound
from regicide_arena.runtime.guard import fork_guarded
from regicide_arena.runtime.isolation import Isolation
from regicide_arena.runtime.resource_limits import limit_resources
from regicide_arena.tournament.errors import PlayFailed
from regicide_arena.tournament.games.game import to_row
from regicide_arena.tournament.games.runner import GameRunner
from regicide_arena.tournament.games.seats import CREATION_TIMEOUT_S
from regicide_arena.tournament.games.worker_process import Task
from regicide_arena.tournament.model import Environment, Tournament

GRACE_S: Final = 5.0
"""Time beyond the clock after which a bot that ignores the alarm is killed, and this process with it."""
IDLE_TIMEOUT_S: Final = 60.0
"""Time without a task after which this process ends; the parent starts another one on demand."""
LOAD_TIMEOUT_S: Final = 120.0
"""Time to load all bots."""
POLL_INTERVAL_S: Final = 0.5


class Watchdog:
    """Ends this process when a bot exceeds its time limit or the parent is gone.

    It also ends the process if a bot has changed the pipes to the parent, and any copy of it that a bot has forked.
    """

    def __init__(self, step_map: mmap.mmap, pipes: Iterable[int]) -> None:
        self._step_map, self._parent, self._own = step_map, os.getppid(), os.getpid()
        self._pipes = {pipe: _identity(pipe) for pipe in pipes}
        self._since: float | None = None
        self._null = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - open for the lifetime of the process
        self.start(LOAD_TIMEOUT_S)

    def start(self, timeout_s: float) -> None:
        """Start timing an operation; this and following ones must each end within the timeout."""
        self._timeout_s, self._since = timeout_s, time.monotonic()
        self._arm()

    def before_ask(self, step: int) -> None:
        """Record the step at which a bot is asked, and start timing it."""
        self._check_pipes()
        self._step_map[:8] = step.to_bytes(8, "little")
        self._since = time.monotonic()

    def after_ask(self) -> None:
        """Stop timing: no bot is being asked. A server may take its time."""
        self._since = None

    def rest(self) -> None:
        """As `after_ask`, after a game or an error."""
        self._check_pipes()
        self.after_ask()

    def run(self) -> None:
        """Poll until a limit is exceeded. `faulthandler` covers bots that keep the interpreter lock."""
        while self._is_healthy():
            self._arm()
            time.sleep(POLL_INTERVAL_S)
        os.killpg(0, signal.SIGKILL)

    def _check_pipes(self) -> None:
        if os.getpid() != self._own or any(_identity(pipe) != before for pipe, before in self._pipes.items()):
            os._exit(1)

    def _is_healthy(self) -> bool:
        since = self._since
        return os.getppid() == self._parent and (since is None or time.monotonic() < since + self._timeout_s)

    def _arm(self) -> None:
        faulthandler.dump_traceback_later(self._timeout_s, exit=True, file=self._null)


def _identity(descriptor: int) -> tuple[int, int] | None:
    """Return device and inode of an open descriptor; None if it is closed."""
    try:
        status = os.fstat(descriptor)
    except OSError:
        return None
    return status.st_dev, status.st_ino


def main() -> None:
    """Serve tasks in a child. Standard output carries answers only: the output of bots goes to standard error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C
    if fork_guarded(0):
        signal.pause()
    tasks, games = os.fdopen(os.dup(0), "rb", buffering=0), os.fdopen(os.dup(1), "wb")
    with Path(os.devnull).open("rb") as null:
        os.dup2(null.fileno(), 0)
    os.dup2(2, 1)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr] # a text file
    watchdog = _watch(int(sys.argv[1]), [tasks.fileno(), games.fileno()])
    if sys.argv[2] != Isolation.NONE:
        limit_resources()
    _serve(tasks, games, watchdog)
    os.killpg(0, signal.SIGKILL)  # also ends threads and processes that a bot has left


def _watch(step_file: int, pipes: list[int]) -> Watchdog:
    os.truncate(step_file, 8)
    watchdog = Watchdog(mmap.mmap(step_file, 8), pipes)
    os.close(step_file)  # the mapping remains; bots have no descriptor to write to
    os.register_at_fork(after_in_child=lambda: [*map(os.close, pipes)])
    Thread(target=watchdog.run, daemon=True).start()
    return watchdog


def _serve(tasks: BinaryIO, games: BinaryIO, watchdog: Watchdog) -> None:
    """Play tasks until a bot leaves a thread or process running, which would slow down the bots after it.

    Bots are loaded anew only for another tournament.
    """
    loaded: tuple[Tournament, Environment] | None = None
    own_threads = active_count()
    while active_count() <= own_threads and not _has_children() and select([tasks], [], [], IDLE_TIMEOUT_S)[0]:
        try:
            task: Task = pickle.load(tasks)  # noqa: S301 - from our own parent
            if loaded != (task.tournament, task.environment):
                watchdog.start(LOAD_TIMEOUT_S)
                runner = GameRunner(task.tournament, task.environment, watchdog)
                loaded = (task.tournament, task.environment)
                clock = task.tournament.clock
                watchdog.start(max(CREATION_TIMEOUT_S, clock) + clock + GRACE_S)
                watchdog.after_ask()
            _play(task, runner, games, watchdog)
        except (EOFError, BrokenPipeError):  # the parent has closed the pipes or is gone
            return
        except Exception as error:  # noqa: BLE001 - errors of bots are caught elsewhere: this one is ours
            loaded = None
            watchdog.rest()
            is_expected = isinstance(error, (BotNotFound, PlayFailed))
            _send(
                games,
                {"error": type(error).__name__, "message": str(error) if is_expected else format_exception(error)},
            )


def _has_children() -> bool:
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return False
    return True


def _play(task: Task, runner: GameRunner, games: BinaryIO, watchdog: Watchdog) -> None:
    for deal in range(task.first, task.end):
        row = to_row(*runner.play(task.lineup, deal, task.crashing_steps if deal == task.first else ()))
        watchdog.rest()
        _send(games, {"game": json.loads(row.text), "timings": row.timings})


def _send(games: BinaryIO, answer: Mapping[str, object]) -> None:
    games.write(json.dumps(answer).encode() + b"\n")
    games.flush()


if __name__ == "__main__":
    main()
