"""A worker process that plays games, so that a bot which ends its process harms only its own game."""

from __future__ import annotations

import json
import os
import pickle
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from time import monotonic, perf_counter
from typing import Final, NamedTuple

from regicide_arena.bots.registry import BotNotFound
from regicide_arena.protocol.programs import exposure_for
from regicide_arena.runtime.isolation import Exposure, Isolation, sandbox_environment, sandboxed
from regicide_arena.tournament.errors import ChangedBot, PlayFailed
from regicide_arena.tournament.games.call_record import NO_STEP, RECORD_BYTES, CallFailure, CallRecord
from regicide_arena.tournament.games.game import FailureKind, GameRow, ShardResult, parse_row
from regicide_arena.tournament.games.histogram import Histogram
from regicide_arena.tournament.model import Environment, Lineup, Tournament
from regicide_arena.tournament.schedule import Shard

MODULE: Final = "regicide_arena.tournament.games.worker_main"
CRASHES_TO_BLAME: Final = 2
"""Crashes in the same game after which a bot is blamed; a single one may be an accident."""
MAX_FAILED_STARTS: Final = 3
"""Consecutive exits before any bot is asked after which the worker gives up."""
GUARD_TIMEOUT_S: Final = 10.0
"""Time for the guard to kill all that a bot has left, after which the guard is killed."""
MAX_ANSWER_BYTES: Final = 1 << 24
ERRORS: Final = {error.__name__: error for error in (BotNotFound, ChangedBot, PlayFailed)}
"""Errors that the process reports, by name."""


class Task(NamedTuple):
    """Games to play: deals `first` to `end` (exclusive) of a lineup."""

    tournament: Tournament
    environment: Environment
    lineup: Lineup
    first: int
    end: int
    crashes: Mapping[int, CallFailure]
    """The steps of the first game at which no bot is asked, each with the failure that is recorded there."""


class WorkerClosed(Exception):
    """The worker was closed while a shard was in progress."""


