"""What a bot is put through, each trial in a process of its own; where it fails, what it did, and when."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from regicide_arena.catalogue import find
from regicide_arena.complying.asking import Asker, Moment, Unfit
from regicide_arena.complying.games import Way, actions, as_on_a_server, restarting, retrying, usual
from regicide_arena.complying.situations import found

PLAYERS: Final = (1, 2, 3, 4)
APART: Final = "compliance/apart"
"""The deal of the games that are compared."""


class Subject(NamedTuple):
    """A bot, its seed, the games it plays of each number of players, and the seconds until it is interrupted."""

    bot: str
    seed: str
    games: int
    limit: float


class Fault(NamedTuple):
    """What the bot did, when, and what it saw, as JSON."""

    what: str
    when: str
    view: str | None = None


class Tried(NamedTuple):
    """How often something was tried, the faults, the seconds for each answer, and the actions of whole games."""

    times: int
    faults: list[Fault]
    seconds: list[float]
    games: list[list[str]]


Trial = Callable[[Subject], Tried]


def whole_games(subject: Subject) -> Tried:
    """Games of every number of players."""
    games = [(f"compliance/{game}", players) for players in PLAYERS for game in range(subject.games)]
    return _played(subject, usual, games)


def situations(subject: Subject) -> Tried:
    """Every phase, and strange situations; for each there is another bot, so that it finds them as they are."""
    asker, faults, times = _asker(subject), [], 0
    for players in PLAYERS:
        for each in found(players):
            when, times = Moment(each.deal, players, each.step), times + 1
            try:
                asker.ask(asker.make(f"{each.deal}/{players}/{each.step}", when), each.position, when)
            except Unfit as unfit:
                faults.append(_fault(unfit, f"{each.situation}: "))
    return Tried(times, faults, asker.seconds, [])


def restarts(subject: Subject) -> Tried:
    """Games in which the bot is another one for each action."""
    return _played(subject, restarting, _one_of_each("compliance/restarts"))


def retries(subject: Subject) -> Tried:
    """Games in which it is asked for each action twice."""
    return _played(subject, retrying, _one_of_each("compliance/retries"))


def server_views(subject: Subject) -> Tried:
    """Games with views that say more."""
    return _played(subject, as_on_a_server, _one_of_each("compliance/server"))


def apart(subject: Subject) -> Tried:
    """Games one after the other."""
    return _played(subject, usual, _one_of_each(APART))


def together(subject: Subject) -> Tried:
    """The same games, an action of each in turn."""
    asker, faults = _asker(subject), []
    running = [(actions(asker, usual, deal, players), list[str]()) for deal, players in _one_of_each(APART)]
    games = [taken for _, taken in running]
    while running:
        for game in [*running]:
            try:
                action = next(game[0], None)
            except Unfit as unfit:
                faults.append(_fault(unfit))
                action = None
            if action is None:
                running.remove(game)
            else:
                game[1].append(action)
    return Tried(len(games), faults, asker.seconds, games)


def _played(subject: Subject, way: Way, games: Iterable[tuple[str, int]]) -> Tried:
    asker, tried = _asker(subject), Tried(0, [], [], [])
    for deal, players in games:
        taken: list[str] = []
        tried.games.append(taken)
        try:
            for action in actions(asker, way, deal, players):
                taken.append(action)  # noqa: PERF402 - as far as it goes
        except Unfit as unfit:
            tried.faults.append(_fault(unfit))
    return tried._replace(times=len(tried.games), seconds=asker.seconds)


def _one_of_each(deal: str) -> list[tuple[str, int]]:
    return [(deal, players) for players in PLAYERS]


def _asker(subject: Subject) -> Asker:
    return Asker(find(subject.bot), subject.seed, subject.limit)


def _fault(unfit: Unfit, before: str = "") -> Fault:
    return Fault(before + unfit.what, str(unfit.when), unfit.view)
