"""What `process.py` starts: takes jobs from its input, and writes games to its output, until nobody is there any more.

Its one argument is the descriptor of a file in which it notes at which step it asks a bot: that is all that is left to
tell what happened, if the bot ends this process.
"""

from __future__ import annotations

import faulthandler
import mmap
import os
import pickle
import signal
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from select import select
from threading import Thread, active_count
from typing import BinaryIO, Final

from regicide_arena.bots.registry import BotNotFound
from regicide_arena.bots.safe_chooser import format_exception
from regicide_arena.cup.faults import CannotPlay
from regicide_arena.cup.games.process import Job
from regicide_arena.cup.games.seat import MAKING
from regicide_arena.cup.games.table import Table, table_of
from regicide_arena.cup.games.told import Told
from regicide_arena.cup.games.told import told as told_game
from regicide_arena.cup.plan import Cup, Setting

GRACE: Final = 5.0
"""Seconds after which a bot that cannot even be interrupted is ended, and this process with it."""
IDLE: Final = 60.0
"""Seconds without a job after which this process ends; another one is started when there is one again."""
LOADING: Final = 120.0
"""Seconds in which all bots are loaded."""
GLANCE: Final = 0.5


class Watch:
    """Knows which bot is asked, and since when; ends the process where that takes too long, or our parent is gone.

    Ends it, too, where a bot has spoiled the pipes to our parent, and a copy of it that a bot has made.
    """

    def __init__(self, noted: mmap.mmap, pipes: Iterable[int]) -> None:
        self._noted, self._parent, self._own = noted, os.getppid(), os.getpid()
        self._pipes = {pipe: _identity(pipe) for pipe in pipes}
        self._since: float | None = None
        self._nowhere = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - for as long as there is a process
        self.begin(LOADING)

    def begin(self, patience: float) -> None:
        """Something begins; from now on nothing may take more than so many seconds."""
        self._patience, self._since = patience, time.monotonic()
        self._set_trap()

    def note(self, step: int) -> None:
        """A bot is asked: note it where it outlives this process."""
        self._check_pipes()
        self._noted[:8] = step.to_bytes(8, "little")
        self._since = time.monotonic()

    def rest(self) -> None:
        """No bot is asked."""
        self._check_pipes()
        self._since = None

    def run(self) -> None:
        """Watch. A bot that lets no other thread run is ended by `faulthandler`, which needs none of ours."""
        while self._is_well():
            self._set_trap()
            time.sleep(GLANCE)
        os.killpg(0, signal.SIGKILL)

    def _check_pipes(self) -> None:
        if os.getpid() != self._own or any(_identity(pipe) != there for pipe, there in self._pipes.items()):
            os._exit(1)

    def _is_well(self) -> bool:
        since = self._since
        return os.getppid() == self._parent and (since is None or time.monotonic() < since + self._patience)

    def _set_trap(self) -> None:
        faulthandler.dump_traceback_later(self._patience, exit=True, file=self._nowhere)


def _identity(descriptor: int) -> tuple[int, int] | None:
    """What is open there; None if nothing is."""
    try:
        found = os.fstat(descriptor)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def main() -> None:
    """Take jobs, and do them. The output is kept for games alone: whatever a bot prints goes to the error stream."""
    jobs, games = os.fdopen(os.dup(0), "rb", buffering=0), os.fdopen(os.dup(1), "wb")
    with Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for all of us: our parent will see to it
    descriptor = int(sys.argv[1])
    os.truncate(descriptor, 8)
    pipes = [jobs.fileno(), games.fileno()]
    watch = Watch(mmap.mmap(descriptor, 8), pipes)
    os.close(descriptor)  # the note is no file that a bot could write to
    os.register_at_fork(after_in_child=lambda: [*map(os.close, pipes)])
    Thread(target=watch.run, daemon=True).start()
    _serve(jobs, games, watch)
    os.killpg(0, signal.SIGKILL)  # threads and processes that a bot has left behind end here, too


def _serve(jobs: BinaryIO, games: BinaryIO, watch: Watch) -> None:
    """Do all jobs, until a bot leaves something running: it would cost the bots that come after it their time.

    The table is laid anew only where the cup is another one.
    """
    what: tuple[Cup, Setting] | None = None
    alone = active_count()
    while active_count() <= alone and not _has_children() and select([jobs], [], [], IDLE)[0]:
        try:
            job: Job = pickle.load(jobs)  # noqa: S301 - from our own parent
            if what != (job.cup, job.setting):
                watch.begin(LOADING)
                what, table = (job.cup, job.setting), table_of(job.cup, job.setting, watch.note)
                watch.begin(max(MAKING, job.cup.clock) + job.cup.clock + GRACE)
            _play(job, table, games, watch)
        except EOFError:
            return
        except Exception as error:  # noqa: BLE001 - what a bot raises was caught: this is a fault of ours, not its
            what = None
            watch.rest()
            _send(games, error if isinstance(error, (BotNotFound, CannotPlay)) else CannotPlay(format_exception(error)))


def _has_children() -> bool:
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return False
    return True


def _play(job: Job, table: Table, games: BinaryIO, watch: Watch) -> None:
    for number in range(job.first, job.end):
        game = told_game(*table.play(job.lineup, number, job.deadly if number == job.first else ()))
        watch.rest()
        _send(games, game)


def _send(games: BinaryIO, answer: Told | Exception) -> None:
    pickle.dump(answer, games)
    games.flush()


if __name__ == "__main__":
    main()
