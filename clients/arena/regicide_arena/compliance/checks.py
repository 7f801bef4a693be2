"""Checks a bot and prints the verdicts as a table or JSON.

Each check runs scenarios in a worker process; the faults found there decide its verdict.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from enum import StrEnum
from itertools import zip_longest
from statistics import quantiles
from time import perf_counter
from typing import Any, Final, NamedTuple

from rich.box import SIMPLE_HEAD
from rich.table import Table

from regicide_arena.bots.exposure import exposure_for
from regicide_arena.bots.registry import BotNotFound
from regicide_arena.bots.warm_up import warm_up
from regicide_arena.commands.measurements import CheckOptions
from regicide_arena.compliance import scenarios
from regicide_arena.compliance.probe import INTERRUPT_GRACE_S, SAME_FAILURES, CallLimits, FaultKind, Turn, count_late
from regicide_arena.compliance.scenarios import (
    COMPARED_DEAL,
    PLAYERS,
    BotUnderTest,
    Fault,
    Scenario,
    ScenarioResult,
)
from regicide_arena.runtime.console import EXIT_UNUSABLE, output_console, print_error, print_note, progress_bar
from regicide_arena.runtime.guarded_process import GuardedProcess, ProcessEnded
from regicide_arena.runtime.isolation import Isolation, IsolationUnavailable, require_sandbox
from regicide_arena.runtime.messages import printable
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


class CheckVerdict(StrEnum):
    """The verdict of a check."""

    PASSED = "passed"
    WARNED = "warned"
    """The bot is fit, but its author should know about the fault."""
    FAILED = "failed"
    SKIPPED = "skipped"
    """Not run, because the bot has given too many late answers before."""


class CheckResult(NamedTuple):
    """The verdict of a check with a short reason, and the faults."""

    check: str
    verdict: CheckVerdict
    about: str
    faults: list[Fault]


class FaultCheck(NamedTuple):
    """A check that passes if its scenario has no faults."""

    scenario: Scenario
    unit: str
    passed: str
    """The reason of a passed check, after the number and the unit."""


FAULT_CHECKS: Final = {
    "whole games": FaultCheck(scenarios.whole_games, "games", "with 1 to 4 players, played to the end"),
    "positions": FaultCheck(scenarios.sampled_positions, "positions", "of all phases and rare kinds"),
    "restarts": FaultCheck(scenarios.restarts, "games", "with a new bot for each action"),
    "retries": FaultCheck(scenarios.retries, "games", "with two requests for each action"),
    "server views": FaultCheck(scenarios.server_views, "games", "with additional members in the views"),
}
REPRODUCIBILITY: Final = "reproducibility"
CONCURRENT_GAMES: Final = "concurrent games"
TIME: Final = "time"
CHECK_NAMES: Final = (*FAULT_CHECKS, REPRODUCIBILITY, CONCURRENT_GAMES, TIME)
"""The names of all checks, in order."""


def run_checks(runner: ScenarioRunner, clock_s: float, announce: Callable[[str], None]) -> Iterator[CheckResult]:
    """Run all checks, one after the other; `announce` gets the name of each that is not skipped before it begins."""

    def begin(name: str) -> str:
        if not runner.is_too_late:
            announce(name)
        return name

    for name, check in FAULT_CHECKS.items():
        yield _fault_check(begin(name), runner.run(check.scenario), check)
    begin(REPRODUCIBILITY)
    first, again = runner.run_anew(scenarios.sequential_games), runner.run_anew(scenarios.sequential_games)
    yield _comparison(REPRODUCIBILITY, first, again, _DIFFERENT_PROCESS)
    begin(CONCURRENT_GAMES)
    yield _comparison(CONCURRENT_GAMES, first, runner.run_anew(scenarios.interleaved_games), _SHARED_STATE)
    begin(TIME)
    yield _time_check(runner.seconds, clock_s, is_cut_short=runner.is_too_late)


def _skipped(name: str) -> CheckResult:
    return CheckResult(name, CheckVerdict.SKIPPED, "not run: too many late answers", [])


def _cut_short(name: str) -> CheckResult:
    return CheckResult(name, CheckVerdict.SKIPPED, "not completed: too many late answers", [])


def _fault_check(name: str, result: ScenarioResult | None, check: FaultCheck) -> CheckResult:
    if result is None:
        return _skipped(name)
    if result.faults:
        about = f"{len(result.faults)} of {result.times} {check.unit} failed"
        return CheckResult(name, CheckVerdict.FAILED, about, result.faults)
    if result.is_cut_short:
        return _cut_short(name)
    return CheckResult(name, CheckVerdict.PASSED, f"{result.times} {check.unit} {check.passed}", [])


_DIFFERENT_PROCESS: Final = (
    "with the same seed in another process, so that tournaments with it cannot be reproduced: expected that all chance "
    "comes from the seed, and nothing from hashes of strings; a time limit for thinking has this effect, too"
)
_SHARED_STATE: Final = (
    "with other games in progress: expected that what a bot remembers of one game does not affect another"
)


def _comparison(name: str, first: ScenarioResult | None, other: ScenarioResult | None, condition: str) -> CheckResult:
    """Compare the actions of the same games, played in two ways."""
    if first is None or other is None:
        return _skipped(name)
    if faults := first.faults or other.faults:
        return CheckResult(name, CheckVerdict.FAILED, "some games failed", faults)
    if first.is_cut_short or other.is_cut_short:
        return _cut_short(name)
    if fault := _first_difference(first, other, condition):
        return CheckResult(name, CheckVerdict.WARNED, "the actions differ", [fault])
    return CheckResult(name, CheckVerdict.PASSED, f"{len(PLAYERS)} games with the same actions", [])


def _first_difference(first: ScenarioResult, other: ScenarioResult, condition: str) -> Fault | None:
    for players, one, two in zip(PLAYERS, first.games, other.games, strict=True):
        for step, (expected, action) in enumerate(zip_longest(one, two)):
            if expected != action:
                what = f"{action} instead of {expected} {condition}"
                return Fault(what, str(Turn(COMPARED_DEAL, players, step)), kind=FaultKind.DIFFERENT)
    return None


def _time_check(seconds: Sequence[float], clock_s: float, *, is_cut_short: bool) -> CheckResult:
    """Compare the times of all answers with the clock."""
    if not is_cut_short and len(seconds) < len(PLAYERS):
        return CheckResult(TIME, CheckVerdict.FAILED, "too few answers", [])
    hundredths = quantiles([*seconds] * 2 if len(seconds) == 1 else seconds, n=100, method="inclusive")
    named = {"p50": hundredths[49], "p99": hundredths[98], "slowest": max(seconds)}
    times = ", ".join(f"{name} {format_milliseconds(value)}" for name, value in named.items())
    late = count_late(seconds, clock_s)
    if not late:
        return CheckResult(TIME, CheckVerdict.PASSED, f"{len(seconds)} answers: {times}", [])
    about = f"{late} of {len(seconds)} answers took longer than {clock_s:g} s: {times}"
    if is_cut_short:
        about += "; the check has ended early (--late-answers)"
    return CheckResult(TIME, CheckVerdict.FAILED, about, [])


def format_milliseconds(seconds: float) -> str:
    """Format a time with three significant digits, or as a whole number: 0.123 ms, 5,000 ms."""
    value = 1000 * seconds
    return f"{value:,.0f} ms" if value >= 100 else f"{value:.3g} ms"


CONSOLE_WIDTH: Final = 120
"""Characters per line without a terminal."""
LIMIT_FACTOR: Final = 10
"""The time limit of a call, as a multiple of the clock."""
MIN_LIMIT_S: Final = 1.0
MAX_FAULTS_SHOWN: Final = 3
"""The faults of each check in the table; JSON has all of them."""
STYLES: Final = {
    CheckVerdict.PASSED: "green",
    CheckVerdict.WARNED: "yellow",
    CheckVerdict.FAILED: "bold red",
    CheckVerdict.SKIPPED: "dim",
}


def check_bot(options: CheckOptions) -> int:
    """Check a bot; return the exit code: 1 if a check failed, 2 if the bot cannot be loaded."""
    interrupt_s = max(MIN_LIMIT_S, LIMIT_FACTOR * options.clock)
    limits = CallLimits(options.clock, interrupt_s, options.late_answers)
    subject = BotUnderTest(options.bot, options.bot_seed, options.games, limits)
    with closing(ScenarioRunner(subject, options.isolation)) as runner:
        try:
            if options.isolation is Isolation.SANDBOX:
                require_sandbox()
            warm_up([options.bot])
            runner.load()
            with _announcing(options.bot) as announce:
                results = [*run_checks(runner, options.clock, announce)]
        except (BotNotFound, IsolationUnavailable, ProcessUnavailable) as error:
            print_error(str(error))
            return EXIT_UNUSABLE
        if runner.is_repetitive:
            print_note(f"some checks ended early, after {SAME_FAILURES} identical failures in a row")
    return _report(options, results)


def _report(options: CheckOptions, results: Sequence[CheckResult]) -> int:
    is_fit = all(result.verdict in {CheckVerdict.PASSED, CheckVerdict.WARNED} for result in results)
    if options.json:
        sys.stdout.write(_as_json(options.bot, results, is_fit=is_fit))
    else:
        _print(options.bot, results, is_fit=is_fit)
    return 0 if is_fit else 1


@contextmanager
def _announcing(bot: str) -> Iterator[Callable[[str], None]]:
    """Yield a function that shows on standard error which check begins: a bar in a terminal, else a line for each."""
    with progress_bar() as progress:
        bar = progress.add_task("", total=len(CHECK_NAMES))

        def announce(name: str) -> None:
            number = 1 + CHECK_NAMES.index(name)
            progress.update(bar, completed=number - 1, description=f"{bot}: {name}")
            if not sys.stderr.isatty():
                print_note(f"check {number} of {len(CHECK_NAMES)} of {bot}: {name}")

        yield announce


def _print(bot: str, results: Sequence[CheckResult], *, is_fit: bool) -> None:
    """Print a row for each check, and the first faults below the table."""
    console = output_console(CONSOLE_WIDTH)
    table = Table("check", "verdict", "", box=SIMPLE_HEAD, show_edge=False)
    for result in results:
        table.add_row(result.check, result.verdict, result.about, style=STYLES[result.verdict])
    console.print(table)
    for result in results:
        for fault in result.faults[:MAX_FAULTS_SHOWN]:
            console.print(printable(f"{result.check}: {fault.what}; {fault.when}"), soft_wrap=True)
        if (more := len(result.faults) - MAX_FAULTS_SHOWN) > 0:
            console.print(f"{result.check}: {more} more (--json has all, with the bot's views)")
    console.print(f"{bot} is {'fit' if is_fit else 'not fit'} for tournaments.")


def _as_json(bot: str, results: Sequence[CheckResult], *, is_fit: bool) -> str:
    """Return all results and faults, with the views."""
    checks = [result._asdict() | {"faults": [fault._asdict() for fault in result.faults]} for result in results]
    return json.dumps({"bot": bot, "fit": is_fit, "checks": checks}, indent=2) + "\n"
