"""The scenarios that a bot goes through, each in a worker process, and the faults found in them.

Sample positions are of every phase and of rare kinds, taken from games, so that each can occur in play.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from random import Random
from typing import Final, NamedTuple

import regicide
from regicide import Phase
from regicide.cards import JESTERS, CardSet, rank
from regicide_arena.bots import greedy
from regicide_arena.bots.registry import find_bot
from regicide_arena.bots.view_types import seat_view
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

MAX_GAMES: Final = 120
"""The games searched for samples, for each number of players."""
SAMPLES_PER_KIND: Final = 3
MANY_ACTIONS: Final = 60
PLAYERS: Final = (1, 2, 3, 4)
COMPARED_DEAL: Final = "compliance/apart"
"""The seed of the deal of the games that are compared."""


class PositionKind(NamedTuple):
    """A kind of positions: its phase, the numbers of players with which it occurs, and a condition."""

    name: str
    phase: Phase
    players: tuple[int, ...]
    condition: Callable[[regicide.Position], bool] = bool

    def includes(self, position: regicide.Position) -> bool:
        """Whether a position is of this kind."""
        return position.phase is self.phase and position.players in self.players and self.condition(position)


class SamplePosition(NamedTuple):
    """A position of a kind, and the game that it comes from."""

    kind: str
    position: regicide.Position
    deal: str
    step: int
    """The number of actions before it."""


_ALL: Final = (1, 2, 3, 4)
_SOLO: Final = (1,)
_SEVERAL: Final = (2, 3, 4)
_WITH_JESTERS: Final = (3, 4)


def _hand(position: regicide.Position) -> CardSet:
    return position.hands[position.turn]


POSITION_KINDS: Final = (
    PositionKind("start of a turn (S1)", Phase.PLAY, _ALL),
    PositionKind("no yield, as all others have yielded (R1)", Phase.PLAY, _SEVERAL, lambda at: not at.may_yield),
    PositionKind("empty hand (S1)", Phase.PLAY, _ALL, lambda at: not _hand(at)),
    PositionKind("jester in hand (S1)", Phase.PLAY, _WITH_JESTERS, lambda at: bool(_hand(at) & JESTERS)),
    PositionKind("cancelled immunity (S2)", Phase.PLAY, _WITH_JESTERS, lambda at: at.immunity_cancelled),
    PositionKind("start of a turn with a flip left (Solo)", Phase.PLAY, _SOLO, lambda at: at.may_flip),
    PositionKind("empty tavern", Phase.PLAY, _ALL, lambda at: not at.tavern),
    PositionKind("a king as enemy", Phase.PLAY, _ALL, lambda at: rank(at.castle[0]) == "K"),
    PositionKind("damage to suffer (S4)", Phase.SUFFER, _ALL, lambda at: not at.may_flip),
    PositionKind("damage to suffer with a flip left (Solo)", Phase.SUFFER, _SOLO, lambda at: at.may_flip),
    PositionKind(
        "many ways to suffer damage (S4)",
        Phase.SUFFER,
        (1, 2, 3),
        lambda at: len(at.legal_actions) > MANY_ACTIONS,
    ),
    PositionKind("next player to appoint (Jester)", Phase.APPOINT, _WITH_JESTERS),
)
"""Every phase, and its rare cases."""


@cache
def sample_positions(players: int) -> tuple[SamplePosition, ...]:
    """Return samples of each kind for a number of players, no two of one kind from the same game."""
    missing = {kind: SAMPLES_PER_KIND for kind in POSITION_KINDS if players in kind.players}
    samples: list[SamplePosition] = []
    for game in range(MAX_GAMES):
        deal, left = f"compliance/{game}", {kind for kind, count in missing.items() if count}
        for step, position in enumerate(_positions(players, deal, by_greedy=game % 2 == 1) if left else ()):
            for kind in [each for each in POSITION_KINDS if each in left and each.includes(position)]:
                left.discard(kind)
                missing[kind] -= 1
                samples.append(SamplePosition(kind.name, position, deal, step))
    return tuple(samples)


def _positions(players: int, deal: str, *, by_greedy: bool) -> Iterator[regicide.Position]:
    """Yield the positions of a game that the bot `greedy` plays, or chance. Neither needs the kernel."""
    position, rng = regicide.Position.new(deal, players), Random(deal)  # noqa: S311 - a game, no secret
    while position.outcome is None:
        yield position
        position = regicide.apply(position, _greedy(position) if by_greedy else rng.choice(position.legal_actions))


def _greedy(position: regicide.Position) -> regicide.Action:
    return regicide.Action.parse(greedy.choose(seat_view(position, position.turn)))


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
