"""Checks a bot and prints the verdicts as a table or JSON.

Each check runs scenarios in a worker process; the faults found there decide its verdict.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest
from statistics import quantiles
from typing import Final, NamedTuple

from rich.box import SIMPLE_HEAD
from rich.table import Table

from regicide_arena.bots.registry import BotNotFound, find_bot
from regicide_arena.compliance import scenarios
from regicide_arena.compliance.probe import INTERRUPT_GRACE_S, Turn
from regicide_arena.compliance.scenarios import (
    COMPARED_DEAL,
    PLAYERS,
    BotUnderTest,
    Fault,
    Scenario,
    ScenarioResult,
)
from regicide_arena.runtime.console import EXIT_UNUSABLE, output_console, print_error, progress_bar
from regicide_arena.runtime.process_pool import WorkerPool


class CheckVerdict(StrEnum):
    """The verdict of a check."""

    PASSED = "passed"
    WARNED = "warned"
    """The bot is fit, but its author should know about the fault."""
    FAILED = "failed"


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


def run_checks(subject: BotUnderTest, clock_s: float) -> Iterator[CheckResult]:
    """Run all checks, one after the other; the clock is the time that a bot has for an action."""
    seconds: list[float] = []
    results = _run_scenarios([check.scenario for check in FAULT_CHECKS.values()], subject)
    for (name, check), result in zip(FAULT_CHECKS.items(), results, strict=True):
        seconds += result.seconds
        yield _fault_check(name, result, check)
    compared = (scenarios.sequential_games, scenarios.sequential_games, scenarios.interleaved_games)
    first, again, together = (result for each in compared for result in _run_scenarios([each], subject))
    yield _comparison(REPRODUCIBILITY, first, again, _DIFFERENT_PROCESS)
    yield _comparison(CONCURRENT_GAMES, first, together, _SHARED_STATE)
    yield _time_check([*seconds, *first.seconds, *again.seconds, *together.seconds], clock_s)


def _run_scenarios(tests: Iterable[Scenario], subject: BotUnderTest) -> Iterator[ScenarioResult]:
    """Run scenarios in a worker process, and in a new one after each that the bot ends."""
    left = iter(tests)
    while (scenario := next(left, None)) is not None:
        with WorkerPool(1) as workers:
            while scenario is not None:
                try:
                    yield workers.pool.submit(scenario, subject).result()
                except BrokenProcessPool:
                    limit = subject.limit_s + INTERRUPT_GRACE_S
                    what = f"ended its process, or could not be interrupted within {limit:g} seconds"
                    yield ScenarioResult(1, [Fault(what, "at an unknown turn")], [], [])
                    break
                scenario = next(left, None)


def _fault_check(name: str, result: ScenarioResult, check: FaultCheck) -> CheckResult:
    if result.faults:
        about = f"{len(result.faults)} of {result.times} {check.unit} failed"
        return CheckResult(name, CheckVerdict.FAILED, about, result.faults)
    return CheckResult(name, CheckVerdict.PASSED, f"{result.times} {check.unit} {check.passed}", [])


_DIFFERENT_PROCESS: Final = (
    "with the same seed in another process, so that tournaments with it cannot be reproduced: expected that all chance "
    "comes from the seed, and nothing from hashes of strings; a time limit for thinking has this effect, too"
)
_SHARED_STATE: Final = (
    "with other games in progress: expected that what a bot remembers of one game does not affect another"
)


def _comparison(name: str, first: ScenarioResult, other: ScenarioResult, condition: str) -> CheckResult:
    """Compare the actions of the same games, played in two ways."""
    if faults := first.faults or other.faults:
        return CheckResult(name, CheckVerdict.FAILED, "some games failed", faults)
    for players, one, two in zip(PLAYERS, first.games, other.games, strict=True):
        for step, (expected, action) in enumerate(zip_longest(one, two)):
            if expected != action:
                fault = Fault(f"{action} instead of {expected} {condition}", str(Turn(COMPARED_DEAL, players, step)))
                return CheckResult(name, CheckVerdict.WARNED, "the actions differ", [fault])
    return CheckResult(name, CheckVerdict.PASSED, f"{len(PLAYERS)} games with the same actions", [])


def _time_check(seconds: Sequence[float], clock_s: float) -> CheckResult:
    """Compare the times of all answers with the clock."""
    if len(seconds) < len(PLAYERS):
        return CheckResult(TIME, CheckVerdict.FAILED, "too few answers", [])
    hundredths = quantiles(seconds, n=100, method="inclusive")
    times = ", ".join(
        f"{name} {1000 * value:.3g} ms"
        for name, value in (("p50", hundredths[49]), ("p99", hundredths[98]), ("slowest", max(seconds)))
    )
    late = sum(each > clock_s for each in seconds)
    if not late:
        return CheckResult(TIME, CheckVerdict.PASSED, f"{len(seconds)} answers: {times}", [])
    about = f"{late} of {len(seconds)} answers took longer than {clock_s:g} seconds: {times}"
    return CheckResult(TIME, CheckVerdict.FAILED, about, [])


CONSOLE_WIDTH: Final = 120
"""Characters per line without a terminal."""
LIMIT_FACTOR: Final = 10
"""The time limit of a call, as a multiple of the clock."""
MIN_LIMIT_S: Final = 1.0
MAX_FAULTS_SHOWN: Final = 3
"""The faults of each check in the table; JSON has all of them."""
STYLES: Final = {CheckVerdict.PASSED: "green", CheckVerdict.WARNED: "yellow", CheckVerdict.FAILED: "bold red"}


@dataclass(frozen=True)
class CheckOptions:
    """The bot to check, the whole games for each number of players, and the time for an action."""

    bot: str
    games: int
    clock_s: float
    bot_seed: str
    json: bool


def check_bot(options: CheckOptions) -> int:
    """Check a bot; return the exit code: 1 if a check failed, 2 if the bot cannot be loaded."""
    try:
        find_bot(options.bot)
    except BotNotFound as error:
        print_error(str(error))
        return EXIT_UNUSABLE
    limit_s = max(MIN_LIMIT_S, LIMIT_FACTOR * options.clock_s)
    subject = BotUnderTest(options.bot, options.bot_seed, options.games, limit_s)
    with progress_bar() as progress:
        checks = run_checks(subject, options.clock_s)
        results = [*progress.track(checks, len(CHECK_NAMES), description=f"checks of {options.bot}")]
    is_fit = all(result.verdict is not CheckVerdict.FAILED for result in results)
    if options.json:
        sys.stdout.write(_as_json(options.bot, results, is_fit=is_fit))
    else:
        _print(options.bot, results, is_fit=is_fit)
    return 0 if is_fit else 1


def _print(bot: str, results: Sequence[CheckResult], *, is_fit: bool) -> None:
    """Print a row for each check, and the first faults below the table."""
    console = output_console(CONSOLE_WIDTH)
    table = Table("check", "verdict", "", box=SIMPLE_HEAD, show_edge=False)
    for result in results:
        table.add_row(result.check, result.verdict, result.about, style=STYLES[result.verdict])
    console.print(table)
    for result in results:
        for fault in result.faults[:MAX_FAULTS_SHOWN]:
            console.print(f"{result.check}: {fault.what}; {fault.when}", soft_wrap=True)
        if (more := len(result.faults) - MAX_FAULTS_SHOWN) > 0:
            console.print(f"{result.check}: {more} more (--json has all, with the bot's views)")
    console.print(f"{bot} is {'fit' if is_fit else 'not fit'} for tournaments.")


def _as_json(bot: str, results: Sequence[CheckResult], *, is_fit: bool) -> str:
    """Return all results and faults, with the views."""
    checks = [result._asdict() | {"faults": [fault._asdict() for fault in result.faults]} for result in results]
    return json.dumps({"bot": bot, "fit": is_fit, "checks": checks}, indent=2) + "\n"
