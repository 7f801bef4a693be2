"""Whole games on the engine, without a server: plain ones, and measured ones that any process can play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from time import perf_counter, process_time
from typing import NamedTuple

import regicide
from regicide_arena.bots.failures import error_location, format_exception
from regicide_arena.bots.loader import BotFactory
from regicide_arena.bots.registry import find_bot
from regicide_arena.bots.safe_chooser import match_legal_action
from regicide_arena.bots.view_types import Bot, View, seat_view
from regicide_arena.runtime.guard import end_forked_copies
from regicide_arena.runtime.process_pool import WorkerPool


class PlayedGame(NamedTuple):
    """A game that is over: its first position, its steps, and its outcome."""

    first: regicide.Position
    steps: list[regicide.Step]
    outcome: regicide.Outcome


def play_game(bots: Sequence[Bot], seed: str, first_player: int = 0) -> PlayedGame:
    """Play a game to its end, with a bot for each seat.

    Raises MalformedSeed or ImpossibleGame for a game that cannot be dealt, MalformedAction or IllegalAction for an
    illegal choice, and whatever a bot raises.
    """
    first = regicide.Position.new(seed, len(bots), first_player)
    steps = list(_steps(first, bots))
    outcome = steps[-1].position.outcome
    assert outcome, "the steps end with the game: a player without a legal action has lost"  # noqa: S101
    return PlayedGame(first, steps, outcome)


def _steps(position: regicide.Position, bots: Sequence[Bot]) -> Iterator[regicide.Step]:
    while position.outcome is None:
        action = bots[position.turn](seat_view(position, position.turn))
        [step] = regicide.replay(position, [regicide.Action.parse(action)])
        yield step
        position = step.position


class GameTask(NamedTuple):
    """A game to measure: every seat has the same bot, each made from a seed of its own."""

    bot: str
    players: int
    number: int
    deal_set: str
    bot_seed: str

    @property
    def deal(self) -> str:
        """The seed of the deal."""
        return f"{self.deal_set}/{self.number}"


class ChoiceTimes(NamedTuple):
    """The seconds that each choice took."""

    wall_s: list[float]
    cpu_s: list[float]
    """Of all threads of the process, without other processes that the bot starts."""


class MeasuredGame(NamedTuple):
    """The result of a task: the outcome, or the bot's failure; and the times of the choices."""

    task: GameTask
    outcome: regicide.Outcome | None
    times: ChoiceTimes
    failure: str | None


class TimedBot:
    """Wraps a bot: measures the times of each choice and accepts only legal actions."""

    def __init__(self, bot: Bot, times: ChoiceTimes) -> None:
        self.bot, self.times = bot, times

    def __call__(self, view: View) -> str:
        """Return the bot's choice.

        Raises MalformedAction or NoLegalAction for an illegal choice, and whatever the bot raises.
        """
        actions = [*view["legal_actions"]]
        began, cpu_began = perf_counter(), process_time()
        with end_forked_copies():
            action = self.bot(view)
        self.times.cpu_s.append(process_time() - cpu_began)
        self.times.wall_s.append(perf_counter() - began)
        return match_legal_action(action, actions)


MeasureGames = Callable[[Sequence[GameTask]], Iterator[MeasuredGame]]


@contextmanager
def game_runner(workers: int, *, only_builtin: bool = False) -> Iterator[MeasureGames]:
    """Provide a function that plays tasks and yields their results in order.

    A single worker that plays only built-in bots is this process. The processes that other bots start end with the
    workers.
    """
    if workers == 1 and only_builtin:
        yield lambda tasks: map(measure_game, tasks)
        return
    with WorkerPool(workers) as processes:
        yield lambda tasks: processes.pool.map(measure_game, tasks)


def measure_game(task: GameTask) -> MeasuredGame:
    """Play one game. Every exception of the bot is its failure, except KeyboardInterrupt, which stops this program."""
    times = ChoiceTimes([], [])
    try:
        return MeasuredGame(task, _outcome(task, times), times, None)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - SystemExit and the like are failures of the bot, too
        return MeasuredGame(task, None, times, _describe_failure(error, task, len(times.wall_s)))


def _outcome(task: GameTask, times: ChoiceTimes) -> regicide.Outcome:
    factory, prefix = _factory(task.bot), f"{task.bot_seed}/{task.deal}/{task.players}"
    made = [factory.make(f"{prefix}/{seat}") for seat in range(task.players)]
    return play_game([TimedBot(bot, times) for bot in made], task.deal, task.number % task.players).outcome


@cache
def _factory(bot: str) -> BotFactory:
    return find_bot(bot).prepared()


def _describe_failure(error: BaseException, task: GameTask, actions: int) -> str:
    """Describe the exception, the game and the location in one line."""
    details = [f"players: {task.players}, deal: {task.deal}, after {actions} choices", error_location(error)]
    return f"{format_exception(error)} ({'; '.join(filter(None, details))})"
