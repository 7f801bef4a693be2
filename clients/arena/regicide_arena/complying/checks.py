"""The checks, each of which a bot passes or not; where it does not, the finding says what it did, and when."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from enum import StrEnum
from itertools import zip_longest
from statistics import quantiles
from typing import Final, NamedTuple

from regicide_arena.complying import trials
from regicide_arena.complying.asking import GRACE, Moment
from regicide_arena.complying.trials import APART, PLAYERS, Fault, Subject, Trial, Tried
from regicide_arena.processes import Processes


class Verdict(StrEnum):
    """What became of a check."""

    PASSED = "passed"
    WARNED = "warned"
    """The bot may enter, but its author should know."""
    FAILED = "failed"


class Finding(NamedTuple):
    """What became of a check, in a few words; and the faults, which its author can act on."""

    check: str
    verdict: Verdict
    about: str
    faults: list[Fault]


class Check(NamedTuple):
    """A check that looks for faults alone."""

    trial: Trial
    things: str
    passed: str
    """What so many things came to, with a bot that has none."""


CHECKS: Final = {
    "whole games": Check(trials.whole_games, "games", "of 1 to 4 players, played to their end"),
    "all situations": Check(trials.situations, "positions", "mastered, every phase among them"),
    "restarts": Check(trials.restarts, "games", "went on though the bot was started anew for each action"),
    "retries": Check(trials.retries, "games", "went on though each action was asked for twice"),
    "views of servers": Check(trials.server_views, "games", "with views that say more than the rules do"),
}
SAME: Final = "the same again"
AT_ONE_TIME: Final = "games at one time"
TIME: Final = "time"
NAMES: Final = (*CHECKS, SAME, AT_ONE_TIME, TIME)
"""All checks, in their order."""


def findings(subject: Subject, clock: float) -> Iterator[Finding]:
    """All checks, one after the other; the clock gives a bot so many seconds for an action."""
    seconds: list[float] = []
    faults_alone = _tried([check.trial for check in CHECKS.values()], subject)
    for (name, check), tried in zip(CHECKS.items(), faults_alone, strict=True):
        seconds += tried.seconds
        yield _of_faults(name, tried, check)
    compared = (trials.apart, trials.apart, trials.together)
    first, again, together = (tried for trial in compared for tried in _tried([trial], subject))
    yield _compared(SAME, first, again, _SEED)
    yield _compared(AT_ONE_TIME, first, together, _LEAK)
    yield _on_time([*seconds, *first.seconds, *again.seconds, *together.seconds], clock)


def _tried(tests: Iterable[Trial], subject: Subject) -> Iterator[Tried]:
    """What comes of trials in another process, or in as many as the bot brings to their end."""
    left = iter(tests)
    while (trial := next(left, None)) is not None:
        with Processes(1) as processes:
            while trial is not None:
                try:
                    yield processes.pool.submit(trial, subject).result()
                except BrokenProcessPool:
                    late = subject.limit + GRACE
                    what = f"ended the process that it was in, or could not be interrupted in {late:g} seconds"
                    yield Tried(1, [Fault(what, "nobody can say when")], [], [])
                    break
                trial = next(left, None)


def _of_faults(name: str, tried: Tried, check: Check) -> Finding:
    if tried.faults:
        about = f"{len(tried.faults)} of {tried.times} {check.things} went wrong"
        return Finding(name, Verdict.FAILED, about, tried.faults)
    return Finding(name, Verdict.PASSED, f"{tried.times} {check.things} {check.passed}", [])


_SEED: Final = (
    "when it was made from the same seed again, in another process: a cup with it cannot be repeated. Whoever goes by "
    "a time cannot help it; all others take what they leave to chance from the seed, and go by no hashes of texts"
)
_LEAK: Final = (
    "when it played other games at the same time: what a bot remembers of one game has to be kept apart from the others"
)


def _compared(name: str, first: Tried, other: Tried, when: str) -> Finding:
    """The same games, as they went first, and as they went in another way."""
    if faults := first.faults or other.faults:
        return Finding(name, Verdict.FAILED, "some games went wrong", faults)
    for players, one, two in zip(PLAYERS, first.games, other.games, strict=True):
        for step, (expected, action) in enumerate(zip_longest(one, two)):
            if expected != action:
                fault = Fault(f"played {action} in place of {expected} {when}", str(Moment(APART, players, step)))
                return Finding(name, Verdict.WARNED, "its games differ", [fault])
    return Finding(name, Verdict.PASSED, f"{len(PLAYERS)} games were the same, action by action", [])


def _on_time(seconds: Sequence[float], clock: float) -> Finding:
    """The times of all answers, held to the clock."""
    if len(seconds) < len(PLAYERS):
        return Finding(TIME, Verdict.FAILED, "it hardly answered at all", [])
    hundredths = quantiles(seconds, n=100, method="inclusive")
    times = ", ".join(
        f"{name} {1000 * value:.3g} ms"
        for name, value in (("p50", hundredths[49]), ("p99", hundredths[98]), ("slowest", max(seconds)))
    )
    late = sum(each > clock for each in seconds)
    if not late:
        return Finding(TIME, Verdict.PASSED, f"{len(seconds)} answers: {times}", [])
    about = f"{late} of {len(seconds)} answers took longer than {clock:g} seconds: {times}"
    return Finding(TIME, Verdict.FAILED, about, [])
