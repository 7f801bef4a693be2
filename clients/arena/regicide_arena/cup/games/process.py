"""A process of its own that plays games, so that a bot which ends its process ends nothing else."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from threading import Thread
from typing import Final, NamedTuple

from regicide_arena.cup.faults import CannotPlay
from regicide_arena.cup.games.told import Told
from regicide_arena.cup.order import Shard
from regicide_arena.cup.plan import Cup, Lineup, Setting

MODULE: Final = "regicide_arena.cup.games.process_main"
CHANCES: Final = 2
"""A process that ends so often in a game was ended by a bot: the first time might have been an accident."""
FALSE_STARTS: Final = 3
"""So often in a row a process may end before it asks a bot."""
NOBODY: Final = (1 << 64) - 1
"""Stands for the step where no bot was asked yet."""


class Job(NamedTuple):
    """What such a process is given to do: one game after the other; in the first one some steps are deadly."""

    cup: Cup
    setting: Setting
    lineup: Lineup
    first: int
    end: int
    deadly: frozenset[int]


class Closed(Exception):
    """Nothing is played any more, because we end."""


class GamesProcess:
    """Plays in another process, which is started when it is first needed, and replaced when it dies."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False
        self._asked = tempfile.TemporaryFile()  # noqa: SIM115 - it is open as long as this is

    def close(self) -> None:
        """End the process for good, whatever it does."""
        self._closed = True
        self._drop()
        self._asked.close()

    def play(self, cup: Cup, setting: Setting, shard: Shard) -> Iterator[Told]:
        """Play a shard; its games, in their order.

        A game in which the process ends is played once more. If it ends again, the bot that it was waiting for is not
        asked at that step any more: it has failed there. Raises what the process could not begin for.
        """
        number, deaths, starts, deadly = shard.first, 0, 0, frozenset[int]()
        while number < shard.end:
            for told in self._played(Job(cup, setting, shard.lineup, number, shard.end, deadly)):
                yield told
                number, deaths, starts, deadly = number + 1, 0, 0, frozenset()
            if number < shard.end and (step := self._last_step()) == NOBODY:
                starts += 1
                _check(starts < FALSE_STARTS, shard, number)
            elif number < shard.end:
                deaths, starts = deaths + 1, 0
                deadly = deadly | {_blamed(step, deadly)} if deaths >= CHANCES else deadly
                _check(min(deadly, default=0) >= 0, shard, number)

    def _played(self, job: Job) -> Iterator[Told]:
        """The games of a job, until it is done or the process dies."""
        process = self._given(job)
        assert process.stdout  # noqa: S101 - it is a pipe
        for _ in range(job.first, job.end):
            try:
                answer: object = pickle.load(process.stdout)  # noqa: S301 - from our own process
            except Exception:  # noqa: BLE001 - the end, or whatever a bot wrote between our lines
                self._drop()
                return
            if isinstance(answer, Exception):
                raise answer
            if not isinstance(answer, Told):
                self._drop()
                return
            yield answer

    def _given(self, job: Job) -> subprocess.Popen[bytes]:
        """The process, which has been given a job; another one, where the last one went away in the meantime."""
        with suppress(BrokenPipeError):
            if self._process and self._process.poll() is None:
                return self._give(self._process, job)
        self._drop()
        if self._closed:
            raise Closed
        self._process = self._started()
        return self._give(self._process, job)

    def _started(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", MODULE, str(self._asked.fileno())]
        pipe = subprocess.PIPE
        process = subprocess.Popen(  # noqa: S603 - our own
            command,
            stdin=pipe,
            stdout=pipe,
            pass_fds=[self._asked.fileno()],
            start_new_session=True,  # signals for its group are neither ours, nor ours its
            env=os.environ | {"PYTHONHASHSEED": "0"},  # sets of texts are gone through in the same order each time
        )
        Thread(target=_end_with, args=[process], daemon=True).start()
        return process

    def _drop(self) -> None:
        process, self._process = self._process, None
        if process:
            _kill(process)
            with process:  # which closes the pipes, and waits
                pass

    def _last_step(self) -> int:
        """The step at which a bot was asked last."""
        if self._closed:
            raise Closed
        self._asked.seek(0)
        return int.from_bytes(self._asked.read(8), "little")

    def _give(self, process: subprocess.Popen[bytes], job: Job) -> subprocess.Popen[bytes]:
        assert process.stdin  # noqa: S101 - as above
        os.pwrite(self._asked.fileno(), NOBODY.to_bytes(8, "little"), 0)
        pickle.dump(job, process.stdin)
        process.stdin.flush()
        return process


def _blamed(step: int, deadly: frozenset[int]) -> int:
    """The step at which the process was ended; if nobody was asked there, it was ruined at some step before."""
    return step if step not in deadly else min(deadly) - 1


def _check(is_well: bool, shard: Shard, number: int) -> None:
    if not is_well:
        where = f"deal {number}, lineup {' '.join(shard.lineup)}"
        raise CannotPlay(f"a process ends again and again before it asks a bot: {where}")


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process that was not waited for, and all that it has started."""
    with suppress(ProcessLookupError, PermissionError):
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)


def _end_with(process: subprocess.Popen[bytes]) -> None:
    """Wait until a process ends, or is stopped, which nobody does but a bot, and kill what is left of it."""
    if hasattr(os, "waitid"):
        with suppress(ChildProcessError):
            os.waitid(os.P_PID, process.pid, os.WEXITED | os.WSTOPPED | os.WNOWAIT)
            _kill(process)
