"""Main module of a worker process: reads tasks from standard input, writes games to standard output until it closes.

Its first argument is the descriptor of the file in which it records the call of a bot: the only evidence that is left
if the bot ends this process. Its second argument is the isolation. The process that is started stays as a guard; a
child of it plays. Answers are lines of JSON, so that a bot which writes them cannot run code in the parent.
"""

from __future__ import annotations

import faulthandler
import json
import math
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
from regicide_arena.runtime.guard import close_in_copies, fork_guarded
from regicide_arena.runtime.isolation import Isolation, limit_resources
from regicide_arena.runtime.timeouts import LOAD_TIMEOUT_S, START_TIMEOUT_S
from regicide_arena.tournament.errors import PlayFailed
from regicide_arena.tournament.games.call_record import RECORD_BYTES, CallRecord
from regicide_arena.tournament.games.game import to_row
from regicide_arena.tournament.games.runner import GameRunner
from regicide_arena.tournament.games.worker_process import Task
from regicide_arena.tournament.model import Environment, Tournament

POLL_INTERVAL_S: Final = 0.25
KEPT_LOCK_GRACE_S: Final = 3.0
"""Time beyond its limit after which a call that keeps the interpreter lock is killed."""
IDLE_TIMEOUT_S: Final = 60.0
"""Time without a task after which this process ends; the parent starts another one on demand."""


class Watchdog:
    """Ends this process when a bot exceeds the limit of a call and its grace period, or the parent is gone.

    It also ends the process if a bot has changed the pipes to the parent, and any copy of it that a bot has forked.
    """

    def __init__(self, record: mmap.mmap, pipes: Iterable[int]) -> None:
        """Record calls in shared memory of `RECORD_BYTES` bytes."""
        self._shared, self._parent, self._own = record, os.getppid(), os.getpid()
        self._pipes = {pipe: _identity(pipe) for pipe in pipes}
        self._call, self._armed_s = CallRecord(), math.inf
        self._null = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - open for the lifetime of the process

    def before_load(self, limit_s: float) -> None:
        """Start timing the load of the bots, before any of them is asked."""
        self._begin(CallRecord(limit_s=limit_s, due_at=time.monotonic() + limit_s))

    def before_ask(self, step: int) -> None:
        """Record the step at which a bot is asked."""
        self._check_pipes()
        self._record(CallRecord(step))

    def before_call(self, limit_s: float, *, is_creation: bool) -> None:
        """Start timing a call of the bot that is asked: it is made, or chooses."""
        self._begin(CallRecord(self._call.step, limit_s, time.monotonic() + limit_s, is_creation))

    def after_ask(self) -> None:
        """Stop timing: no bot is being asked. A server may take its time."""
        self._record(CallRecord(self._call.step))

    def rest(self) -> None:
        """As `after_ask`, after a game or an error."""
        self._check_pipes()
        self.after_ask()

    def run(self) -> None:
        """Poll until a limit is exceeded. `faulthandler` covers bots that keep the interpreter lock."""
        while os.getppid() == self._parent and not self._call.is_overdue(time.monotonic()):
            self._arm()
            time.sleep(POLL_INTERVAL_S)
        os.killpg(0, signal.SIGKILL)

    def _begin(self, call: CallRecord) -> None:
        self._record(call)
        if call.limit_s != self._armed_s:
            self._armed_s = call.limit_s
            self._arm()

    def _record(self, call: CallRecord) -> None:
        self._call, self._shared[:RECORD_BYTES] = call, call.pack()

    def _check_pipes(self) -> None:
        if os.getpid() != self._own or any(_identity(pipe) != before for pipe, before in self._pipes.items()):
            os._exit(1)

    def _arm(self) -> None:
        if self._armed_s < math.inf:
            faulthandler.dump_traceback_later(self._armed_s + KEPT_LOCK_GRACE_S, exit=True, file=self._null)


def _identity(descriptor: int) -> tuple[int, int] | None:
    """Return device and inode of an open descriptor; None if it is closed."""
    try:
        status = os.fstat(descriptor)
    except OSError:
        return None
    return status.st_dev, status.st_ino


class TaskPlayer:
    """Plays tasks and sends their games. Bots are loaded anew only for another tournament."""

    def __init__(self, games: BinaryIO, watchdog: Watchdog) -> None:
        self._games, self._watchdog = games, watchdog
        self._loaded: tuple[Tournament, Environment] | None = None

    def play(self, task: Task) -> None:
        """Play a task, and send each game when it is over."""
        if self._loaded != (task.tournament, task.environment):
            self._load(task.tournament, task.environment)
        for deal in range(task.first, task.end):
            row = to_row(*self._runner.play(task.lineup, deal, task.crashes if deal == task.first else {}))
            self._watchdog.rest()
            _send(self._games, {"game": json.loads(row.text), "timings": row.timings})

    def report(self, error: Exception) -> None:
        """Send an error in place of a game; the next task loads its bots anew."""
        self._loaded = None
        self._watchdog.rest()
        is_expected = isinstance(error, (BotNotFound, PlayFailed))
        message = str(error) if is_expected else format_exception(error)
        _send(self._games, {"error": type(error).__name__, "message": message})

    def _load(self, tournament: Tournament, environment: Environment) -> None:
        self._watchdog.before_load(START_TIMEOUT_S + LOAD_TIMEOUT_S * len(tournament.entrants))
        self._runner = GameRunner(tournament, environment, self._watchdog)
        self._loaded = (tournament, environment)
        self._watchdog.after_ask()


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


def _watch(call_file: int, pipes: list[int]) -> Watchdog:
    os.truncate(call_file, RECORD_BYTES)
    watchdog = Watchdog(mmap.mmap(call_file, RECORD_BYTES), pipes)
    os.close(call_file)  # the mapping remains; bots have no descriptor to write to
    close_in_copies(pipes)
    Thread(target=watchdog.run, daemon=True).start()
    return watchdog


def _serve(tasks: BinaryIO, games: BinaryIO, watchdog: Watchdog) -> None:
    """Play tasks until a bot leaves a thread or process running, which would slow down the bots after it."""
    player, own_threads = TaskPlayer(games, watchdog), active_count()
    while active_count() <= own_threads and not _has_children() and select([tasks], [], [], IDLE_TIMEOUT_S)[0]:
        try:
            player.play(pickle.load(WholeReads(tasks)))  # noqa: S301 - from our own parent
        except (EOFError, BrokenPipeError):  # the parent has closed the pipes or is gone
            return
        except Exception as error:  # noqa: BLE001 - errors of bots are caught elsewhere: this one is ours
            player.report(error)


class WholeReads:
    """A pipe for `pickle`. Its reads wait for all bytes; those of an unbuffered pipe return what has arrived.

    A buffer would hide the beginning of the next task from `select`.
    """

    def __init__(self, pipe: BinaryIO) -> None:
        self._pipe = pipe
        self.readline = pipe.readline

    def read(self, count: int) -> bytes:
        """Read `count` bytes, fewer at the end of the stream."""
        pieces: list[bytes] = []
        while count and (piece := self._pipe.read(count)):
            pieces.append(piece)
            count -= len(piece)
        return b"".join(pieces)


def _has_children() -> bool:
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return False
    return True


def _send(games: BinaryIO, answer: Mapping[str, object]) -> None:
    games.write(json.dumps(answer).encode() + b"\n")
    games.flush()


if __name__ == "__main__":
    main()
