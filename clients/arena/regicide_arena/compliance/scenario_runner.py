"""Runs the scenarios of a bot in a process of its own."""

from __future__ import annotations

from time import perf_counter
from typing import Any, Final

from regicide_arena.bots.exposure import exposure_for
from regicide_arena.bots.registry import BotNotFound
from regicide_arena.compliance.probe import INTERRUPT_GRACE_S, FaultKind, count_late
from regicide_arena.compliance.scenarios import BotUnderTest, Fault, Scenario, ScenarioResult
from regicide_arena.runtime.guarded_process import GuardedProcess, ProcessEnded
from regicide_arena.runtime.isolation import Isolation
from regicide_arena.runtime.timeouts import START_TIMEOUT_S

MODULE: Final = "regicide_arena.compliance.worker"


class ProcessUnavailable(Exception):
    """The system cannot start a process."""


class ScenarioRunner:
    """Runs the scenarios of a bot in a process, and in a new one after each that the bot ends.

    After the allowed number of late answers, no further scenario runs.
    """

    def __init__(self, subject: BotUnderTest, isolation: Isolation = Isolation.LIMITS) -> None:
        self._subject, self._isolation = subject, isolation
        self._process: GuardedProcess | None = None
        self.seconds: list[float] = []
        """The times of all answers."""
        self.is_repetitive = False
        """Whether a scenario has ended early because of repeated failures."""

    def close(self) -> None:
        """End the process, and all that the bot has left running."""
        process, self._process = self._process, None
        if process:
            process.close()

    def load(self) -> GuardedProcess:
        """Load the bot in a new process, and return that.

        Raises BotNotFound, or ProcessUnavailable.
        """
        self.close()
        bot = self._subject.bot
        try:
            self._process = process = GuardedProcess(MODULE, self._isolation, exposure_for([bot]))
        except OSError as error:
            raise ProcessUnavailable(f"the process of {bot} cannot be started: {error.strerror}") from error
        try:
            process.send({"bot": bot, "is_limited": self._isolation is not Isolation.NONE})
            loaded = process.receive(START_TIMEOUT_S)
        except TimeoutError:
            self.close()
            raise BotNotFound(f"{bot} is not loaded within {START_TIMEOUT_S:g} seconds") from None
        except (EOFError, OSError, ValueError) as error:
            raise BotNotFound(f"{bot} ends the process that loads it{_cause(error)}") from None
        if "not_found" in loaded:
            raise BotNotFound(loaded["not_found"])
        return process

    @property
    def is_too_late(self) -> bool:
        """Whether the bot has given the allowed number of late answers."""
        return self._late_answers_left <= 0

    def run_anew(self, scenario: Scenario) -> ScenarioResult | None:
        """Run a scenario in a new process."""
        self.close()
        return self.run(scenario)

    def run(self, scenario: Scenario) -> ScenarioResult | None:
        """Run a scenario; None if the bot has given too many late answers before."""
        if self.is_too_late:
            return None
        limits = self._subject.limits._replace(late_answers=self._late_answers_left)
        began = perf_counter()
        try:
            process = self._process or self.load()
            process.send({"scenario": scenario.__name__, "subject": self._subject._replace(limits=limits)})
            result = _parse_result(process.receive())
        except (BotNotFound, EOFError, OSError, ValueError, TypeError, KeyError) as error:  # or what a bot has sent
            self.close()
            result = _ended(perf_counter() - began, limits.interrupt_s + INTERRUPT_GRACE_S, _cause(error))
        self.seconds += result.seconds
        self.is_repetitive |= result.fails_repeatedly
        return result

    @property
    def _late_answers_left(self) -> int:
        limits = self._subject.limits
        return limits.late_answers - count_late(self.seconds, limits.clock_s)


def _parse_result(message: dict[str, Any]) -> ScenarioResult:
    """Parse the message of the process.

    Raises RuntimeError for an error of this package, and ValueError, TypeError or KeyError for anything unexpected.
    """
    if "error" in message:
        raise RuntimeError(message["error"])
    times, faults, seconds, games, is_cut_short, fails_repeatedly = message["result"]
    return ScenarioResult(
        int(times),
        [Fault(what, when, view, FaultKind(kind)) for what, when, view, kind in faults],
        [float(each) for each in seconds],
        [[str(action) for action in game] for game in games],
        bool(is_cut_short),
        bool(fails_repeatedly),
    )


def _cause(error: Exception) -> str:
    """Return why a process has ended, after a colon; empty if it is unknown."""
    return f": {error}" if isinstance(error, ProcessEnded) else ""


def _ended(seconds: float, limit_s: float, cause: str) -> ScenarioResult:
    """Return the result of a scenario that ended its process after some seconds."""
    if seconds < limit_s:
        fault = Fault(f"ended its process{cause}", "at an unknown turn", kind=FaultKind.ENDED)
        return ScenarioResult(1, [fault], [], [])
    what = f"could not be interrupted within {limit_s:g} seconds, or ended its process{cause}"
    return ScenarioResult(1, [Fault(what, "at an unknown turn", kind=FaultKind.LATE)], [limit_s], [])
