"""The process of a bot under test, in which its scenarios run."""

from __future__ import annotations

from concurrent.futures.process import BrokenProcessPool
from time import perf_counter
from typing import Final

from regicide_arena.bots.registry import BotNotFound
from regicide_arena.compliance import scenarios
from regicide_arena.compliance.probe import INTERRUPT_GRACE_S, count_late
from regicide_arena.compliance.scenarios import BotUnderTest, Fault, Scenario, ScenarioResult, run_contained
from regicide_arena.runtime.process_pool import WorkerPool

LOAD_TIMEOUT_S: Final = 60.0


class BotProcess:
    """Runs the scenarios of a bot in a worker process, and in a new one after each that the bot ends.

    After the allowed number of late answers, no further scenario runs.
    """

    def __init__(self, subject: BotUnderTest, *, limited: bool = True) -> None:
        self._subject, self._limited = subject, limited
        self._workers = WorkerPool(1, limited=limited)
        self.seconds: list[float] = []
        """The times of all answers."""

    def close(self) -> None:
        """End the process, and all that the bot has left running."""
        self._workers.close()

    def load(self) -> None:
        """Load the bot.

        Raises BotNotFound.
        """
        try:
            self._workers.pool.submit(scenarios.load, self._subject).result(LOAD_TIMEOUT_S)
        except BrokenProcessPool:
            raise BotNotFound(f"{self._subject.bot} ends the process that loads it") from None
        except TimeoutError:
            self._restart()
            raise BotNotFound(f"{self._subject.bot} is not loaded within {LOAD_TIMEOUT_S:g} seconds") from None

    @property
    def is_too_late(self) -> bool:
        """Whether the bot has given the allowed number of late answers."""
        return self._late_answers_left <= 0

    def run_anew(self, scenario: Scenario) -> ScenarioResult | None:
        """Run a scenario in a new process."""
        self._restart()
        return self.run(scenario)

    def run(self, scenario: Scenario) -> ScenarioResult | None:
        """Run a scenario; None if the bot has given too many late answers before."""
        if self.is_too_late:
            return None
        limits = self._subject.limits._replace(late_answers=self._late_answers_left)
        began = perf_counter()
        try:
            result = self._workers.pool.submit(run_contained, scenario, self._subject._replace(limits=limits)).result()
        except BrokenProcessPool:
            self._restart()
            result = _ended(perf_counter() - began, limits.interrupt_s + INTERRUPT_GRACE_S)
        self.seconds += result.seconds
        return result

    @property
    def _late_answers_left(self) -> int:
        limits = self._subject.limits
        return limits.late_answers - count_late(self.seconds, limits.clock_s)

    def _restart(self) -> None:
        self._workers.close()
        self._workers = WorkerPool(1, limited=self._limited)


def _ended(seconds: float, limit_s: float) -> ScenarioResult:
    """Return the result of a scenario that ended its process after some seconds."""
    if seconds < limit_s:
        return ScenarioResult(1, [Fault("ended its process", "at an unknown turn")], [], [])
    fault = Fault(f"could not be interrupted within {limit_s:g} seconds, or ended its process", "at an unknown turn")
    return ScenarioResult(1, [fault], [limit_s], [])
