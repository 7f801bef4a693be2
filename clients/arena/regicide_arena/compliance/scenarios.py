"""The scenarios that a bot goes through, each in a worker process, and the faults found in them."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from regicide_arena.bots.registry import find_bot
from regicide_arena.compliance.positions import sample_positions
from regicide_arena.compliance.probe import (
    LEFT_PROCESS,
    AskingMode,
    BotProbe,
    CallLimits,
    FaultKind,
    ScenarioCutShort,
    Turn,
    Violation,
    baseline,
    game_actions,
    restarting,
    retrying,
    server_like,
)
from regicide_arena.runtime.guard import child_names, end_descendants

PLAYERS: Final = (1, 2, 3, 4)
COMPARED_DEAL: Final = "compliance/apart"
"""The seed of the deal of the games that are compared."""


class BotUnderTest(NamedTuple):
    """A bot, its seed, the number of whole games for each number of players, and the limits of its calls."""

    bot: str
    seed: str
    games: int
    limits: CallLimits


class Fault(NamedTuple):
    """What the bot did, when, and its view as JSON."""

    what: str
    when: str
    view: str | None = None
    kind: FaultKind = FaultKind.FAILED


class ScenarioResult(NamedTuple):
    """The number of games or positions tried, the faults, the seconds of each answer, and the actions of each game."""

    times: int
    faults: list[Fault]
    seconds: list[float]
    games: list[list[str]]
    is_cut_short: bool = False
    """Whether the scenario has ended early, because of too many late answers or repeated failures."""
    fails_repeatedly: bool = False
    """Whether it has ended early because of repeated failures."""


Scenario = Callable[[BotUnderTest], ScenarioResult]


def run_contained(scenario: Scenario, subject: BotUnderTest) -> ScenarioResult:
    """Run a scenario in a process without children. Each process that the bot leaves running is a fault, and killed."""
    result = scenario(subject._replace(limits=subject.limits._replace(owns_children=True)))
    gc.collect()  # a bot may end its processes with itself
    names = ", ".join(dict.fromkeys(child_names()))
    if names and all(fault.kind is not FaultKind.LEFT_PROCESS for fault in result.faults):
        what = f"{LEFT_PROCESS}: {names}; expected that a bot ends its processes with its game"
        result.faults.append(Fault(what, "after the last game", kind=FaultKind.LEFT_PROCESS))
    end_descendants()
    return result


def whole_games(subject: BotUnderTest) -> ScenarioResult:
    """Play whole games with every number of players."""
    games = [(f"compliance/{game}", players) for players in PLAYERS for game in range(subject.games)]
    return _play(subject, baseline, games)


def sampled_positions(subject: BotUnderTest) -> ScenarioResult:
    """Ask in every kind of position, each time a new bot, which has not seen the game before."""
    probe, faults, times = _probe(subject), [], 0
    for players in PLAYERS:
        for sample in sample_positions(players):
            turn, times = Turn(sample.deal, players, sample.step), times + 1
            try:
                probe.ask(probe.make(f"{sample.deal}/{players}/{sample.step}", turn), sample.position, turn)
            except Violation as violation:
                faults.append(_fault(violation, f"{sample.kind}: "))
            except ScenarioCutShort:
                return ScenarioResult(times - 1, faults, probe.seconds, [], True, probe.fails_repeatedly)
    return ScenarioResult(times, faults, probe.seconds, [])


def restarts(subject: BotUnderTest) -> ScenarioResult:
    """Play games with a new bot for each action."""
    return _play(subject, restarting, _one_game_each("compliance/restarts"))


def retries(subject: BotUnderTest) -> ScenarioResult:
    """Play games in which each action is asked for twice."""
    return _play(subject, retrying, _one_game_each("compliance/retries"))


def server_views(subject: BotUnderTest) -> ScenarioResult:
    """Play games with the additional members of a server's views."""
    return _play(subject, server_like, _one_game_each("compliance/server"))


def sequential_games(subject: BotUnderTest) -> ScenarioResult:
    """Play the compared games one after the other."""
    return _play(subject, baseline, _one_game_each(COMPARED_DEAL))


def interleaved_games(subject: BotUnderTest) -> ScenarioResult:
    """Play the compared games at the same time, one action of each in turn."""
    probe, faults, is_cut_short = _probe(subject), [], False
    running = [(game_actions(probe, baseline, *game), list[str]()) for game in _one_game_each(COMPARED_DEAL)]
    games = [taken for _, taken in running]
    while running:
        for game in [*running]:
            try:
                action = next(game[0], None)
            except Violation as violation:
                faults.append(_fault(violation))
                action = None
            except ScenarioCutShort:
                action, is_cut_short = None, True
            if action is None:
                running.remove(game)
            else:
                game[1].append(action)
    return ScenarioResult(len(games), faults, probe.seconds, games, is_cut_short, probe.fails_repeatedly)


def _play(subject: BotUnderTest, mode: AskingMode, games: Iterable[tuple[str, int]]) -> ScenarioResult:
    probe, result = _probe(subject), ScenarioResult(0, [], [], [])
    for deal, players in games:
        taken: list[str] = []
        result.games.append(taken)
        try:
            for action in game_actions(probe, mode, deal, players):
                taken.append(action)  # noqa: PERF402 - up to a violation
        except Violation as violation:
            result.faults.append(_fault(violation))
        except ScenarioCutShort:
            result = result._replace(times=len(result.games) - 1, seconds=probe.seconds, is_cut_short=True)
            return result._replace(fails_repeatedly=probe.fails_repeatedly)
    return result._replace(times=len(result.games), seconds=probe.seconds)


def _one_game_each(deal: str) -> list[tuple[str, int]]:
    return [(deal, players) for players in PLAYERS]


def _probe(subject: BotUnderTest) -> BotProbe:
    return BotProbe(find_bot(subject.bot, announce=False).prepared(), subject.seed, subject.limits)


def _fault(violation: Violation, prefix: str = "") -> Fault:
    return Fault(prefix + violation.what, str(violation.turn), violation.view, violation.kind)
