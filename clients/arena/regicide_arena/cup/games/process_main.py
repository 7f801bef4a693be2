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
from pathlib import Path
from select import select
from threading import Thread
from typing import BinaryIO, Final, TextIO

from regicide_arena.catalogue import NoSuchBot
from regicide_arena.cup.faults import CannotPlay
from regicide_arena.cup.games.process import Job
from regicide_arena.cup.games.seat import MAKING
from regicide_arena.cup.games.table import Table, table_of
from regicide_arena.cup.games.told import Told
from regicide_arena.cup.games.told import told as told_game
from regicide_arena.cup.plan import Cup, Setting
from regicide_arena.failures import told

GRACE: Final = 5.0
"""Seconds after which a bot that cannot even be interrupted is ended, and this process with it."""
IDLE: Final = 60.0
"""Seconds without a job after which this process ends; another one is started when there is one again."""
GLANCE: Final = 0.5


class Watch:
    """Knows which bot is asked, and since when; ends the process where that takes too long, or our parent is gone."""

    def __init__(self, noted: mmap.mmap) -> None:
        self._noted, self._parent = noted, os.getppid()
        self._since: float | None = None
        self.patience = MAKING

    def note(self, step: int) -> None:
        """A bot is asked: note it where it outlives this process."""
        self._noted[:8] = step.to_bytes(8, "little")
        self._since = time.monotonic()

    def rest(self) -> None:
        """No bot is asked."""
        self._since = None

    def run(self) -> None:
        """Watch. A bot that lets no other thread run is ended by `faulthandler`, which needs none of ours."""
        with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
            while self._is_well():
                self._set_trap(nowhere)
                time.sleep(GLANCE)
        os._exit(1)

    def _is_well(self) -> bool:
        since = self._since
        return os.getppid() == self._parent and (since is None or time.monotonic() < since + self.patience)

    def _set_trap(self, nowhere: TextIO) -> None:
        faulthandler.dump_traceback_later(self.patience, exit=True, file=nowhere)


def main() -> None:
    """Take jobs, and do them. The output is kept for games alone: whatever a bot prints goes to the error stream."""
    jobs, games = os.fdopen(os.dup(0), "rb", buffering=0), os.fdopen(os.dup(1), "wb")
    with Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for all of us: our parent will see to it
    descriptor = int(sys.argv[1])
    os.truncate(descriptor, 8)
    watch = Watch(mmap.mmap(descriptor, 8))
    Thread(target=watch.run, daemon=True).start()
    _serve(jobs, games, watch)


def _serve(jobs: BinaryIO, games: BinaryIO, watch: Watch) -> None:
    """Do all jobs. The table is laid anew only where the cup is another one."""
    what: tuple[Cup, Setting] | None = None
    while select([jobs], [], [], IDLE)[0]:
        try:
            job: Job = pickle.load(jobs)  # noqa: S301 - from our own parent
            if what != (job.cup, job.setting):
                what, table = (job.cup, job.setting), table_of(job.cup, job.setting, watch.note)
                watch.patience = max(MAKING, job.cup.clock) + job.cup.clock + GRACE
            _play(job, table, games, watch)
        except EOFError:
            return
        except Exception as error:  # noqa: BLE001 - what a bot raises was caught: this is a fault of ours, not its
            what = None
            _send(games, error if isinstance(error, (NoSuchBot, CannotPlay)) else CannotPlay(told(error)))


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