class WorkerProcess:
    """Plays shards in a child process, which is started on demand and replaced when it dies.

    The child records each call of a bot in a memory-mapped file, which outlives it.
    """

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False
        self._call_file = tempfile.TemporaryFile()  # noqa: SIM115 - open for the lifetime of this object

    def close(self) -> None:
        """Kill the process for good; a shard in progress raises WorkerClosed."""
        self._closed = True
        self._kill()
        self._call_file.close()

    def play_shard(self, tournament: Tournament, environment: Environment, shard: Shard) -> ShardResult:
        """Play a shard.

        Raises BotNotFound, PlayFailed and WorkerClosed.
        """
        started = perf_counter()
        games = [*self.play(tournament, environment, shard)]
        return ShardResult(shard, games, perf_counter() - started)

    def play(self, tournament: Tournament, environment: Environment, shard: Shard) -> Iterator[GameRow]:
        """Yield the games of a shard in their order.

        A game in which the process ends is played again. If it ends a second time, the bot that was being asked has
        failed at that step, and is not asked there any more; at once if the bot had exceeded its time. Raises the
        errors that prevent the process from starting.
        """
        deal, ends, failed_starts, crashes = shard.first, 0, 0, dict[int, CallFailure]()
        while deal < shard.end:
            for row in self._run(Task(tournament, environment, shard.lineup, deal, shard.end, crashes)):
                yield row
                deal, ends, failed_starts, crashes = deal + 1, 0, 0, {}
            if deal < shard.end and (call := self._recorded_call()).step == NO_STEP:
                failed_starts += 1
                _require(failed_starts < MAX_FAILED_STARTS, shard, deal)
            elif deal < shard.end:
                ends, failed_starts = ends + 1, 0
                failure = call.failure(monotonic())
                if failure.kind is FailureKind.LATE or ends >= CRASHES_TO_BLAME:
                    crashes = {**crashes, _blamed_step(call.step, crashes): failure}
                _require(min(crashes, default=0) >= 0, shard, deal)

    def _run(self, task: Task) -> Iterator[GameRow]:
        """Yield the games of a task until it is done or the process dies."""
        process = self._send_to_process(task)
        assert process.stdout  # noqa: S101 - it is a pipe
        for _ in range(task.first, task.end):
            try:
                row = _parse_answer(process.stdout.readline(MAX_ANSWER_BYTES))
            except (ValueError, TypeError, KeyError, AttributeError, RecursionError):  # its end, or what a bot wrote
                self._kill()
                return
            yield row

    def _send_to_process(self, task: Task) -> subprocess.Popen[bytes]:
        """Send a task to the process, or to a new one if it has ended."""
        with suppress(BrokenPipeError):
            if self._process and self._process.poll() is None:
                return self._send(self._process, task)
        self._kill()
        if self._closed:
            raise WorkerClosed
        self._process = self._start(task.tournament, task.environment)
        return self._send(self._process, task)

    def _start(self, tournament: Tournament, environment: Environment) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", MODULE, str(self._call_file.fileno()), environment.isolation]
        variables = os.environ | {"PYTHONHASHSEED": "0"}  # makes the iteration order of sets of texts reproducible
        if environment.isolation is Isolation.SANDBOX:
            exposure = _exposure(tournament, Path(environment.bot_folder))
            command, variables = sandboxed(command, exposure), sandbox_environment(variables, exposure)
        try:
            return subprocess.Popen(  # noqa: S603 - our own
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                pass_fds=[self._call_file.fileno()],
                start_new_session=True,  # separates the process groups: neither receives the signals of the other
                env=variables,
            )
        except FileNotFoundError as error:
            raise PlayFailed(f"cannot start a worker process on {socket.gethostname()}: {error}") from error

    def _kill(self) -> None:
        """End the process: its guard kills what is left of it when its standard input is closed."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(BrokenPipeError):
            process.stdin.close()  # type: ignore[union-attr] # is a pipe
        try:
            process.wait(GUARD_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            _kill_group(process)
        with process:  # closes the pipes and waits
            pass

    def _recorded_call(self) -> CallRecord:
        """Return the last call of a bot."""
        if self._closed:
            raise WorkerClosed
        return CallRecord.unpack(os.pread(self._call_file.fileno(), RECORD_BYTES, 0))

    def _send(self, process: subprocess.Popen[bytes], task: Task) -> subprocess.Popen[bytes]:
        assert process.stdin  # noqa: S101 - as above
        os.pwrite(self._call_file.fileno(), CallRecord().pack(), 0)
        pickle.dump(task, process.stdin)
        process.stdin.flush()
        return process


def _exposure(tournament: Tournament, folder: Path) -> Exposure:
    """Return what the sandbox shows: the folder of the tournament, those of all bots, and compiled code."""
    exposure = exposure_for(tournament.local_bots, folder)
    return exposure._replace(folders=[folder, *exposure.folders])


def _blamed_step(step: int, crashes: Mapping[int, CallFailure]) -> int:
    """Return the step to blame; where no bot was asked at `step`, an earlier step has ruined the process."""
    return step if step not in crashes else min(crashes) - 1


def _require(is_plausible: bool, shard: Shard, deal: int) -> None:
    if not is_plausible:
        where = f"deal {deal}, lineup {' '.join(shard.lineup)}"
        raise PlayFailed(f"the worker process ends repeatedly before it asks a bot: {where}")


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a process that has not been reaped, and its group."""
    with suppress(ProcessLookupError, PermissionError):
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)


def _parse_answer(line: bytes) -> GameRow:
    """Parse an answer of the process; raise the error that it reports.

    Raises ValueError, TypeError, KeyError or AttributeError for anything else.
    """
    answer = json.loads(line)
    if "error" in answer:
        raise ERRORS.get(answer["error"], PlayFailed)(str(answer["message"]))
    timings = {
        name: Histogram({int(bucket): int(times) for bucket, times in histogram.items()})
        for name, histogram in answer["timings"].items()
    }
    return parse_row(answer["game"])._replace(timings=timings)
