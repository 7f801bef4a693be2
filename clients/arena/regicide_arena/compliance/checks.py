"""Checks a bot and prints the verdicts as a table or JSON.

Each check runs scenarios with the process of the bot; the faults found there decide its verdict.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from enum import StrEnum
from itertools import zip_longest
from statistics import quantiles
from typing import Final, NamedTuple

from rich.box import SIMPLE_HEAD
from rich.table import Table

from regicide_arena.bots.warm_up import warm_up
from regicide_arena.commands.bots import CheckOptions
from regicide_arena.compliance import scenarios
from regicide_arena.compliance.probe import (
    SAME_FAILURES,
    BotProbe,
    CallLimits,
    Fault,
    FaultKind,
    ScenarioResult,
    Turn,
    count_late,
)
from regicide_arena.compliance.scenarios import COMPARED_DEAL, PLAYERS, Scenario
from regicide_arena.protocol.messages import Greeting, encode
from regicide_arena.protocol.player import BotPlayer
from regicide_arena.protocol.programs import program_of, require_bot
from regicide_arena.runtime.console import output_console, print_note, progress_bar
from regicide_arena.runtime.isolation import Isolation, require_sandbox
from regicide_arena.runtime.messages import one_line, printable


class CheckVerdict(StrEnum):
    """The verdict of a check."""

    PASSED = "passed"
    WARNED = "warned"
    """The bot is fit, but its author should know about the fault."""
    FAILED = "failed"
    SKIPPED = "skipped"
    """Not run to its end, because the bot has given too many late answers."""


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
    "restarts": FaultCheck(scenarios.restarts, "games", "begun anew for each action"),
    "retries": FaultCheck(scenarios.retries, "games", "with two requests for each action"),
    "server views": FaultCheck(scenarios.server_views, "games", "with additional members in the views"),
}
REPRODUCIBILITY: Final = "reproducibility"
CONCURRENT_GAMES: Final = "concurrent games"
TIME: Final = "time"
CHECK_NAMES: Final = (*FAULT_CHECKS, REPRODUCIBILITY, CONCURRENT_GAMES, TIME)
"""The names of all checks, in order."""


def run_checks(
    probe: BotProbe, clock_s: float, announce: Callable[[str], None], *, is_deterministic: bool = False
) -> Iterator[CheckResult]:
    """Run all checks, one after the other; `announce` gets the name of each that is not skipped before it begins.

    Other actions with the same seed fail a bot that says that it is deterministic, and are a warning otherwise.
    """
    verdict = CheckVerdict.FAILED if is_deterministic else CheckVerdict.WARNED

    def run(scenario: Scenario, check: str = "") -> ScenarioResult:
        if check and not probe.is_too_late:
            announce(check)
        return scenario(probe)

    for name, check in FAULT_CHECKS.items():
        yield _fault_check(name, run(check.scenario, name), check)
    first, again = run(scenarios.sequential_games, REPRODUCIBILITY), run(scenarios.sequential_games)
    yield _comparison(REPRODUCIBILITY, first, again, verdict, _DIFFERENT_PROCESS)
    mixed = run(scenarios.interleaved_games, CONCURRENT_GAMES)
    yield _comparison(CONCURRENT_GAMES, first, mixed, verdict, _SHARED_STATE)
    if not probe.is_too_late:
        announce(TIME)
    yield _time_check(probe.seconds, clock_s, is_cut_short=probe.is_too_late)


def _skipped(name: str) -> CheckResult:
    return CheckResult(name, CheckVerdict.SKIPPED, "not completed: too many late answers", [])


def _fault_check(name: str, result: ScenarioResult, check: FaultCheck) -> CheckResult:
    if result.faults:
        failed = min(result.times, sum(fault.kind is not FaultKind.LEFT_PROCESS for fault in result.faults))
        about = f"{failed} of {result.times} {check.unit} failed" if failed else "a process was left behind"
        return CheckResult(name, CheckVerdict.FAILED, about, result.faults)
    if result.is_cut_short:
        return _skipped(name)
    return CheckResult(name, CheckVerdict.PASSED, f"{result.times} {check.unit} {check.passed}", [])


_DIFFERENT_PROCESS: Final = (
    "with the same seed in another process, so that tournaments with it cannot be reproduced: expected that all chance "
    "comes from the seed, and nothing from hashes of strings; a time limit for thinking has this effect, too"
)
_SHARED_STATE: Final = (
    "with other games in progress: expected that what a bot remembers of one game does not affect another"
)


def _comparison(
    name: str, first: ScenarioResult, other: ScenarioResult, verdict: CheckVerdict, condition: str
) -> CheckResult:
    """Compare the actions of the same games, played in two ways; the verdict is that of a difference."""
    if faults := first.faults or other.faults:
        return CheckResult(name, CheckVerdict.FAILED, "some games failed", faults)
    if first.is_cut_short or other.is_cut_short:
        return _skipped(name)
    if fault := _first_difference(first, other, condition):
        return CheckResult(name, verdict, "the actions differ", [fault])
    return CheckResult(name, CheckVerdict.PASSED, f"{len(PLAYERS)} games with the same actions", [])


def _first_difference(first: ScenarioResult, other: ScenarioResult, condition: str) -> Fault | None:
    for players, one, two in zip(PLAYERS, first.games, other.games, strict=True):
        for step, (expected, action) in enumerate(zip_longest(one, two)):
            if expected != action:
                what = f"{action} instead of {expected} {condition}"
                when = str(Turn(COMPARED_DEAL, players, step))
                return Fault(what, when, kind=FaultKind.DIFFERENT, cause=(condition,))
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
"""The time after which the process ends, as a multiple of the clock."""
MIN_LIMIT_S: Final = 1.0
MAX_FAULTS_SHOWN: Final = 10
"""The different faults below the table; JSON has all of them."""
MAX_GREETING_CHARS: Final = 100
MAX_OPTION_CHARS: Final = 500
STYLES: Final = {
    CheckVerdict.PASSED: "green",
    CheckVerdict.WARNED: "yellow",
    CheckVerdict.FAILED: "bold red",
    CheckVerdict.SKIPPED: "dim",
}


def check_bot(options: CheckOptions) -> int:
    """Check a bot; return the exit code: 1 if a check failed, 2 if the bot cannot be started."""
    if options.isolation is Isolation.SANDBOX:
        require_sandbox()
    warm_up([options.bot])
    with _announcing(options.bot) as announce:
        greeting = require_bot(options.bot, isolation=options.isolation, asks=("play", "advice", "review"))
        results = _results(options, announce, is_deterministic=greeting.deterministic)
    is_fit = all(result.verdict in {CheckVerdict.PASSED, CheckVerdict.WARNED} for result in results)
    if options.json:
        sys.stdout.write(_as_json(options.bot, greeting, results, is_fit=is_fit))
    else:
        _print(options.bot, greeting, results, is_fit=is_fit)
    return 0 if is_fit else 1


def _results(options: CheckOptions, announce: Callable[[str], None], *, is_deterministic: bool) -> list[CheckResult]:
    limits = CallLimits(options.clock, max(MIN_LIMIT_S, LIMIT_FACTOR * options.clock), options.late_answers)
    program = program_of(options.bot, isolation=options.isolation)
    with closing(BotPlayer(program, limits.clock_s, limit_s=limits.interrupt_s)) as player:
        probe = BotProbe(player, options.bot_seed, limits, options.games)
        results = [*run_checks(probe, limits.clock_s, announce, is_deterministic=is_deterministic)]
    if probe.is_repetitive:
        print_note(f"some checks ended early, after {SAME_FAILURES} identical failures in a row")
    return results


@contextmanager
def _announcing(bot: str) -> Iterator[Callable[[str], None]]:
    """Yield a function that shows on standard error which check begins: a bar in a terminal, else a line for each."""
    places, total = {name: place for place, name in enumerate(CHECK_NAMES)}, len(CHECK_NAMES)
    if not sys.stderr.isatty():
        yield lambda name: print_note(f"check {places[name] + 1} of {total} of {bot}: {name}")
        return
    with progress_bar() as progress:
        bar = progress.add_task(f"{bot}: starting", total=total)
        yield lambda name: progress.update(bar, completed=places[name], description=f"{bot}: {name}")


def _print(bot: str, greeting: Greeting, results: Sequence[CheckResult], *, is_fit: bool) -> None:
    """Print what the bot says of itself, a row for each check, and the first faults."""
    console = output_console(CONSOLE_WIDTH)
    console.print(describe(bot, greeting), soft_wrap=True)
    for each in greeting.options:
        console.print(one_line(f"option {each}: {each.about}".removesuffix(": "), MAX_OPTION_CHARS), soft_wrap=True)
    table = Table("check", "verdict", "", box=SIMPLE_HEAD, show_edge=False)
    for result in results:
        table.add_row(result.check, result.verdict, result.about, style=STYLES[result.verdict])
    console.print(table)
    for line in fault_lines(results):
        console.print(printable(line), soft_wrap=True)
    console.print(f"{bot} is {'fit' if is_fit else 'not fit'} for tournaments.")


def describe(bot: str, greeting: Greeting) -> str:
    """Return what a bot says of itself in one line: `gambler 1.2 by Ana: plays, gives advice; deterministic`."""
    name, release, author = (
        one_line(each, MAX_GREETING_CHARS) for each in (greeting.name, greeting.release, greeting.author)
    )
    named = " ".join(filter(None, [name or bot, release, author and f"by {author}"]))
    abilities = {"gives advice": greeting.advises, "reviews games": greeting.reviews}
    does = ", ".join(["plays", *(ability for ability, is_there in abilities.items() if is_there)])
    return f"{named}: {does}{'; says that it is deterministic' if greeting.deterministic else ''}"


def fault_lines(results: Sequence[CheckResult]) -> Iterator[str]:
    """Yield a line for each of the first failures, with its number of times and its first fault.

    Exceptions of one type and line are one failure, as are wrong answers of one kind.
    """
    times, firsts = Counter[tuple[str, ...]](), dict[tuple[str, ...], str]()
    for result in results:
        for fault in result.faults:
            cause = (fault.kind, *fault.cause)
            times[cause] += 1
            firsts.setdefault(cause, f"{fault.what}; {result.check}, {fault.when}")
    for cause, first in [*firsts.items()][:MAX_FAULTS_SHOWN]:
        yield f"{times[cause]} times: {first}" if times[cause] > 1 else first
    if (more := len(firsts) - MAX_FAULTS_SHOWN) > 0:
        yield f"{more} more (--json has all, with the bot's views)"


def _as_json(bot: str, greeting: Greeting, results: Sequence[CheckResult], *, is_fit: bool) -> str:
    """Return all results and faults, with the views."""
    about = {"location": bot} | json.loads(encode(greeting))
    checks = [result._asdict() | {"faults": [fault._asdict() for fault in result.faults]} for result in results]
    return json.dumps({"bot": about, "fit": is_fit, "checks": checks}, indent=2) + "\n"
