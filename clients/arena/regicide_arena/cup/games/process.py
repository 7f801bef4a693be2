"""A process of its own that plays games, so that a bot which ends its process ends nothing else."""

from __future__ import annotations

import pickle
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from typing import Final, NamedTuple

from regicide_arena.cup.games.told import Told
from regicide_arena.cup.order import Shard
from regicide_arena.cup.plan import Cup, Setting
from regicide_arena.cup.scores import Lineup

MODULE: Final = "regicide_arena.cup.games.process_main"
CHANCES: Final = 2
"""A process that ends so often in a game was ended by a bot: the first time might have been an accident."""


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
        number, deaths, deadly = shard.first, 0, frozenset[int]()
        while number < shard.end:
            for told in self._played(Job(cup, setting, shard.lineup, number, shard.end, deadly)):
                yield told
                number, deaths, deadly = number + 1, 0, frozenset()
            if number < shard.end:
                deaths += 1
                deadly = deadly | {self._last_step()} if deaths >= CHANCES else deadly

    def _played(self, job: Job) -> Iterator[Told]:
        """The games of a job, until it is done or the process dies."""
        process = self._given(job)
        assert process.stdout  # noqa: S101 - it is a pipe
        for _ in range(job.first, job.end):
            try:
                answer: Told | Exception = pickle.load(process.stdout)  # noqa: S301 - from our own process
            except (EOFError, pickle.UnpicklingError):
                self._drop()
                return
            if isinstance(answer, Exception):
                raise answer
            yield answer

    def _given(self, job: Job) -> subprocess.Popen[bytes]:
        """The process, which has been given a job; another one, where the last one went away in the meantime."""
        with suppress(BrokenPipeError):
            if self._process and self._process.poll() is None:
                return _give(self._process, job)
        self._drop()
        if self._closed:
            raise Closed
        self._process = self._started()
        return _give(self._process, job)

    def _started(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", MODULE, str(self._asked.fileno())]
        pipe = subprocess.PIPE
        return subprocess.Popen(command, stdin=pipe, stdout=pipe, pass_fds=[self._asked.fileno()])  # noqa: S603 - our own

    def _drop(self) -> None:
        process, self._process = self._process, None
        if process:
            process.kill()
            with process:  # which closes the pipes, and waits
                pass

    def _last_step(self) -> int:
        """The step at which a bot was asked last."""
        if self._closed:
            raise Closed
        self._asked.seek(0)
        return int.from_bytes(self._asked.read(8), "little")


def _give(process: subprocess.Popen[bytes], job: Job) -> subprocess.Popen[bytes]:
    assert process.stdin  # noqa: S101 - as above
    pickle.dump(job, process.stdin)
    process.stdin.flush()
    return process
