"""Games that are played to measure a bot: how each ended, and how long the bot thought; any process can play any."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from functools import cache
from time import perf_counter
from typing import NamedTuple

import regicide
from regicide_arena.catalogue import find
from regicide_arena.choosing import legal
from regicide_arena.failures import told, where
from regicide_arena.making import Entry
from regicide_arena.playing import play
from regicide_arena.processes import Processes
from regicide_arena.views import Bot, View


class Task(NamedTuple):
    """A game to be played: every seat has the same bot, each made from a seed of its own."""

    bot: str
    players: int
    number: int
    deals: str
    seed: str

    @property
    def deal(self) -> str:
        """The seed of the deal."""
        return f"{self.deals}/{self.number}"


class Game(NamedTuple):
    """A game that was played, and the seconds that the bot took for each action; or that the bot failed at."""

    task: Task
    outcome: regicide.Outcome | None
    seconds: list[float]
    failure: str | None


class Stopwatch:
    """A bot that notes how long it took to choose, each time, and is held to what is legal."""

    def __init__(self, bot: Bot, seconds: list[float]) -> None:
        self.bot, self.seconds = bot, seconds

    def __call__(self, view: View) -> str:
        """What the bot chooses.

        Raises MalformedAction or NoLegalAction for what it may not choose, and whatever the bot raises.
        """
        actions = [*view["legal_actions"]]
        began = perf_counter()
        action = self.bot(view)
        self.seconds.append(perf_counter() - began)
        return legal(action, actions)


Measure = Callable[[Sequence[Task]], Iterator[Game]]


@contextmanager
def measuring(workers: int) -> Iterator[Measure]:
    """What plays games, in their order: in so many processes, or, if that is one, here."""
    if workers == 1:
        yield lambda tasks: map(measure, tasks)
        return
    with Processes(workers) as processes:
        yield lambda tasks: processes.pool.map(measure, tasks)


def measure(task: Task) -> Game:
    """Play one game. Whatever the bot raises is its failure, but for an interrupt, which is meant for us."""
    seconds: list[float] = []
    try:
        with redirect_stdout(sys.stderr):  # what a bot prints is no part of our answer
            return Game(task, _played(task, seconds), seconds, None)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - SystemExit and the like are faults of the bot, too
        return Game(task, None, seconds, _told(error, task, len(seconds)))


def _played(task: Task, seconds: list[float]) -> regicide.Outcome:
    made = [_entry(task.bot).make(f"{task.seed}/{task.deal}/{task.players}/{seat}") for seat in range(task.players)]
    bots = [Stopwatch(bot, seconds) for bot in made]
    return play(bots, task.deal, task.number % task.players).outcome


@cache
def _entry(bot: str) -> Entry:
    return find(bot)


def _told(error: BaseException, task: Task, actions: int) -> str:
    """What went wrong, and when, in one line."""
    when = [f"players: {task.players}, deal: {task.deal}, after {actions} choices", where(error)]
    return f"{told(error)} ({'; '.join(filter(None, when))})"
