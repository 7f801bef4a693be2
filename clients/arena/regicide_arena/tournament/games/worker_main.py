"""Main module of a worker process: reads tasks from standard input, writes games to standard output until it closes.

Its first argument is the descriptor of the file in which it records the step at which it asks a bot: the only evidence
that is left if the bot ends this process. Its second argument is the isolation. The process that is started stays as a
guard; a child of it plays. Answers are lines of JSON, so that a bot which writes them cannot run code in the parent.
"""

from __future__ import annotations

import json
import mmap
import os
import pickle
import signal
import sys
from collections.abc import Mapping
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
from regicide_arena.tournament.games.watchdog import LOAD_TIMEOUT_S, Watchdog
from regicide_arena.tournament.games.worker_process import Task
from regicide_arena.tournament.model import Environment, Tournament

GRACE_S: Final = 5.0
"""Time beyond the clock after which a bot that ignores the alarm is killed, and this process with it."""
IDLE_TIMEOUT_S: Final = 60.0
"""Time without a task after which this process ends; the parent starts another one on demand."""


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
            row = to_row(*self._runner.play(task.lineup, deal, task.crashing_steps if deal == task.first else ()))
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
        self._watchdog.start(LOAD_TIMEOUT_S)
        self._runner = GameRunner(tournament, environment, self._watchdog)
        self._loaded = (tournament, environment)
        self._watchdog.start(max(CREATION_TIMEOUT_S, tournament.clock) + tournament.clock + GRACE_S)
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


def _watch(step_file: int, pipes: list[int]) -> Watchdog:
    os.truncate(step_file, 8)
    watchdog = Watchdog(mmap.mmap(step_file, 8), pipes)
    os.close(step_file)  # the mapping remains; bots have no descriptor to write to
    os.register_at_fork(after_in_child=lambda: [*map(os.close, pipes)])
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
